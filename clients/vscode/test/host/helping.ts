/** What the tests in the extension host have in common. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { Memo } from '../../src/extension';
import type { Session } from '../../src/server/session';

const ID = 'memo-lsp.memo-lsp';

export const extension = vscode.extensions.getExtension<Memo>(ID)!;

/** The extension, with its server running and nothing to be done. */
export async function memo(): Promise<Memo> {
    const found = await extension.activate();
    await until(() => found.phase === 'running');
    await until(async () => ['idle', 'degraded'].includes((await found.ask('memo.status', {})).state));
    return found;
}

/** Wait until something holds, and give what it is. */
export async function until<T>(condition: () => T | Promise<T>, patience = 20_000): Promise<T> {
    const end = Date.now() + patience;
    for (;;) {
        const found = await condition();
        if (found || Date.now() > end) {
            assert.ok(found, `it did not come: ${condition.toString()}`);
            return found;
        }
        await rest(50);
    }
}

export function rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export function uri(path: string): vscode.Uri {
    return vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0].uri, path);
}

export async function show(path: string): Promise<vscode.TextEditor> {
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri(path)));
}

export function git(...words: string[]): string {
    return execFileSync('git', words, { cwd: uri('').fsPath, encoding: 'utf-8' });
}

/** Replace a document's text and save it. */
export async function save(editor: vscode.TextEditor, text: string): Promise<void> {
    const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
    await editor.edit((edit) => edit.replace(new vscode.Range(new vscode.Position(0, 0), end), text));
    await editor.document.save();
}

export async function hover(path: string, line: number, character: number): Promise<vscode.MarkdownString[]> {
    const found = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        uri(path),
        new vscode.Position(line, character),
    );
    return found
        .flatMap((one) => one.contents as vscode.MarkdownString[])
        .filter((text) => text.value.includes('command:memo.'));
}

/** A session that only keeps what it was told. */
export function listener(): { session: Session; told: { method: string; params: never }[] } {
    const told: { method: string; params: never }[] = [];
    const session = {
        tell: (method: string, params: never) => told.push({ method, params }),
        onPhase: () => ({ dispose: () => undefined }),
    } as unknown as Session;
    return { session, told };
}
