/** The menu behind the status bar: everything there is to do, as things stand now. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';

interface Entry extends vscode.QuickPickItem {
    command?: string;
    argument?: unknown;
}

export async function showMenu(session: Session): Promise<void> {
    const picked = await vscode.window.showQuickPick(entries(session), { title: 'Memo', placeHolder: 'What to do' });
    if (picked?.command) {
        await vscode.commands.executeCommand(picked.command, ...(picked.argument ? [picked.argument] : []));
    }
}

function entries(session: Session): Entry[] {
    if (!session.running) {
        return session.phase === 'missing' ? [INSTALL, RESTART, ...LAST] : [RESTART, ...LAST];
    }
    return [
        ...(session.bars.running ? [STOP] : []),
        entry('search', 'Search…', 'memo.search'),
        entry('add', 'Remember…', 'memo.remember'),
        entry('coffee', 'Show briefing', 'memo.briefing'),
        entry('history', 'Timeline of this file', 'memo.timeline'),
        separator('Capture'),
        ...capture(session),
        separator('Consolidation'),
        entry('sparkle', 'Consolidate now', 'memo.consolidate'),
        entry('type-hierarchy', 'Dream preview', 'memo.dream'),
        entry('discard', 'Undo consolidation…', 'memo.undo'),
        entry('eye', 'What to review', 'memo.review'),
        separator('Server'),
        entry('pulse', 'Doctor', 'memo.doctor'),
        RESTART,
        ...LAST,
    ];
}

function capture(session: Session): Entry[] {
    if (!vscode.workspace.isTrusted) {
        return [entry('shield', 'Trust this workspace…', 'workbench.trust.manage')];
    }
    const paused = new Set(session.status?.pausedIn);
    const offer = (scope: 'workspace' | 'global', where: string): Entry =>
        paused.has(scope)
            ? entry('debug-continue', `Resume ${where}`, 'memo.resume', { scope })
            : entry('debug-pause', `Pause ${where}`, 'memo.pause', { scope });
    return [
        offer('workspace', 'in this workspace'),
        offer('global', 'everywhere'),
        entry('git-commit', 'Import git history', 'memo.importGit'),
    ];
}

function entry(icon: string, label: string, command: string, argument?: unknown): Entry {
    return { label: `$(${icon}) ${label}`, command, argument };
}

function separator(label: string): Entry {
    return { label, kind: vscode.QuickPickItemKind.Separator };
}

const INSTALL = entry('cloud-download', 'Install the server…', 'memo.install');
const STOP = entry('stop-circle', 'Stop the running pass', 'memo.cancel');
const RESTART = entry('debug-restart', 'Restart the server', 'memo.restart');
const LAST = [entry('output', 'Show log', 'memo.showLog'), entry('gear', 'Settings', 'memo.settings')];
