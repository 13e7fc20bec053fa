/** The Memory view: its trees, and what makes each ask anew. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Briefings } from './briefing';
import { hereNodes } from './here';
import { Listing } from './listing';
import { recentNodes, reviewNodes, runNodes, themeNodes, topicNodes } from './lists';

export function memoryView(session: Session, log: vscode.LogOutputChannel, briefings: Briefings): vscode.Disposable {
    const listing = (
        name: string,
        roots: ConstructorParameters<typeof Listing>[3],
        ...changes: vscode.Event<unknown>[]
    ): Listing => new Listing(`memo.${name}`, session, log, roots, changes);
    const { onChange } = session;
    const folders = vscode.workspace.onDidChangeWorkspaceFolders;
    const looking = [vscode.window.onDidChangeActiveTextEditor, vscode.window.onDidChangeTextEditorSelection];
    return vscode.Disposable.from(
        listing('briefing', () => briefings.nodes(), briefings.onChange),
        listing('here', () => hereNodes(session), onChange, ...looking),
        listing('recent', () => recentNodes(session), onChange, folders),
        listing('themes', () => themeNodes(session), onChange),
        listing('topics', () => topicNodes(session), onChange),
        listing('consolidation', () => runNodes(session), onChange),
        listing('review', () => reviewNodes(session), onChange),
    );
}
