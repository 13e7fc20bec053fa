/** *Here*: what is remembered of the symbol and the file looked at. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Row } from '../shapes';
import { enclosing, nameUnderCursor } from '../ui/where';
import { GroupNode, MemoryNode, type Node } from './nodes';

const MOST = 100;

export async function hereNodes(session: Session): Promise<Node[]> {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !['file', 'vscode-notebook-cell'].includes(editor.document.uri.scheme)) {
        return [];
    }
    const rows = await session.ask('memo.timeline', { uri: editor.document.uri.toString(), limit: MOST });
    const symbol = await symbolAt(editor, rows);
    const [ofSymbol, ofFile] = parted(rows, (row) => symbol !== undefined && names(row).includes(symbol));
    const file = vscode.workspace.asRelativePath(editor.document.uri);
    return [
        ...(symbol && ofSymbol.length ? [group(symbol, 'symbol-method', ofSymbol)] : []),
        ...(ofFile.length ? [group(file.slice(file.lastIndexOf('/') + 1), 'file', ofFile)] : []),
    ];
}

/** The symbol meant by the cursor, of those that memories of this file belong to. */
async function symbolAt(editor: vscode.TextEditor, rows: readonly Row[]): Promise<string | undefined> {
    const known = new Set(rows.flatMap(names));
    if (!known.size) {
        return undefined;
    }
    const around = await enclosing(editor);
    const name = nameUnderCursor(editor);
    const meant = name === undefined ? [] : [...known].filter((symbol) => symbol.split('.').at(-1) === name);
    return [...meant, ...around].find((symbol) => known.has(symbol)) ?? aboveCursor(editor, rows);
}

/** Without tools that know the file: the last symbol that begins at or above the cursor. */
function aboveCursor(editor: vscode.TextEditor, rows: readonly Row[]): string | undefined {
    const line = editor.selection.active.line + 1;
    const above = rows
        .flatMap((row) => row.anchors)
        .filter((anchor) => anchor.symbol && anchor.state !== 'gone' && anchor.line !== null && anchor.line <= line);
    return above.sort((a, b) => b.line! - a.line!)[0]?.symbol ?? undefined;
}

function names(row: Row): string[] {
    return row.anchors.map((anchor) => anchor.symbol).filter((symbol): symbol is string => symbol !== null);
}

function parted<T>(all: readonly T[], first: (one: T) => boolean): [T[], T[]] {
    return [all.filter(first), all.filter((one) => !first(one))];
}

function group(label: string, icon: string, rows: readonly Row[]): GroupNode {
    return new GroupNode(
        label,
        icon,
        rows.map((row) => new MemoryNode(row)),
    );
}
