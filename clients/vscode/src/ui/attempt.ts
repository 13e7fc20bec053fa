/** What a person asked for either happens or says in one line why it does not. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';

const SHOW_LOG = 'Show Log';

export async function attempt<T>(session: Session, work: () => Promise<T>): Promise<T | undefined> {
    try {
        return await work();
    } catch (trouble) {
        if (!(trouble instanceof vscode.CancellationError)) {
            await tell(session, trouble instanceof Error ? trouble.message : String(trouble));
        }
        return undefined;
    }
}

async function tell(session: Session, line: string): Promise<void> {
    const actions = session.running ? [] : [SHOW_LOG];
    if ((await vscode.window.showWarningMessage(line, ...actions)) === SHOW_LOG) {
        await vscode.commands.executeCommand('memo.showLog');
    }
}
