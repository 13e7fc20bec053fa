/** What the server hears of our settings: only what a person set, so that files and defaults behind it count too. */

import * as vscode from 'vscode';

export const SECTION = 'memo';
/** Settings of this extension alone, which the server knows nothing of. */
export const OWN = ['memo.server.command', 'memo.trace.server'];

type Tree = { [name: string]: unknown };

/** The set values under `memo`, as a tree. An empty text is how a text is unset here. */
export function setByPerson(names: readonly string[], scope?: vscode.Uri): Tree {
    const settings = vscode.workspace.getConfiguration(undefined, scope ?? null);
    const tree: Tree = {};
    for (const name of names) {
        const seen = settings.inspect(name);
        const value = seen?.workspaceFolderValue ?? seen?.workspaceValue ?? seen?.globalValue;
        if (value !== undefined && value !== null && value !== '') {
            put(tree, name.split('.').slice(1), value);
        }
    }
    return tree;
}

function put(tree: Tree, [first, ...rest]: string[], value: unknown): void {
    if (rest.length === 0) {
        tree[first] = value;
    } else {
        put((tree[first] ??= {}) as Tree, rest, value);
    }
}

/** The names of the server's settings, as this extension's manifest declares them. */
export function declared(manifest: { contributes: { configuration: { properties: object }[] } }): string[] {
    const all = manifest.contributes.configuration.flatMap((section) => Object.keys(section.properties));
    return all.filter((name) => !OWN.includes(name));
}
