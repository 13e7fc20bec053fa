/** Notes as documents one can write: saving one keeps it. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Row } from '../shapes';
import { addressIn, query, type Address, type Place } from '../text/addresses';
import { tabName } from '../text/cards';
import { changes, read, titleLine, written, type Note } from '../text/notes';
import { sayKept } from './remember';

export const NOTES = 'memo-note';

const ROOT: vscode.FileStat = { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
const FORGOTTEN = new Error('This memory was forgotten.');
const EMPTY = { note: { title: '', body: '' }, text: written({ title: '', body: '' }) };
const BEGUN = 'memo.begun';
const MOST = 50; // notes that were begun and kept

/** What a document is, as far as it is kept. */
interface Kept {
    note: Note;
    text: string;
    changedAt: number;
}

/** The documents there are: `memo-note:/Title.md?id=…`. The address says all that it takes to open one again, so that
 * what is not saved outlives the window: the editor itself sees to that. */
export class Notes implements vscode.FileSystemProvider {
    private readonly known = new Map<string, Promise<Kept>>();
    private readonly removed = new Set<string>();
    /** Where a document is about to be: there is none yet. */
    private coming: string | undefined;
    private readonly byHand = new Set<string>();
    private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
    readonly onDidChangeFile = this.changed.event;

    constructor(
        private readonly session: Session,
        private readonly state: vscode.Memento,
    ) {}

    register(): vscode.Disposable {
        const { workspace, window } = vscode;
        return vscode.Disposable.from(
            this.changed,
            workspace.registerFileSystemProvider(NOTES, this, { isCaseSensitive: true }),
            workspace.onWillSaveTextDocument(({ document, reason }) => this.willSave(document, reason)),
            workspace.onDidSaveTextDocument((document) => this.saved(document)),
            workspace.onDidCloseTextDocument(({ uri }) => setTimeout(() => this.close(uri))),
            window.onDidChangeActiveTextEditor(() => this.leave()),
            this.session.onChange(({ changed, removed }) => void this.follow(changed, removed)),
        );
    }

    /** Write a new note. What is known of it is no more kept than the rest: closing it asks. */
    async write(title: string, place: Place): Promise<void> {
        const editor = await this.show(uriOf(title, { at: Date.now(), place }));
        await editor.edit((edit) => edit.insert(editor.selection.end, title));
    }

    /** Change one there is. */
    async edit(id: string): Promise<void> {
        const open = tabs((uri) => this.idOf(uri) === id)[0]?.uri;
        await this.show(open ?? uriOf((await this.session.ask('memo.edit', { id })).title, { id }));
    }

    /** The kind of the memory that is written. */
    async kindOf(uri: vscode.Uri): Promise<string | undefined> {
        return (await this.find(uri).catch(() => undefined))?.note.kind;
    }

