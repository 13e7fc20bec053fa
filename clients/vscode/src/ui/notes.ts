/** Notes as documents one can write: saving one keeps it. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import { tabName } from '../text/cards';
import { read, titleLine, written, type Note } from '../text/notes';
import type { Asked } from './remember';
import { say } from './say';

export const NOTES = 'memo-note';

interface Open {
    /** Whose text this is; undefined until a new note is saved the first time. */
    id?: string;
    place: Asked;
    text: string;
    changedAt: number;
}

/** The documents there are now, in memory only: `memo-note:/NUMBER/Title.md`. */
export class Notes implements vscode.FileSystemProvider {
    private readonly open = new Map<string, Open>();
    private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
    private count = 0;
    readonly onDidChangeFile = this.changed.event;

    constructor(private readonly session: Session) {}

    /** Write a new note. */
    async write(title: string, place: Asked): Promise<void> {
        await this.show({ title, body: '' }, { place, text: '', changedAt: Date.now() });
    }

    /** Change one there is. */
    async edit(id: string): Promise<void> {
        const { title, body, kind, topic, tags } = await this.session.ask('memo.open', { id });
        const note = { title, body: body ?? '', kind, topic: topic ?? undefined, tags };
        await this.show(note, { id, place: {}, text: '', changedAt: Date.now() });
    }

    private async show(note: Note, open: Open): Promise<void> {
        const path = `/${++this.count}/${tabName(note.title, 'New note')}.md`;
        const uri = vscode.Uri.from({ scheme: NOTES, path });
        this.open.set(uri.path, { ...open, text: written(note) });
        const document = await vscode.workspace.openTextDocument(uri);
        const { end } = document.lineAt(titleLine(document.getText())).range;
        // The cursor stands there before anybody can type.
        await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(end, end) });
    }

    async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
        const open = this.find(uri);
        const text = new TextDecoder().decode(content);
        const note = readable(text);
        const done = open.id === undefined ? 'Remembered' : 'Changed';
        if (open.id === undefined) {
            open.id = (
                await this.session.ask('memo.remember', { ...note, uri: open.place.uri, range: open.place.range })
            ).id;
        } else {
            await this.session.ask('memo.edit', { id: open.id, ...note });
        }
        say(`${done}: ${note.title}`);
        Object.assign(open, { text, changedAt: Date.now() });
        this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }

    readFile(uri: vscode.Uri): Uint8Array {
        return new TextEncoder().encode(this.find(uri).text);
    }

    stat(uri: vscode.Uri): vscode.FileStat {
        const { text, changedAt } = this.find(uri);
        return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: Buffer.byteLength(text) };
    }

    private find(uri: vscode.Uri): Open {
        const open = this.open.get(uri.path);
        if (!open) {
            throw vscode.FileSystemError.FileNotFound(uri);
        }
        return open;
    }

    watch(): vscode.Disposable {
        return { dispose: () => undefined };
    }

    readDirectory(): never {
        throw vscode.FileSystemError.NoPermissions();
    }

    createDirectory(): never {
        throw vscode.FileSystemError.NoPermissions();
    }

    delete(): never {
        throw vscode.FileSystemError.NoPermissions();
    }

    rename(): never {
        throw vscode.FileSystemError.NoPermissions();
    }
}

/** The note a text is; an editor shows what is wrong with one that is none, and keeps the text. */
function readable(text: string): Note {
    try {
        return read(text);
    } catch (trouble) {
        throw vscode.FileSystemError.Unavailable(trouble instanceof Error ? trouble.message : String(trouble));
    }
}
