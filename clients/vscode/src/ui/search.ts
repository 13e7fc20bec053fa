/** Memory search: a quick pick that searches as one types. The server's order stays; a late answer is dropped. */

import * as vscode from 'vscode';
import type { Arguments } from '../protocol';
import type { Session } from '../server/session';
import type { Card, Hit, HitList } from '../shapes';
import { about, icon, short, telling } from '../text/cards';
import { complete, writing, type Completion } from '../text/filters';
import { chips } from '../text/legs';
import { goToCode, hasCode, here } from './where';

const REST = 120; // milliseconds without a key before a search
const LOOKED_AT = 1_000; // milliseconds a hit is highlighted before it counts as looked at
const MOST = 30;
const RECENT = 20;

const PIN = { iconPath: new vscode.ThemeIcon('pin'), tooltip: 'Pin' };
const UNPIN = { iconPath: new vscode.ThemeIcon('pinned'), tooltip: 'Unpin' };
const CODE = { iconPath: new vscode.ThemeIcon('code'), tooltip: 'Go to code' };
const EXPLAIN = { iconPath: new vscode.ThemeIcon('info'), tooltip: 'Why this one' };
const COPY = { iconPath: new vscode.ThemeIcon('copy'), tooltip: 'Copy' };

interface Item extends vscode.QuickPickItem {
    card?: Card;
    completion?: Completion;
}

export type Asked = Partial<Pick<Arguments['memo.search'], 'text' | 'symbols' | 'uri'>>;

export interface Doings {
    title?: string;
    /** The branches that are checked out. */
    own: ReadonlySet<string>;
    /** What is done with the memory that was chosen; it is opened unless said otherwise. */
    choose?: (card: Card, query: string) => Promise<void>;
    explain: (card: Card, query: string) => Promise<void>;
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
    private asking: vscode.CancellationTokenSource | undefined;
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
        pick.onDidChangeActive(([item]) => this.look(item));
        pick.onDidTriggerItemButton(({ item, button }) => void this.press(item, button));
        pick.onDidAccept(() => void this.accept());
        pick.show();
        void this.find();
        return new Promise((resolve) =>
            pick.onDidHide(() => {
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

    /** Ask for what stands there now; an answer that is not the newest question's any more is dropped. */
    private async find(): Promise<void> {
        this.asking?.cancel();
        const asking = (this.asking = new vscode.CancellationTokenSource());
        const text = this.pick.value.trim();
        this.pick.busy = true;
        try {
            const items = text ? await this.hits(text, asking.token) : await this.recent(asking.token);
            if (!asking.token.isCancellationRequested) {
                this.pick.items = items;
                this.look(this.pick.activeItems[0]);
            }
        } catch (trouble) {
            if (!asking.token.isCancellationRequested) {
                this.pick.items = [plainItem('warning', trouble instanceof Error ? trouble.message : String(trouble))];
            }
        } finally {
            if (this.asking === asking) {
                this.pick.busy = false;
            }
            asking.dispose();
        }
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
        this.used = new Set();
        this.remember(answer.hits);
        const filters = completions.map(completionItem);
        const rows = answer.hits.map((hit) => hitItem(hit, this.doings.own));
        const said = rows.length
            ? [...notes(answer), ...rows]
            : [plainItem('circle-slash', 'Nothing is remembered about that')];
        const titled = filters.length ? [separator('Filters'), ...filters] : [];
        return writing(value)
            ? [...titled, ...(filters.length ? [separator('Found')] : []), ...said]
            : [...said, ...titled];
    }

    private async recent(token: vscode.CancellationToken): Promise<Item[]> {
        this.recall = undefined;
        const rows = await this.session.ask('memo.timeline', { limit: RECENT, uri: this.projectOf() }, token);
        return rows.length ? [separator('Recent'), ...rows.map((row) => cardItem(row, '', this.doings.own))] : [];
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

    private async accept(): Promise<void> {
        const item = this.pick.activeItems[0];
        if (item?.completion) {
            this.pick.value = item.completion.text;
            this.soon();
        } else if (item?.card) {
            const query = this.pick.value.trim();
            this.pick.hide();
            await (this.doings.choose ?? this.doings.open)(item.card, query);
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
            vscode.window.setStatusBarMessage('$(check) Copied', 2_000);
        } else {
            this.pick.hide();
            await (button === CODE ? goToCode(card.anchors) : this.doings.explain(card, this.pick.value.trim()));
        }
    }

    private redraw(item: Item): void {
        const card = item.card!;
        Object.assign(item, { description: about(card, this.doings.own), buttons: buttons(card) });
        const at = this.pick.activeItems;
        this.pick.keepScrollPosition = true;
        this.pick.items = [...this.pick.items];
        this.pick.activeItems = at;
    }
}

function hitItem(hit: Hit, own: ReadonlySet<string>): Item {
    return cardItem(hit, [chips(hit), short(telling(hit))].filter(Boolean).join('  —  '), own);
}

function cardItem(card: Card, detail: string, own: ReadonlySet<string>): Item {
    return {
        label: `$(${icon(card.kind)}) ${short(card.title)}`,
        description: about(card, own),
        detail: detail || undefined,
        alwaysShow: true,
        buttons: buttons(card),
        card,
    };
}

function buttons(card: Card): vscode.QuickInputButton[] {
    return [card.pinned ? UNPIN : PIN, ...(hasCode(card) ? [CODE] : []), EXPLAIN, COPY];
}

function completionItem(completion: Completion): Item {
    return { label: `$(filter) ${completion.label}`, description: completion.says, alwaysShow: true, completion };
}

function plainItem(name: string, label: string): Item {
    return { label: `$(${name}) ${label}`, alwaysShow: true };
}

function separator(label: string): Item {
    return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** What to know about an answer as a whole. */
function notes(answer: HitList): Item[] {
    if (answer.degraded.length) {
        return [separator(answer.degraded.map(({ leg, reason }) => `without ${leg}: ${reason}`).join('; '))];
    }
    return answer.confident ? [] : [separator('Nothing fits well; the nearest')];
}

function copied(card: Card): string {
    const excerpt = 'excerpt' in card ? (card as Hit).excerpt.text.trim() : '';
    return excerpt && excerpt !== card.title ? `${card.title}\n\n${excerpt}` : card.title;
}
