/** One tree of the Memory view: asked for when it is looked at, and again when something changed meanwhile. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Node } from './nodes';

const REST = 400; // milliseconds without a change before it is asked for again

export class Listing implements vscode.TreeDataProvider<Node>, vscode.Disposable {
    readonly view: vscode.TreeView<Node>;
    private readonly emitter = new vscode.EventEmitter<void>();
    private readonly belongings: vscode.Disposable[];
    private stale = false;
    private timer: NodeJS.Timeout | undefined;
    readonly onDidChangeTreeData = this.emitter.event;

    constructor(
        private readonly id: string,
        private readonly session: Session,
        private readonly log: vscode.LogOutputChannel,
        private readonly roots: () => Promise<Node[]>,
        changes: readonly vscode.Event<unknown>[],
    ) {
        this.view = vscode.window.createTreeView(id, { treeDataProvider: this, showCollapseAll: false });
        this.belongings = [
            this.view,
            this.emitter,
            this.view.onDidChangeVisibility(({ visible }) => visible && this.stale && this.refresh()),
            session.onPhase(() => {
                this.isEmpty(false);
                this.refresh();
            }),
            ...changes.map((changed) => changed(() => this.later())),
        ];
    }

    getTreeItem(node: Node): Node {
        return node;
    }

    async getChildren(node?: Node): Promise<Node[]> {
        if (!this.session.running) {
            return [];
        }
        const found = await this.ask(node).catch((trouble: unknown) => {
            this.log.warn(`${this.view.title}: ${trouble instanceof Error ? trouble.message : String(trouble)}`);
            return [];
        });
        if (!node) {
            this.isEmpty(found.length === 0);
        }
        return found;
    }

    private async ask(node?: Node): Promise<Node[]> {
        return node ? ((await node.children?.()) ?? []) : this.roots();
    }

    /** What stands where there is nothing is shown once that is known, not while it is asked for. */
    private isEmpty(empty: boolean): void {
        void vscode.commands.executeCommand('setContext', `${this.id}.empty`, empty);
    }

    /** Something changed; several changes in a row are one. */
    later(): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.refresh(), REST);
    }

    /** Ask anew, once somebody looks. */
    refresh(): void {
        this.stale = !this.view.visible;
        if (!this.stale) {
            this.emitter.fire();
        }
    }

    dispose(): void {
        clearTimeout(this.timer);
        vscode.Disposable.from(...this.belongings).dispose();
    }
}
