/** Notes as documents one can write: saving one keeps it. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import { tabName } from '../text/cards';
import { read, titleLine, written, type Note } from '../text/notes';
import { keptAs, type Asked } from './remember';
import { say } from './say';

export const NOTES = 'memo-note';

/** What the address of a note's document says of it, so that it can be opened again after the editor was closed. */
interface Address {
    /** Whose text this is; undefined for a new note. */
    id?: string;
    title?: string;
    place?: Asked;
}

interface Open {
    /** Whose text this is now; undefined until a new note is saved the first time. */
    id?: string;
    place: Asked;
    text: string;
    changedAt: number;
}

/** The documents there are now: `memo-note:/NUMBER/Title.md?{…}`. What is not saved the editor itself keeps. */
export class Notes implements vscode.FileSystemProvider {
    private readonly open = new Map<string, Promise<Open>>();
    private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
    readonly onDidChangeFile = this.changed.event;

    constructor(private readonly session: Session) {}

    /** Write a new note. */
    async write(title: string, place: Asked): Promise<void> {
        await this.show(title, { title, place });
    }

    /** Change one there is. */
    async edit(id: string): Promise<void> {
        await this.show((await this.session.ask('memo.edit', { id })).title, { id });
    }

    private async show(title: string, address: Address): Promise<void> {
        const path = `/${Date.now().toString(36)}/${tabName(title, 'New note')}.md`;
        const uri = vscode.Uri.from({ scheme: NOTES, path, query: JSON.stringify(address) });
        const document = await vscode.workspace.openTextDocument(uri);
        const { end } = document.lineAt(titleLine(document.getText())).range;
        // The cursor stands there before anybody can type.
        await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(end, end) });
    }

    async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
        const open = await this.find(uri);
        const text = new TextDecoder().decode(content);
        const note = readable(text);
        if (open.id === undefined) {
            const kept = await this.session.ask('memo.remember', { ...note, ...open.place });
            open.id = kept.id;
            say(keptAs('Remembered', kept));
        } else {
            say(keptAs('Changed', await this.session.ask('memo.edit', { id: open.id, ...note })));
        }
        Object.assign(open, { text, changedAt: Date.now() });
        this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }

    async readFile(uri: vscode.Uri): Promise<Uint8Array> {
        return new TextEncoder().encode((await this.find(uri)).text);
    }

    async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
        const { text, changedAt } = await this.find(uri);
        return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: Buffer.byteLength(text) };
    }

    /** The document of an address, also one of a window that was closed. */
    private find(uri: vscode.Uri): Promise<Open> {
        const known = this.open.get(uri.path);
        if (known) {
            return known;
        }
        const found = this.begin(uri);
        this.open.set(uri.path, found);
        found.catch(() => this.open.delete(uri.path));
        return found;
    }

    private async begin(uri: vscode.Uri): Promise<Open> {
        const { id, title, place } = addressOf(uri);
        if (id === undefined) {
            return { place: place ?? {}, text: written({ title: title ?? '', body: '' }), changedAt: Date.now() };
        }
        await this.session.ready();
        const { body, kind, topic, tags, ...memory } = await this.session.ask('memo.edit', { id });
        const note = { title: memory.title, body: body ?? '', kind, topic: topic ?? undefined, tags };
        return { id, place: {}, text: written(note), changedAt: Date.now() };
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

function addressOf(uri: vscode.Uri): Address {
    try {
        return JSON.parse(uri.query) as Address;
    } catch {
        throw vscode.FileSystemError.FileNotFound(uri);
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
