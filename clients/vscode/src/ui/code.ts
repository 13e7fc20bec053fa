/** Where a memory's code lies in this window, and the way there. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Anchor, Card } from '../shapes';
import { place } from '../text/cards';
import { row } from './rows';

const ABOVE = 6; // folders above a workspace folder in which a project's root is looked for

interface Place {
    anchor: Anchor;
    uri: vscode.Uri;
}

export class Code implements vscode.Disposable {
    private readonly listening: vscode.Disposable;
    /** Which project a folder belongs to, by its address. */
    private projects = new Map<string, Promise<string | null>>();

    constructor(private readonly session: Session) {
        this.listening = vscode.Disposable.from(
            vscode.workspace.onDidChangeWorkspaceFolders(() => this.projects.clear()),
            session.onPhase(() => this.projects.clear()),
        );
    }

    /** Open a memory's code; of several places, the one that is chosen. False if none of it is in this window. */
    async goTo(card: Card): Promise<boolean> {
        const places = await this.places(card);
        const chosen = places.length > 1 ? await choose(places) : places[0];
        if (chosen) {
            const line = Math.max(0, (chosen.anchor.line ?? 1) - 1);
            await vscode.window.showTextDocument(chosen.uri, { selection: new vscode.Range(line, 0, line, 0) });
        }
        return places.length > 0;
    }

    /** The file an anchor of a memory names: paths count from the root of the memory's own project. */
    async fileOf(anchor: Anchor, project: string | null | undefined): Promise<vscode.Uri | undefined> {
        const folders = await this.foldersOf(project);
        for (let height = 0; height <= ABOVE; height++) {
            for (const folder of folders) {
                const uri = vscode.Uri.joinPath(folder, ...Array<string>(height).fill('..'), anchor.path);
                if (await exists(uri)) {
                    return uri;
                }
            }
        }
        return undefined;
    }

    private async places({ anchors, project }: Card): Promise<Place[]> {
        const places: Place[] = [];
        for (const anchor of anchors.filter(({ state }) => state !== 'gone')) {
            const uri = await this.fileOf(anchor, project);
            if (uri) {
                places.push({ anchor, uri });
            }
        }
        return places;
    }

    /** The folders that belong to a project. Of a memory of which that is not known, all. */
    private async foldersOf(project: string | null | undefined): Promise<vscode.Uri[]> {
        const all = folders();
        if (!project) {
            return all;
        }
        const projects = await Promise.all(all.map((folder) => this.projectOf(folder)));
        return all.filter((_, at) => projects[at] === project);
    }

    private projectOf(folder: vscode.Uri): Promise<string | null> {
        const uri = folder.toString();
        const known = this.projects.get(uri);
        if (known) {
            return known;
        }
        const asked = this.session
            .ask('memo.search', { text: '', uri, k: 1, surface: 'view' })
            .then(({ query }) => query.project);
        this.projects.set(uri, asked);
        asked.catch(() => this.projects.delete(uri));
        return asked;
    }

    dispose(): void {
        this.listening.dispose();
    }
}

/** The workspace's folders; in a window without one, those of the files that are open. */
function folders(): vscode.Uri[] {
    const { workspaceFolders, textDocuments } = vscode.workspace;
    const files = textDocuments.map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');
    return workspaceFolders?.map(({ uri }) => uri) ?? files.map((uri) => vscode.Uri.joinPath(uri, '..'));
}

async function choose(places: readonly Place[]): Promise<Place | undefined> {
    const items = places.map((each) => ({
        ...row('code', place(each.anchor), each.anchor.line ? `line ${each.anchor.line}` : ''),
        place: each,
    }));
    return (await vscode.window.showQuickPick(items, { title: 'Go to code', placeHolder: 'Which place' }))?.place;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
    try {
        await vscode.workspace.fs.stat(uri);
        return true;
    } catch {
        return false;
    }
}
