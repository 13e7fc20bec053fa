/** Where there is no server: one message, once ever, that says what can be done. Nothing is installed unasked. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import { tell } from './say';

const OFFERED = 'offeredToInstall';
const INSTALL = 'Install…';
const SETTINGS = 'Settings';
const WAYS = [
    { label: 'uv', detail: 'uv tool install memo-lsp' },
    { label: 'pipx', detail: 'pipx install memo-lsp' },
    { label: 'pip', detail: 'python3 -m pip install --user memo-lsp' },
];

/** Offer help the first time a server is missing. */
export function offerOnce(session: Session, memento: vscode.Memento): vscode.Disposable {
    return session.onPhase((phase) => {
        if (phase === 'missing' && !memento.get<boolean>(OFFERED)) {
            void memento.update(OFFERED, true);
            void offer();
        }
    });
}

async function offer(): Promise<void> {
    const chosen = await tell(
        'Memo needs its server, memo-lsp, which was not found on this machine.',
        INSTALL,
        SETTINGS,
    );
    if (chosen === INSTALL) {
        await vscode.commands.executeCommand('memo.install');
    } else if (chosen === SETTINGS) {
        await vscode.commands.executeCommand('memo.settings');
    }
}

/** Let the person choose a way, run it in a terminal they see, and start the server once it is done. */
export async function install(session: Session): Promise<void> {
    const way = await vscode.window.showQuickPick(WAYS, {
        title: 'Install memo-lsp',
        placeHolder: 'Runs in a terminal',
    });
    if (!way) {
        return;
    }
    const terminal = vscode.window.createTerminal({ name: 'Install memo-lsp' });
    const done = vscode.window.onDidEndTerminalShellExecution(({ terminal: where, exitCode }) => {
        if (where === terminal && exitCode === 0) {
            done.dispose();
            void session.restart('memo-lsp was installed');
        }
    });
    terminal.show();
    terminal.sendText(way.detail);
}
