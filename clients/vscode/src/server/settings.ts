/** What the server hears of our settings: only what is set, so that files and defaults behind it count too. */

import * as vscode from 'vscode';

export const SECTION = 'memo';
/** Settings of this extension alone, which the server knows nothing of. */
export const OWN = ['memo.server.command', 'memo.trace.server'];

type Tree = { [name: string]: unknown };

/** The set values under `memo`, as a tree: what the person set, and apart from it, in `workspace`, what a file of the
 * workspace says, for that comes with a cloned repository. An empty text is how a text is unset here. */
export function whatIsSet(names: readonly string[], scope?: vscode.Uri): Tree {
    const settings = vscode.workspace.getConfiguration(undefined, scope ?? null);
    const [own, workspace]: Tree[] = [{}, {}];
    for (const name of names) {
        const seen = settings.inspect(name);
        put(own, name, seen?.globalValue);
        put(workspace, name, seen?.workspaceFolderValue ?? seen?.workspaceValue);
    }
    return Object.keys(workspace).length ? { ...own, workspace } : own;
}

function put(tree: Tree, name: string, value: unknown): void {
    if (value !== undefined && value !== null && value !== '') {
        const [last, ...sections] = name.split('.').slice(1).reverse();
        const table = sections.reduceRight((at, section) => (at[section] ??= {}) as Tree, tree);
        table[last] = value;
    }
}

/** The names of the server's settings, as this extension's manifest declares them. */
export function declared(manifest: { contributes: { configuration: { properties: object }[] } }): string[] {
    const all = manifest.contributes.configuration.flatMap((section) => Object.keys(section.properties));
    return all.filter((name) => !OWN.includes(name));
}
