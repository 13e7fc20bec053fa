/** Where there is no server: one message, once ever, that says what can be done. Nothing is installed unasked. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import { tell, warn } from './say';

const OFFERED = 'offeredToInstall';
const INSTALL = 'Install…';
const SETTINGS = 'Settings';
const OTHER = 'Another Way…';
const VENV = '~/.local/share/memo-lsp/venv';

interface Way extends vscode.QuickPickItem {
    /** What is run in a terminal; without it, the setting that says where the server is. */
    line?: string;
}

/** How to get the server. Where the system keeps its Python to itself (PEP 668), pip needs an environment of its own, from
 * which the program is put where it is looked for. */
function ways(): Way[] {
    const pip = [
        `python3 -m venv ${VENV}`,
        `${VENV}/bin/pip install memo-lsp`,
        'mkdir -p ~/.local/bin',
        `ln -sf ${VENV}/bin/memo-lsp ~/.local/bin/`,
    ].join(' && ');
    const lines = {
        uv: 'uv tool install memo-lsp',
        pipx: 'pipx install memo-lsp',
        pip: process.platform === 'win32' ? 'py -m pip install --user memo-lsp' : pip,
    };
    return [
        ...Object.entries(lines).map(([label, line]) => ({ label, detail: line, line })),
        { label: 'It is there already…', detail: 'The setting memo.server.command says where' },
    ];
}

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
    const texts = { title: 'Install memo-lsp', placeHolder: 'Runs in a terminal' };
    const way = await vscode.window.showQuickPick(ways(), texts);
    if (way?.line) {
        run(session, way.line);
    } else if (way) {
        await vscode.commands.executeCommand('workbench.action.openSettings', 'memo.server.command');
    }
}

function run(session: Session, line: string): void {
    const terminal = vscode.window.createTerminal({ name: 'Install memo-lsp' });
    const done = vscode.window.onDidEndTerminalShellExecution(({ terminal: where, exitCode }) => {
        if (where === terminal) {
            done.dispose();
            void (exitCode === 0 ? session.restart('memo-lsp was installed') : failed());
        }
    });
    terminal.show();
    terminal.sendText(line);
}

async function failed(): Promise<void> {
    if ((await warn('memo-lsp was not installed; the terminal says why.', OTHER)) === OTHER) {
        await vscode.commands.executeCommand('memo.install');
    }
}
