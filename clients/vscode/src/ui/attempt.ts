/** What a person asked for either happens or says in one line why it does not. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import { warn } from './say';

const SHOW_LOG = 'Show Log';

export async function attempt<T>(session: Session, work: () => Promise<T>): Promise<T | undefined> {
    try {
        return await work();
    } catch (trouble) {
        if (!(trouble instanceof vscode.CancellationError)) {
            await complain(session, trouble instanceof Error ? trouble.message : String(trouble));
        }
        return undefined;
    }
}

async function complain(session: Session, line: string): Promise<void> {
    if ((await warn(line, ...(session.running ? [] : [SHOW_LOG]))) === SHOW_LOG) {
        await vscode.commands.executeCommand('memo.showLog');
    }
}
