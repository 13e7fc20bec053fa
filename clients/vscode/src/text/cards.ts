/** How a memory is called in a list: its icon, what is said about it, what to know before believing it. */

import type { Anchor, Card, Hit } from '../shapes';
import { ago, counted } from './times';

const ICONS: Record<string, string> = {
    fix: 'wrench',
    revert: 'discard',
    change: 'edit',
    'dead-end': 'circle-slash',
    todo: 'checklist',
    decision: 'law',
    reference: 'book',
    theme: 'layers',
    summary: 'calendar',
};
const OTHER_ICON = 'note';

/** The codicon of a kind. */
export function icon(kind: string): string {
    return ICONS[kind] ?? OTHER_ICON;
}

/** `fix · 3 months ago · feat/x · pinned`, or `replaced by “…” · fix · …`. `own` are the branches that go without saying. */
export function about(card: Card, own: ReadonlySet<string>, now = Date.now()): string {
    const elsewhere = card.branch && !own.has(card.branch) ? [card.branch] : [];
    const by = card.author && outside(card) ? [card.author] : [];
    const parts = [replaced(card), card.kind, ago(card.created_at, now), ...elsewhere, ...standing(card), ...by];
    return short(parts.filter(Boolean).join(' · '), Infinity);
}

/** What a reader should know before believing a memory. */
export function caveats(card: Card): string[] {
    return [replaced(card), ...standing(card)].filter(Boolean);
}

/** That something else holds now comes first: it is what must not be missed where there is little room. */
function replaced({ superseded_by: by }: Card): string {
    return by ? `replaced by “${by.title}”` : '';
}

function standing(card: Card): string[] {
    return [
        card.merged === false && 'not merged',
        card.pinned && 'pinned',
        ofCode(card.anchors),
        card.state && card.state !== 'active' && card.state,
        (card.confidence === 'low' || card.confidence === 'speculative') && 'unsure',
        outside(card) && 'from outside',
    ].filter((said): said is string => Boolean(said));
}

function outside(card: Card): boolean {
    return card.trust === 'external' || card.trust === 'untrusted';
}

/** What became of the code a memory belongs to; empty if one place of it is as it was. */
export function ofCode(anchors: readonly Anchor[]): string {
    const states = new Set(anchors.map((anchor) => anchor.state));
    if (states.has('same')) {
        return '';
    }
    if (states.has('changed')) {
        const since = Math.max(...anchors.map((anchor) => anchor.commits_since ?? 0));
        return `code changed since${since ? ` (${counted(since, 'commit')})` : ''}`;
    }
    return states.has('gone') ? 'no longer in the code' : '';
}

/** A memory with those of its places that are in this file, whichever others it has: a commit touches many. Of the paths
 * in which the file's ends, the longest is its own. */
export function inFile<T extends Card>(card: T, path: string): T {
    const ends = card.anchors.filter((anchor) => `/${path}`.endsWith(`/${anchor.path}`));
    const longest = Math.max(...ends.map((anchor) => anchor.path.length));
    return ends.length ? { ...card, anchors: ends.filter((anchor) => anchor.path.length === longest) } : card;
}

/** `src/io.py · load`. */
export function place(anchor: Anchor): string {
    return anchor.symbol ? `${anchor.path} · ${anchor.symbol}` : anchor.path;
}

/** What a hit says beyond its title, in one line. */
export function telling({ title, excerpt }: Hit): string {
    const lines = excerpt.text.split(/\r?\n/).map((line) => short(line, Infinity));
    return lines.filter((line) => line && line !== title && !title.endsWith(line)).join(' ');
}

/** Signs that are not seen, and those that turn the writing round for all that follows. */
const UNSEEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** One line, cut where it would not be read any more. */
export function short(text: string, most = 160): string {
    const line = text.replace(UNSEEN, '').split(/\s+/).filter(Boolean).join(' ');
    return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}

/** A line for where the editor draws `$(icons)` and links: what a memory says stays letters. */
export function letters(text: string, most = 160): string {
    return short(text, most).replace(/\$(?=\()|\](?=\()/g, '$&\u2060');
}

/** Words in which markdown finds no link, image or HTML. Nothing else is escaped: a page is read as it is written. */
export function plain(text: string): string {
    return short(text, Infinity).replace(/\[(?=.*\][([:])|!(?=\[)|<(?=[a-z/!?])/gi, '\\$&');
}

/** A title as the name of a tab, which is the end of a path. */
export function tabName(title: string, other: string): string {
    const name = short(title, 60).replaceAll('/', '\u2215');
    return /[^.\s]/.test(name) ? name : other;
}
