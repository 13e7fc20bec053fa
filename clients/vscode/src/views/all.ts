/** The Memory view: its trees, and what makes each ask anew. */

import * as vscode from 'vscode';
import type { Briefings } from './briefing';
import { Here } from './here';
import { Listing } from './listing';
import { recentNodes, reviewNodes, runNodes, themeNodes, topicNodes } from './lists';
import type { Room } from './nodes';

export function memoryView(room: Room, log: vscode.LogOutputChannel, briefings: Briefings): vscode.Disposable {
    const listing = (
        name: string,
        roots: ConstructorParameters<typeof Listing>[3],
        ...changes: vscode.Event<unknown>[]
    ): Listing => new Listing(`memo.${name}`, room.session, log, roots, changes);
    const { onChange } = room.session;
    const folders = vscode.workspace.onDidChangeWorkspaceFolders;
    const here = new Here(room);
    return vscode.Disposable.from(
        listing('briefing', () => briefings.nodes(), briefings.onChange),
        here,
        listing('here', () => here.nodes(), onChange, here.onChange),
        listing('recent', () => recentNodes(room), onChange, folders),
        listing('themes', () => themeNodes(room), onChange, folders),
        listing('topics', () => topicNodes(room), onChange, folders),
        listing('consolidation', () => runNodes(room), onChange),
        listing('review', () => reviewNodes(room), onChange, folders),
    );
}
