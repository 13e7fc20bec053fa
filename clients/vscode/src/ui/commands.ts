/** The commands that are about no single memory. */

import * as vscode from 'vscode';
import type { Arguments } from '../protocol';
import type { Session } from '../server/session';
import { PairNode, RunNode } from '../views/nodes';
import type { Briefings } from '../views/briefing';
import { attempt } from './attempt';
import type { Branches } from './branches';
import type { Code } from './code';
import { consolidate, undo, undoRun } from './consolidation';
import { dreamPreview } from './dream';
import { exportMemories, importMemories } from './exchange';
import { showMenu } from './menu';
import { install } from './missing';
import type { Notes } from './notes';
import type { Pages } from './pages';
import { allowRefold, chooseWhichHolds, keepApart, openBoth } from './review';
import { Remembering, type Asked as ToRemember } from './remember';
import { say } from './say';
import { search, type Asked as ToFind } from './search';
import type { Summarizer } from './summarize';
import { timeline } from './timeline';
import { enclosing, here, nameUnderCursor } from './where';

export interface Rooms {
    session: Session;
    log: vscode.LogOutputChannel;
    pages: Pages;
    notes: Notes;
    briefings: Briefings;
    summarizer: Summarizer;
    branches: Branches;
    code: Code;
}

type Scope = Arguments['memo.pause'];

export function commands({
    session,
    log,
    pages,
    notes,
    briefings,
    summarizer,
    branches,
    code,
}: Rooms): vscode.Disposable {
    const open = (card: { id: string }): Promise<void> => pages.open(card.id);
    const explain = (card: { id: string }, query: string): Promise<void> => pages.open(card.id, query);
    const remembering = new Remembering(session, (title, place) => notes.write(title, place));
    const doings: Record<string, (given: never) => Promise<unknown> | void> = {
        'memo.search': (asked?: ToFind) =>
            search(session, asked ?? {}, {
                ...{ open: found, explain, own: branches.own },
                goTo: (card) => code.goTo(card),
            }),
        'memo.remember': (asked?: ToRemember) => remembering.ask(asked),
        'memo.timeline': (asked?: Arguments['memo.timeline']) => showTimeline(asked?.uri ? asked : { uri: here() }),
        'memo.timelineOfSymbol': async () => showTimeline(await symbolHere()),
        'memo.briefing': () => briefings.show(),
        'memo.consolidate': () => consolidate(session),
        'memo.dream': () => dreamPreview(session),
        'memo.undo': () => undo(session),
        'memo.undoRun': (node: RunNode) => undoRun(session, node.run),
        'memo.review': () => run('memo.review.focus'),
        'memo.openBoth': (node: PairNode) => openBoth(pages, node.item),
        'memo.replaces': (node: PairNode) => chooseWhichHolds(session, node.item),
        'memo.keepApart': (node: PairNode) => keepApart(session, node.item),
        'memo.allowRefold': (node?: PairNode) => allowRefold(session, node?.item),
        'memo.openRun': (node: RunNode) => pages.openRun(node.run),
        'memo.importGit': () => importGit(session),
        'memo.import': () => importMemories(session),
        'memo.export': () => exportMemories(session),
        'memo.pause': (given?: Scope) => capture(session, 'memo.pause', given),
        'memo.resume': (given?: Scope) => capture(session, 'memo.resume', given),
        'memo.cancel': () => session.bars.stopPasses(),
        'memo.doctor': () => pages.openDoctor(),
        'memo.chooseModel': () => summarizer.choose(),
        'memo.menu': () => showMenu(session),
        'memo.showLog': () => log.show(),
        'memo.settings': (of?: string) => run('workbench.action.openSettings', of ?? '@ext:memo-lsp.memo-lsp'),
        'memo.install': () => install(session),
        'memo.restart': () => session.restart('asked for'),
    };

    async function found(card: { id: string }, query: string): Promise<void> {
        await (query ? explain(card, query) : open(card));
    }

    async function showTimeline(asked: Arguments['memo.timeline']): Promise<void> {
        const chosen = await timeline(session, asked, branches.own);
        if (chosen) {
            await open(chosen);
        }
    }

    return vscode.Disposable.from(
        ...Object.entries(doings).map(([command, doing]) =>
            vscode.commands.registerCommand(command, (given: unknown) =>
                attempt(session, () => Promise.resolve(doing(given as never))),
            ),
        ),
    );
}

async function run(command: string, ...given: unknown[]): Promise<void> {
    await vscode.commands.executeCommand(command, ...given);
}

async function symbolHere(): Promise<Arguments['memo.timeline']> {
    const editor = vscode.window.activeTextEditor;
    const symbol = editor && ((await enclosing(editor))[0] ?? nameUnderCursor(editor));
    if (!symbol) {
        throw new Error('There is no symbol here.');
    }
    return { uri: editor.document.uri.toString(), symbol };
}

async function importGit(session: Session): Promise<void> {
    const { started } = await session.ask('memo.importGit', { uri: here() });
    if (!started) {
        say('The history is being imported already', 'info');
    }
}

const SCOPES = [
    { label: 'In this workspace', scope: 'workspace' as const },
    { label: 'Everywhere', scope: 'global' as const },
];

/** Pause or resume, where that is not so already; resumed is, of one pause, that one. */
async function capture(session: Session, command: 'memo.pause' | 'memo.resume', given?: Scope): Promise<void> {
    session.demand();
    const pausing = command === 'memo.pause';
    const paused = new Set(session.status?.pausedIn);
    const open = SCOPES.filter(({ scope }) => paused.has(scope) !== pausing);
    if (!given && !open.length) {
        say(pausing ? 'Capture is paused already, here and everywhere' : 'Capture is not paused', 'info');
        return;
    }
    const title = pausing ? 'Pause capture' : 'Resume capture';
    const ask = async (): Promise<Scope | undefined> =>
        pausing || open.length > 1 ? vscode.window.showQuickPick(open, { title }) : open[0];
    const scope = (given ?? (await ask()))?.scope;
    if (scope) {
        await session.ask(command, { scope });
    }
}
