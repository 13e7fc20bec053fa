/** Memory search: a quick pick that searches as one types. The server's order stays; a late answer is dropped, and an
 * Enter waits for the answer to what was typed. */

import * as vscode from 'vscode';
import type { Arguments } from '../protocol';
import type { Session } from '../server/session';
import type { Card, Hit, HitList } from '../shapes';
import { complete, filters, unread, writing, type Completion } from '../text/filters';
import { memoryRow, row } from './rows';
import { say } from './say';
import { hasCode, here } from './where';

const REST = 120; // milliseconds without a key before a search
const PATIENCE = 3_000; // milliseconds before it is said that the server takes its time
const LOOKED_AT = 1_000; // milliseconds a hit is highlighted before it counts as looked at
const MOST = 30;
const RECENT = 20;

const PIN = { iconPath: new vscode.ThemeIcon('pin'), tooltip: 'Pin' };
const UNPIN = { iconPath: new vscode.ThemeIcon('pinned'), tooltip: 'Unpin' };
const CODE = { iconPath: new vscode.ThemeIcon('code'), tooltip: 'Go to code' };
const EXPLAIN = { iconPath: new vscode.ThemeIcon('info'), tooltip: 'Why this one' };
const COPY = { iconPath: new vscode.ThemeIcon('copy'), tooltip: 'Copy' };

const WAITING = { ...row('loading~spin', 'Waiting for the server…'), alwaysShow: true };

interface Item extends vscode.QuickPickItem {
    card?: Card;
    completion?: Completion;
}

export type Asked = Partial<Pick<Arguments['memo.search'], 'text' | 'symbols' | 'uri'>>;

export interface Doings {
    title?: string;
    /** A memory that is not offered: the one that another is looked for. */
    without?: string;
    /** The branches that are checked out. */
    own: ReadonlySet<string>;
    /** What is done with the memory that was chosen; it is opened unless said otherwise. */
    choose?: (card: Card, query: string) => Promise<void>;
    explain: (card: Card, query: string) => Promise<void>;
    goTo: (card: Card) => Promise<unknown>;
    open: (card: Card, query: string) => Promise<void>;
}

/** Show the search; settled when it is closed. */
export function search(session: Session, asked: Asked, doings: Doings): Promise<void> {
    return new Search(session, asked, doings).run();
}

class Search {
    private readonly pick = vscode.window.createQuickPick<Item>();
    private readonly seen: Record<string, Set<string>> = {
        branch: new Set(),
        tag: new Set(),
        by: new Set(),
        topic: new Set(),
    };
    private readonly uri: string | undefined;
    private symbols: string[] | undefined;
    private recall: number | undefined;
    private used = new Set<string>();
    private sure = true;
    private asking: vscode.CancellationTokenSource | undefined;
    /** What the rows answer, once they are there. */
    private found: { value: string; rows: Promise<void> } | undefined;
    private active: Item | undefined;
    private open = true;
    private resting: NodeJS.Timeout | undefined;
    private looking: NodeJS.Timeout | undefined;

    constructor(
        private readonly session: Session,
        private readonly asked: Asked,
        private readonly doings: Doings,
    ) {
        this.uri = asked.uri ?? here();
        this.symbols = asked.symbols;
    }

    run(): Promise<void> {
        const { pick } = this;
        pick.title = this.doings.title ?? 'Search memory';
        pick.placeholder = 'Words, a name, or kind:fix since:30d "exact words"';
        pick.matchOnDescription = pick.matchOnDetail = false;
        // Not in the typings; without it rows are sorted anew by how well their label matches.
        (pick as unknown as { sortByLabel: boolean }).sortByLabel = false;
        pick.value = this.asked.text ?? '';
        pick.onDidChangeValue(() => {
            this.symbols = undefined;
            this.soon();
        });
        pick.onDidChangeActive(([item]) => {
            this.active = item;
            this.look(item);
        });
        pick.onDidTriggerItemButton(({ item, button }) => void this.press(item, button));
        pick.onDidAccept(() => void this.accept());
        pick.show();
        void this.find();
        return new Promise((resolve) =>
            pick.onDidHide(() => {
                this.open = false;
                clearTimeout(this.resting);
                clearTimeout(this.looking);
                this.asking?.cancel();
                pick.dispose();
                resolve();
            }),
        );
    }

