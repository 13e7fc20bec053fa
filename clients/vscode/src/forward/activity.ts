/** Somebody is there: told when they do what LSP says nothing of, at most every half minute. */

import * as vscode from 'vscode';
import { Method } from '../protocol';
import type { Session } from '../server/session';

export const LEAST = 30_000; // milliseconds

export function forwardActivity(session: Session, now: () => number = Date.now): vscode.Disposable {
    let last = -LEAST;
    const happened = (): void => {
        if (now() - last >= LEAST) {
            last = now();
            session.tell(Method.Activity, {});
        }
    };
    return vscode.Disposable.from(
        vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
            if (
                kind === vscode.TextEditorSelectionChangeKind.Keyboard ||
                kind === vscode.TextEditorSelectionChangeKind.Mouse
            ) {
                happened();
            }
        }),
        vscode.window.onDidChangeActiveTextEditor(happened),
        vscode.window.onDidChangeActiveTerminal(happened),
        vscode.window.onDidChangeWindowState(({ active }) => active && happened()),
    );
}
