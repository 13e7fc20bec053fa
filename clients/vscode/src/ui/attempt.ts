/** What a person asked for either happens or says in one line why it does not. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import { warn } from './say';

const SHOW_LOG = { label: 'Show Log', command: 'memo.showLog' };
const INSTALL = { label: 'Install…', command: 'memo.install' };

export async function attempt<T>(session: Session, work: () => Promise<T>): Promise<T | undefined> {
    try {
        return await work();
    } catch (trouble) {
        if (!(trouble instanceof vscode.CancellationError)) {
            void complain(session, trouble instanceof Error ? trouble.message : String(trouble));
        }
        return undefined;
    }
}

/** Say why not, with what can be done about it. */
async function complain(session: Session, line: string): Promise<void> {
    const helps = session.phase === 'missing' ? [INSTALL] : session.running ? [] : [SHOW_LOG];
    const chosen = await warn(line, ...helps.map(({ label }) => label));
    const command = helps.find(({ label }) => label === chosen)?.command;
    if (command) {
        await vscode.commands.executeCommand(command);
    }
}