    private soon(): void {
        clearTimeout(this.resting);
        this.asking?.cancel();
        this.resting = setTimeout(() => void this.find(), REST);
    }

    /** Ask for what stands there now, if that is not done already. */
    private find(): Promise<void> {
        const { value } = this.pick;
        clearTimeout(this.resting);
        if (!this.found || !this.isAsked(value)) {
            this.found = { value, rows: this.ask(value.trim()) };
        }
        return this.found.rows;
    }

    /** Whether the rows answer this, or will. */
    private isAsked(value: string): boolean {
        return this.found?.value === value && !this.asking?.token.isCancellationRequested;
    }

    /** Show the answer; one that is not the newest question's any more is dropped. */
    private async ask(text: string): Promise<void> {
        this.asking?.cancel();
        const asking = (this.asking = new vscode.CancellationTokenSource());
        const { token } = asking;
        this.pick.busy = true;
        const waiting = setTimeout(() => (this.pick.items = [WAITING]), PATIENCE);
        const items = await (text ? this.hits(text, token) : this.recent(token)).catch((trouble: unknown) => [
            row('warning', trouble instanceof Error ? trouble.message : String(trouble)),
        ]);
        clearTimeout(waiting);
        if (token.isCancellationRequested) {
            return;
        }
        this.pick.busy = false;
        this.pick.items = items;
        this.active = items.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
        this.look(this.active);
    }

    private async hits(text: string, token: vscode.CancellationToken): Promise<Item[]> {
        const { uri, symbols } = this;
        const value = this.pick.value;
        const [answer, completions] = await Promise.all([
            this.session.ask('memo.search', { text, symbols, uri, k: MOST, surface: 'search' }, token),
            this.completions(value, token),
        ]);
        if (token.isCancellationRequested) {
            return [];
        }
        this.recall = answer.recall;
        this.sure = answer.confident;
        this.used = new Set();
        this.remember(answer.hits);
        const rows = this.items(answer.hits);
        const said = rows.length ? [...notes(answer, text), ...rows] : [nothing(text)];
        const titled = completions.length ? [separator('Filters'), ...completions.map(completionItem)] : [];
        return writing(value)
            ? [...titled, ...(titled.length ? [separator('Found')] : []), ...said]
            : [...said, ...titled];
    }

    private async recent(token: vscode.CancellationToken): Promise<Item[]> {
        this.recall = undefined;
        this.sure = true;
        const rows = await this.session.ask('memo.timeline', { limit: RECENT, uri: this.projectOf() }, token);
        return rows.length ? [separator('Recent'), ...this.items(rows)] : [];
    }

    private items(cards: readonly Card[]): Item[] {
        return cards.filter(({ id }) => id !== this.doings.without).map((card) => this.item(card));
    }

    private item(card: Card): Item {
        const shown = memoryRow(card, this.doings.own, this.sure);
        return { ...shown, alwaysShow: true, buttons: buttons(card), card };
    }

