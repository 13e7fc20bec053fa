/** *Here*: what is remembered of the symbol and the file looked at. What is looked at beside code, as a memory's own
 * page, changes nothing; nor does the cursor, as long as it stays in a symbol. */

import * as vscode from 'vscode';
import type { Row } from '../shapes';
import { inFile } from '../text/cards';
import { enclosing, isCode, nameUnderCursor } from '../ui/where';
import { GroupNode, MemoryNode, type Node, type Room } from './nodes';

const MOST = 100;
const REST = 250; // milliseconds the cursor rests before it is looked where it is

interface Looked {
    uri: vscode.Uri;
    rows: Row[];
    symbol: string | undefined;
}

export class Here implements vscode.Disposable {
    private readonly changed = new vscode.EventEmitter<void>();
    private readonly belongings: vscode.Disposable[];
    private looked: Looked | undefined;
    private stale = false;
    private timer: NodeJS.Timeout | undefined;
    /** Another file or symbol is looked at. */
    readonly onChange = this.changed.event;

    constructor(private readonly room: Room) {
        this.belongings = [
            this.changed,
            vscode.window.onDidChangeActiveTextEditor(() => this.soon()),
            vscode.window.onDidChangeTextEditorSelection(() => this.soon()),
            room.session.onChange(() => (this.stale = true)),
            room.session.onPhase(() => (this.stale = true)),
        ];
    }

    async nodes(): Promise<Node[]> {
        const editor = codeEditor();
        const uri = editor?.document.uri ?? this.looked?.uri;
        if (uri && (this.stale || this.looked?.uri.toString() !== uri.toString())) {
            await this.look(uri, editor);
        }
        if (!this.looked) {
            return [];
        }
        const { rows, symbol } = this.looked;
        const { path } = this.looked.uri;
        const file = path.slice(path.lastIndexOf('/') + 1);
        const ofSymbol = rows.filter((row) => symbol && symbols(row).includes(symbol));
        const others = rows.filter((row) => !ofSymbol.includes(row));
        return [...this.group(symbol ?? '', 'symbol-method', ofSymbol), ...this.group(file, 'file', others)];
    }

    private group(label: string, icon: string, rows: readonly Row[]): GroupNode[] {
        const nodes = rows.map((row) => new MemoryNode(row, this.room.branches.own));
        return nodes.length ? [new GroupNode(label, icon, nodes)] : [];
    }

    private async look(uri: vscode.Uri, editor: vscode.TextEditor | undefined): Promise<void> {
        this.stale = false;
        const asked = { uri: uri.toString(), limit: MOST, surface: 'view' as const };
        const rows = (await this.room.session.ask('memo.timeline', asked)).map((row) => inFile(row, uri.path));
        this.looked = { uri, rows, symbol: editor ? await symbolAt(editor, rows) : this.looked?.symbol };
    }

    private soon(): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.lookAgain(), REST);
    }

    /** Only another file, or another symbol of this one, is worth showing anew. */
    private async lookAgain(): Promise<void> {
        const editor = codeEditor();
        if (!editor || !this.room.session.running) {
            return;
        }
        const same = this.looked?.uri.toString() === editor.document.uri.toString();
        const symbol = same ? await symbolAt(editor, this.looked!.rows) : undefined;
        if (!same || symbol !== this.looked?.symbol) {
            if (this.looked && same) {
                this.looked.symbol = symbol;
            }
            this.changed.fire();
        }
    }

    dispose(): void {
        clearTimeout(this.timer);
        vscode.Disposable.from(...this.belongings).dispose();
    }
}

function codeEditor(): vscode.TextEditor | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor && isCode(editor.document) ? editor : undefined;
}

/** The symbol meant by the cursor, of those that memories of this file belong to. */
async function symbolAt(editor: vscode.TextEditor, rows: readonly Row[]): Promise<string | undefined> {
    const known = new Set(rows.flatMap(symbols));
    if (!known.size) {
        return undefined;
    }
    const name = nameUnderCursor(editor);
    const meant = [...known].filter((symbol) => symbol.split('.').at(-1) === name);
    const around = await enclosing(editor);
    return [...meant, ...around].find((symbol) => known.has(symbol)) ?? aboveCursor(editor, rows);
}

/** Without tools that know the file: the last symbol that begins at or above the cursor. */
function aboveCursor(editor: vscode.TextEditor, rows: readonly Row[]): string | undefined {
    const line = editor.selection.active.line + 1;
    const begun = rows
        .flatMap((row) => row.anchors)
        .filter((anchor) => anchor.symbol && anchor.state !== 'gone' && anchor.line !== null && anchor.line <= line);
    return begun.sort((a, b) => b.line! - a.line!)[0]?.symbol ?? undefined;
}

function symbols(row: Row): string[] {
    return row.anchors.map((anchor) => anchor.symbol).filter((symbol) => symbol !== null);
}
