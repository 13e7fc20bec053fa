/** *Briefing*: where one left off, when the view is opened, on command, and when another branch was checked out. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Briefing, Status } from '../shapes';
import type { Branches, Switch } from '../ui/branches';
import { letters } from '../text/cards';
import { here } from '../ui/where';
import { GroupNode, MemoryNode, type Node } from './nodes';

const SAID_FOR = 600_000; // milliseconds a briefing is announced

export class Briefings implements vscode.Disposable {
    private readonly changed = new vscode.EventEmitter<void>();
    private readonly item = vscode.window.createStatusBarItem('memo.briefing', vscode.StatusBarAlignment.Right, 99);
    private readonly belongings: vscode.Disposable[] = [this.changed, this.item];
    private shown: Promise<Briefing> | undefined;
    private timer: NodeJS.Timeout | undefined;
    private importing = false;
    /** There is another briefing to show. */
    readonly onChange = this.changed.event;

    constructor(
        private readonly session: Session,
        private readonly branches: Branches,
    ) {
        this.item.name = 'Memo: briefing';
        this.item.command = 'memo.briefing';
        this.belongings.push(
            session.onPhase(() => (this.shown = undefined)),
            session.onChange(({ removed }) => (this.shown && removed.length ? this.drop(removed) : this.askAgain())),
            session.onStatus(({ state }) => this.onState(state)),
            branches.onSwitch((to) => void this.announce(to).catch(() => undefined)),
        );
    }

    /** The lines of the briefing there is; the first to look asks for it. */
    async nodes(): Promise<Node[]> {
        const { items } = await (this.shown ??= this.ask(here()));
        return [...new Set(items.map((item) => item.section))].map((title) => {
            const entries = items
                .filter((item) => item.section === title)
                .map((item) => new MemoryNode(item, this.branches.own));
            return new GroupNode(title, 'list-unordered', entries);
        });
    }

    /** Show the view; what was announced stands there, else a new briefing. */
    async show(): Promise<void> {
        if (!this.item.text) {
            this.shown = undefined;
            this.changed.fire();
        }
        this.settle();
        await vscode.commands.executeCommand('memo.briefing.focus');
    }

    private async announce({ root, branch }: Switch): Promise<void> {
        this.shown = this.ask(root.toString());
        this.changed.fire();
        if ((await this.shown).items.length) {
            this.item.text = `$(coffee) ${letters(branch, 40)}`;
            this.item.tooltip = `A briefing for ${branch} is ready`;
            this.item.accessibilityInformation = { label: this.item.tooltip, role: 'button' };
            this.item.show();
            clearTimeout(this.timer);
            this.timer = setTimeout(() => this.settle(), SAID_FOR);
        }
    }

    private onState(state: Status['state']): void {
        const over = this.importing && state !== 'importing';
        this.importing = state === 'importing';
        if (over) {
            this.shown &&= this.more(this.shown);
            this.changed.fire();
        }
    }

    /** What there is to tell beside what was told: nothing is told twice. */
    private async more(told: Promise<Briefing>): Promise<Briefing> {
        const before = await told;
        const found = await this.session.ask('memo.briefing', { uri: here(), surface: 'view' }).catch(() => undefined);
        return { ...before, items: [...(found?.items ?? []), ...before.items] };
    }

    /** Where there was nothing to tell, there may be something now; while a history comes in, once it has. */
    private askAgain(): void {
        if (!this.shown && this.session.running && !this.importing) {
            this.changed.fire();
        }
    }

    /** What was forgotten stands here no more. */
    private drop(removed: readonly string[]): void {
        this.shown &&= this.shown.then((told) => ({
            ...told,
            items: told.items.filter(({ id }) => !removed.includes(id)),
        }));
        this.changed.fire();
    }

    /** Nothing comes twice in a session: what was told is kept, an empty answer is not. */
    private async ask(uri: string | undefined): Promise<Briefing> {
        let told: Briefing | undefined;
        try {
            return (told = await this.session.ask('memo.briefing', { uri, surface: 'view' }));
        } finally {
            if (!told?.items.length) {
                this.shown = undefined;
            }
        }
    }

    private settle(): void {
        clearTimeout(this.timer);
        this.item.text = '';
        this.item.hide();
    }

    dispose(): void {
        clearTimeout(this.timer);
        vscode.Disposable.from(...this.belongings).dispose();
    }
}
