/** Where the person is, and where a memory's code lies. */

import * as vscode from 'vscode';
import type { Card } from '../shapes';

const SCHEMES = ['file', 'vscode-notebook-cell'];

/** Whether a document is one the server knows of. */
export function isCode(document: vscode.TextDocument): boolean {
    return SCHEMES.includes(document.uri.scheme);
}

/** The document looked at, if it is one the server knows of; with several folders, the first as a last resort. */
export function here(): string | undefined {
    const document = vscode.window.activeTextEditor?.document;
    if (document && isCode(document)) {
        return document.uri.toString();
    }
    return vscode.workspace.workspaceFolders?.[0]?.uri.toString();
}

/** What is marked in the active editor, and its document. */
export function selected(): { uri: string; range: vscode.Range; text: string } | undefined {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !isCode(editor.document)) {
        return undefined;
    }
    const { document, selection } = editor;
    return { uri: document.uri.toString(), range: selection, text: document.getText(selection) };
}

/** The name the cursor stands on. */
export function nameUnderCursor(editor: vscode.TextEditor): string | undefined {
    const word = editor.document.getWordRangeAtPosition(editor.selection.active);
    return word && editor.document.getText(word);
}

/** What encloses the cursor, as far as the editor's own tools know: qualified names, innermost first. */
export async function enclosing(editor: vscode.TextEditor): Promise<string[]> {
    const found = await vscode.commands.executeCommand<
        (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
    >('vscode.executeDocumentSymbolProvider', editor.document.uri);
    const names: string[] = [];
    let level = found ?? [];
    for (;;) {
        const around = level.find((symbol) => 'children' in symbol && symbol.range.contains(editor.selection.active));
        if (!around || !('children' in around)) {
            return names;
        }
        names.unshift(names.length ? `${names[0]}.${around.name}` : around.name);
        level = around.children;
    }
}

/** Whether a memory says where its code is, and it is still there. */
export function hasCode(card: Card): boolean {
    return card.anchors.some((anchor) => anchor.state !== 'gone');
}
