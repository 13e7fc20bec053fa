/** Consolidation by hand: run it with one bar that can be stopped, take runs back. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Run } from '../shapes';
import { outcome } from '../text/state';
import { ago, counted } from '../text/times';

const SHOW = 'Show Runs';
const UNDO = 'Undo';
const SAID_FOR = 6_000; // milliseconds

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
    await tell(runs);
}

async function tell(runs: readonly Run[]): Promise<void> {
    const changed = runs.reduce((sum, run) => sum + run.changed, 0);
    if (!changed) {
        vscode.window.setStatusBarMessage('$(check) Consolidated: there was nothing to do', SAID_FOR);
    } else if (
        (await vscode.window.showInformationMessage(`Consolidated: ${counted(changed, 'change')}.`, SHOW)) === SHOW
    ) {
        await vscode.commands.executeCommand('memo.consolidation.focus');
    }
}

/** Choose a run and take it back. */
export async function undo(session: Session): Promise<void> {
    const runs = (await session.ask('memo.runs', {})).filter(undoable);
    if (!runs.length) {
        vscode.window.setStatusBarMessage('$(check) There is nothing to undo', SAID_FOR);
        return;
    }
    const items = runs.map((run) => ({ label: runTitle(run), description: ago(run.started_at), run }));
    const picked = await vscode.window.showQuickPick(items, { title: 'Undo consolidation', placeHolder: 'Which run' });
    if (picked) {
        await undoRun(session, picked.run);
    }
}

/** Take one run back, after asking; what it joined stays apart from then on. */
export async function undoRun(session: Session, run: Run): Promise<void> {
    const detail = 'What it joined comes apart, and is not joined again.';
    const question = `Undo ${runTitle(run)}?`;
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, UNDO)) === UNDO) {
        await session.ask('memo.undo', { run: run.run });
        vscode.window.setStatusBarMessage(`$(check) Undone: ${runTitle(run)}`, SAID_FOR);
    }
}

export function undoable(run: Run): boolean {
    return run.changed > 0 && run.undone_at === null;
}

/** `theme: 4 changed`. */
export function runTitle(run: Run): string {
    return `${run.pass}: ${outcome(run)}`;
}
