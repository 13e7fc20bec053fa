/** The status bar: one item for what the server does; it spins only while something works. */

import * as vscode from 'vscode';
import { shown } from '../text/state';
import type { Session } from '../server/session';
import { say } from './say';

const SAID_FOR = 8_000; // milliseconds

export function statusBar(session: Session): vscode.Disposable {
    const item = vscode.window.createStatusBarItem('memo.status', vscode.StatusBarAlignment.Right, 100);
    item.name = 'Memo';
    item.command = 'memo.menu';
    const show = (): void => {
        const { text, label, warning, lines } = shown(session.phase, session.status, vscode.workspace.isTrusted);
        item.text = text;
        item.accessibilityInformation = { label, role: 'button' };
        item.backgroundColor = warning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
        item.tooltip = tooltip(lines);
    };
    show();
    item.show();
    return vscode.Disposable.from(
        item,
        session.onPhase(show),
        session.onStatus(show),
        session.onRecovered(() => say('Memo: the server had ended and was started again', 'debug-restart', SAID_FOR)),
    );
}

function tooltip(lines: readonly string[]): vscode.MarkdownString {
    const text = new vscode.MarkdownString('**Memo**');
    for (const line of lines) {
        text.appendMarkdown('\n\n').appendText(line);
    }
    return text;
}
