/** What the extension is made of, put together. */

import * as vscode from 'vscode';
import { forwardActivity } from './forward/activity';
import { forwardDiagnostics } from './forward/diagnostics';
import { forwardTerminal } from './forward/terminal';
import { Method, type Arguments, type CommandName } from './protocol';
import { Session, type Phase } from './server/session';
import { declared } from './server/settings';
import { onOtherInterpreter } from './server/world';
import type { Result } from './shapes';
import { Branches } from './ui/branches';
import { Code } from './ui/code';
import { commands } from './ui/commands';
import { Memories } from './ui/memories';
import { offerOnce } from './ui/missing';
import { Notes } from './ui/notes';
import { Pages } from './ui/pages';
import { statusBar } from './ui/status';
import { selectModels, Summarizer } from './ui/summarize';
import { helpWriting } from './ui/writing';
import { memoryView } from './views/all';
import { Briefings } from './views/briefing';

/** What other extensions may use: the server's commands, as docs/protocol.md has them. */
export interface Memo {
    readonly phase: Phase;
    readonly onPhase: vscode.Event<Phase>;
    readonly ask: <C extends CommandName>(command: C, argument: Arguments[C]) => Promise<Result<C>>;
}

let session: Session | undefined;

export function activate(context: vscode.ExtensionContext): Memo {
    const log = vscode.window.createOutputChannel('Memo', { log: true });
    const { packageJSON: manifest } = context.extension as { packageJSON: Parameters<typeof declared>[0] };
    const running = (session = new Session(log, declared(manifest), selectModels !== undefined));
    const code = new Code(running);
    const pages = new Pages(running, code);
    const notes = new Notes(running, context.workspaceState);
    const branches = new Branches();
    const briefings = new Briefings(running, branches);
    const summarizer = new Summarizer(context.globalState, selectModels);
    running.answer(Method.Summarize, (asked, token) =>
        summarizer.write(asked as Parameters<Summarizer['write']>[0], token),
    );
    context.subscriptions.push(
        log,
        running,
        pages.register(),
        notes.register(),
        helpWriting(notes),
        new Memories(running, pages, notes, branches, code).register(),
        commands({ session: running, log, pages, notes, briefings, summarizer, branches, code }),
        code,
        statusBar(running),
        offerOnce(running, context.globalState),
        branches,
        briefings,
        memoryView({ session: running, branches }, log, briefings),
        forwardDiagnostics(running),
        forwardTerminal(running),
        forwardActivity(running),
        summarizer.register(),
        ...restarts(running),
    );
    void running.restart('starting');
    void branches.register();
    void onOtherInterpreter(() => {
        if (running.found?.from !== 'setting' && running.found?.from !== 'path') {
            void running.restart('another interpreter was chosen');
        }
    }).then((listening) => context.subscriptions.push(listening));
    return {
        get phase() {
            return running.phase;
        },
        onPhase: running.onPhase,
        ask: (command, argument) => running.ask(command, argument),
    };
}

export async function deactivate(): Promise<void> {
    await session?.stop();
}

/** What makes the server start anew; all other settings reach it as it runs. */
function restarts(session: Session): vscode.Disposable[] {
    return [
        vscode.workspace.onDidChangeConfiguration((event) => {
            if (event.affectsConfiguration('memo.server.command')) {
                void session.restart('memo.server.command changed');
            }
        }),
        vscode.workspace.onDidGrantWorkspaceTrust(() => void session.restart('the workspace is trusted now')),
    ];
}