    private async show(uri: vscode.Uri): Promise<vscode.TextEditor> {
        const document = await vscode.workspace.openTextDocument(uri);
        const { end } = document.lineAt(titleLine(document.getText())).range;
        // The cursor stands there before anybody can type.
        return vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(end, end) });
    }

    // --- as files
    async readFile(uri: vscode.Uri): Promise<Uint8Array> {
        return new TextEncoder().encode((await this.find(uri)).text);
    }

    async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
        if (uri.path === '/') {
            return ROOT;
        }
        const { text, changedAt } = await this.find(uri);
        return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: Buffer.byteLength(text) };
    }

    async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
        const kept = await this.find(uri);
        const text = new TextDecoder().decode(content);
        const note = read(text, kept.note.kind);
        const id = this.idOf(uri);
        const row = await (
            id === undefined
                ? this.session.ask('memo.remember', { ...note, ...placeOf(uri) })
                : this.session.ask('memo.edit', { id, ...changes(note, kept.note) })
        ).catch(readable);
        Object.assign(kept, keptOf(row), { text });
        if (id === undefined) {
            await this.begun(uri, row.id);
        }
        if (this.byHand.has(uri.toString()) || row.secrets.length) {
            sayKept(id === undefined ? 'Remembered' : 'Changed', row);
        }
    }

    rename(from: vscode.Uri, to: vscode.Uri): void {
        const kept = this.known.get(from.toString());
        if (!kept || this.coming !== to.toString()) {
            throw vscode.FileSystemError.NoPermissions();
        }
        this.coming = undefined;
        this.known.set(to.toString(), kept);
        this.known.delete(from.toString());
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

    /** The document of an address, also of one from a window that was closed. */
    private find(uri: vscode.Uri): Promise<Kept> {
        const key = uri.toString();
        const known = this.known.get(key);
        if (known) {
            return known;
        }
        const found = this.begin(uri);
        this.known.set(key, found);
        found.catch(() => this.known.delete(key));
        return found;
    }

    private async begin(uri: vscode.Uri): Promise<Kept> {
        const address = addressIn(uri.query);
        if (!address || this.coming === uri.toString()) {
            throw vscode.FileSystemError.FileNotFound(uri);
        }
        const id = this.idOf(uri);
        if (id === undefined) {
            return { ...EMPTY, changedAt: 'at' in address ? address.at : 0 };
        }
        await this.session.ready();
        const row = this.session.ask('memo.edit', { id });
        return keptOf(await row.catch((trouble: Error) => readable(this.removed.has(id) ? FORGOTTEN : trouble)));
    }

    /** The memory that a document is: its address says which, or it was kept since it was begun. */
    private idOf(uri: vscode.Uri): string | undefined {
        const address = addressIn(uri.query);
        return address && ('id' in address ? address.id : this.ids().get(address.at));
    }

    /** What became of the notes that were begun last. */
    private ids(): Map<number, string> {
        return new Map(this.state.get<[number, string][]>(BEGUN));
    }

    private async begun(uri: vscode.Uri, id: string): Promise<void> {
        const address = addressIn(uri.query);
        if (address && 'at' in address) {
            await this.state.update(BEGUN, [...this.ids(), [address.at, id]].slice(-MOST));
        }
    }

    // --- what becomes of them
    private willSave({ uri }: vscode.TextDocument, reason: vscode.TextDocumentSaveReason): void {
        this.byHand.delete(uri.toString());
        if (uri.scheme === NOTES && reason !== vscode.TextDocumentSaveReason.AfterDelay) {
            this.byHand.add(uri.toString());
        }
    }

    /** What was saved is shown as it is kept; who saved by hand types no more, so that its tab can have its name. */
    private async saved(document: vscode.TextDocument): Promise<void> {
        if (document.uri.scheme !== NOTES) {
            return;
        }
        const kept = await this.find(document.uri);
        if (Object.keys(changes(kept.note, read(kept.text, kept.note.kind))).length) {
            this.renew(document.uri, kept, { ...kept, text: written(kept.note), changedAt: kept.changedAt + 1 });
        }
        if (this.byHand.has(document.uri.toString())) {
            await this.name(document);
        }
    }

    /** Tabs that were left have their names now. */
    private leave(): void {
        const active = vscode.window.activeTextEditor?.document;
        documents().forEach((document) => document === active || void this.name(document));
    }

    /** The tab is called as its memory is: a note that was new has an id, another title is another name. */
    private async name(document: vscode.TextDocument): Promise<void> {
        const { uri } = document;
        const [id, kept] = [this.idOf(uri), await this.known.get(uri.toString())];
        const named = id && kept ? uriOf(kept.note.title, { id }) : uri;
        if (document.isDirty || this.coming || named.toString() === uri.toString()) {
            return;
        }
        if (tabsOf(named).length) {
            await vscode.window.tabGroups.close(tabsOf(uri)); // there is one of it already
        } else if (tabsOf(uri).length) {
            this.coming = named.toString();
            try {
                await vscode.workspace.fs.rename(uri, named);
            } finally {
                this.coming = undefined;
            }
        }
    }

    private close(uri: vscode.Uri): void {
        if (!documents().some((document) => document.uri.toString() === uri.toString())) {
            this.known.delete(uri.toString());
        }
    }

    /** What was changed elsewhere changes here, what was forgotten goes. */
    private async follow(changed: readonly string[], removed: readonly string[]): Promise<void> {
        removed.forEach((id) => this.removed.add(id));
        for (const { uri } of documents()) {
            const [id, kept] = [this.idOf(uri), await this.known.get(uri.toString())?.catch(() => undefined)];
            if (id && kept && removed.includes(id)) {
                this.known.delete(uri.toString());
                this.changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
                await vscode.window.tabGroups.close(tabsOf(uri).filter((tab) => !tab.isDirty));
            } else if (id && kept && changed.includes(id)) {
                const row = await this.session.ask('memo.edit', { id }).catch(() => undefined); // no server any more
                if (row && Object.keys(changes(keptOf(row).note, kept.note)).length) {
                    this.renew(uri, kept, keptOf(row));
                }
            }
        }
    }

    private renew(uri: vscode.Uri, kept: Kept, now: Kept): void {
        Object.assign(kept, now);
        this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }
}

function documents(): vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === NOTES);
}

/** The tabs that hold such a note. */
function tabs(wanted: (uri: vscode.Uri) => boolean): { tab: vscode.Tab; uri: vscode.Uri }[] {
    return vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .flatMap((tab) => (tab.input instanceof vscode.TabInputText ? [{ tab, uri: tab.input.uri }] : []))
        .filter(({ uri }) => uri.scheme === NOTES && wanted(uri));
}

/** The tabs of this one. */
function tabsOf(uri: vscode.Uri): vscode.Tab[] {
    return tabs((other) => other.toString() === uri.toString()).map(({ tab }) => tab);
}

function uriOf(title: string, address: Address): vscode.Uri {
    return vscode.Uri.from({ scheme: NOTES, path: `/${tabName(title, 'New note')}.md`, query: query(address) });
}

function placeOf(uri: vscode.Uri): Place {
    const address = addressIn(uri.query);
    return address && 'place' in address ? address.place : {};
}

function keptOf(row: Row): Kept {
    const { title, kind, topic, tags } = row;
    const note = { title, body: row.body ?? '', kind, topic: topic ?? '', tags: tags ?? [] };
    return { note, text: written(note), changedAt: Date.parse(row.updated_at ?? row.created_at ?? '') || 0 };
}

/** What the server said, as an editor can show it behind "cannot be saved" or "cannot be opened". */
function readable(trouble: Error): never {
    throw Object.assign(new Error(trouble.message), { name: 'Memo' });
}
