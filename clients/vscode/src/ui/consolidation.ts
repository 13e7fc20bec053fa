/** Consolidation by hand: run it with one bar that can be stopped, take runs back. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Run } from '../shapes';
import { changes, outcome, passName, puttingBack, runTitle, undoable } from '../text/runs';
import { ago, counted } from '../text/times';
import { row } from './rows';
import { say, sure, tell } from './say';

const SHOW = 'Show Runs';
const UNDO = 'Undo';

export async function consolidate(session: Session): Promise<void> {
    const runs = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: 'Consolidating', cancellable: true },
        (progress, token) => {
            const bar = {
                show: (title: string, _: string | undefined, percent = 0) =>
                    progress.report({ message: `${title.toLowerCase()}${percent ? `, ${percent} %` : ''}` }),
                end: () => undefined,
            };
            return session.bars.during(bar, () => session.ask('memo.consolidate', {}, token));
        },
    );
    await summedUp(runs);
}

async function summedUp(runs: readonly Run[]): Promise<void> {
    const changed = changes(runs);
    if (!changed) {
        say('Consolidated: there was nothing to do');
    } else if ((await tell(`Consolidated: ${changed}.`, SHOW)) === SHOW) {
        await vscode.commands.executeCommand('memo.consolidation.focus');
    }
}

/** Choose a run and take it back. */
export async function undo(session: Session): Promise<void> {
    const runs = (await session.ask('memo.runs', {})).filter(undoable);
    if (!runs.length) {
        say('There is nothing to undo');
        return;
    }
    const items = runs.map((run) => ({
        ...row('discard', passName(run.pass), `${outcome(run)} · ${ago(run.started_at)}`),
        run,
    }));
    const picked = await vscode.window.showQuickPick(items, { title: 'Undo consolidation', placeHolder: 'Which run' });
    if (picked) {
        await undoRun(session, picked.run);
    }
}

/** Take one run back, after saying what that puts back; what it joined stays apart from then on. */
export async function undoRun(session: Session, run: Run): Promise<void> {
    const { edits } = await session.ask('memo.undo', { run: run.run, dryRun: true });
    if (!edits.length) {
        say('Nothing of this run stands any more', 'info');
        return;
    }
    const detail = [...puttingBack(edits), '', 'No pass does it again.'].join('\n');
    if (await sure(`Undo “${runTitle(run)}”?`, detail, UNDO)) {
        const { put_back } = await session.ask('memo.undo', { run: run.run });
        say(`Put back: ${counted(put_back, 'change')} of “${passName(run.pass)}”`);
    }
}
