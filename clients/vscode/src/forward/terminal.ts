/** Commands that ended in a terminal, with the end of what they printed; the server decides what is worth keeping. */

import * as vscode from 'vscode';
import { Method } from '../protocol';
import type { Session } from '../server/session';

const TAIL = 16_000; // characters of output, from its end

interface Running {
    startedAt: Date;
    tail: Promise<string>;
}

export function forwardTerminal(session: Session): vscode.Disposable {
    const running = new WeakMap<vscode.TerminalShellExecution, Running>();
    return vscode.Disposable.from(
        vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
            running.set(execution, { startedAt: new Date(), tail: tailOf(execution) });
        }),
        vscode.window.onDidEndTerminalShellExecution(async ({ execution, exitCode, shellIntegration }) => {
            const begun = running.get(execution);
            const cwd = (execution.cwd ?? shellIntegration.cwd)?.fsPath;
            if (!begun || exitCode === undefined || !cwd || !vscode.workspace.isTrusted) {
                return;
            }
            const endedAt = new Date();
            session.tell(Method.Terminal, {
                command: execution.commandLine.value,
                cwd,
                exitCode,
                startedAt: begun.startedAt.toISOString(),
                endedAt: endedAt.toISOString(),
                outputTail: await begun.tail,
            });
        }),
    );
}

async function tailOf(execution: vscode.TerminalShellExecution): Promise<string> {
    let tail = '';
    for await (const data of execution.read()) {
        tail = (tail + data).slice(-TAIL);
    }
    return tail;
}