    /** The whole project of the file asked from. */
    private projectOf(): string | undefined {
        const folder = this.uri && vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(this.uri));
        return folder ? folder.uri.toString() : undefined;
    }

    private async completions(value: string, token: vscode.CancellationToken): Promise<Completion[]> {
        const at = writing(value);
        if (at?.field === 'topic') {
            const parent = at.value.includes('.') ? at.value.slice(0, at.value.lastIndexOf('.')) : undefined;
            const topics = await this.session.ask('memo.topics', { prefix: parent }, token);
            topics.forEach(({ topic }) => this.seen['topic'].add(topic));
        }
        const known = Object.fromEntries(Object.entries(this.seen).map(([field, values]) => [field, [...values]]));
        return complete(value, known);
    }

    /** Values that were found make later filters quicker to write. */
    private remember(hits: readonly Hit[]): void {
        for (const { branch, author, topic, tags } of hits) {
            branch && this.seen['branch'].add(branch);
            author && this.seen['by'].add(author);
            topic && this.seen['topic'].add(topic);
            tags?.forEach((tag) => this.seen['tag'].add(tag));
        }
    }

    /** What stays highlighted a while was looked at. */
    private look(item: Item | undefined): void {
        clearTimeout(this.looking);
        const { recall } = this;
        const id = item?.card?.id;
        if (recall !== undefined && id !== undefined && !this.used.has(id)) {
            this.looking = setTimeout(() => {
                this.used.add(id);
                this.session.ask('memo.used', { recall, ids: [id] }).catch(() => undefined);
            }, LOOKED_AT);
        }
    }

    /** Take the row that is highlighted. Where the rows still answer what stood there before, the first of the new. */
    private async accept(): Promise<void> {
        const { value } = this.pick;
        do {
            await this.find();
            if (!this.open || this.pick.value !== value) {
                return;
            }
        } while (!this.isAsked(value));
        const { completion, card } = this.active ?? {};
        if (completion) {
            this.pick.value = completion.text;
            this.soon();
        } else if (card) {
            this.pick.hide();
            await (this.doings.choose ?? this.doings.open)(card, value.trim());
        }
    }

    private async press(item: Item, button: vscode.QuickInputButton): Promise<void> {
        const { card } = item;
        if (!card) {
            return;
        }
        if (button === PIN || button === UNPIN) {
            const { pinned } = await this.session.ask('memo.pin', { id: card.id, pinned: button === PIN });
            card.pinned = pinned;
            this.redraw(item);
        } else if (button === COPY) {
            await vscode.env.clipboard.writeText(copied(card));
            say('Copied');
        } else {
            this.pick.hide();
            await (button === CODE ? this.doings.goTo(card) : this.doings.explain(card, this.pick.value.trim()));
        }
    }

    private redraw(item: Item): void {
        Object.assign(item, this.item(item.card!));
        const at = this.pick.activeItems;
        this.pick.keepScrollPosition = true;
        this.pick.items = [...this.pick.items];
        this.pick.activeItems = at;
    }
}

function buttons(card: Card): vscode.QuickInputButton[] {
    return [card.pinned ? UNPIN : PIN, ...(hasCode(card) ? [CODE] : []), EXPLAIN, COPY];
}

function completionItem(completion: Completion): Item {
    return { ...row('filter', completion.label, completion.says), alwaysShow: true, completion };
}

function nothing(text: string): Item {
    const odd = unread(text);
    const narrowed = filters(text).filter((filter) => !odd.some((line) => line.startsWith(`${filter} `)));
    const detail = [narrowed.length && `with ${narrowed.join(' ')}`, ...odd].filter(Boolean).join('; ');
    return { ...row('circle-slash', 'Nothing is remembered about that', '', detail), alwaysShow: true };
}

function separator(label: string): Item {
    return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** What to know about an answer as a whole. */
function notes({ degraded, confident }: HitList, text: string): Item[] {
    const missing = degraded.map(({ leg, reason }) => `without ${leg}: ${reason}`);
    const far = confident || missing.length ? [] : ['Nothing fits well; the nearest'];
    const line = [...missing, ...unread(text), ...far].join('; ');
    return line ? [separator(line)] : [];
}

function copied(card: Card): string {
    const excerpt = 'excerpt' in card ? (card as Hit).excerpt.text.trim() : '';
    return excerpt && excerpt !== card.title ? `${card.title}\n\n${excerpt}` : card.title;
}
