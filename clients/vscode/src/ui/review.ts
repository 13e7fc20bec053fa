/** What a person does about two memories: look at both, say which holds, keep them apart, let them be joined again. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Card, Review } from '../shapes';
import { icon, letters, short } from '../text/cards';
import { passName } from '../text/runs';
import { ago, counted } from '../text/times';
import type { Pages } from './pages';
import { row } from './rows';
import { say } from './say';

/** The older one, and the newer one beside it. */
export async function openBoth(pages: Pages, { memories }: Review): Promise<void> {
    for (const [at, { id }] of memories.entries()) {
        await pages.open(id, undefined, at > 0);
    }
}

/** Choose the one that holds: it replaces the other. */
export async function chooseWhichHolds(session: Session, { memories }: Review): Promise<void> {
    const items = [...memories]
        .reverse()
        .map((card) => ({ ...row(icon(card.kind), card.title, '', ago(card.created_at)), card }));
    const title = 'Which one holds? It replaces the other.';
    const chosen = await vscode.window.showQuickPick(items, { title });
    const other = memories.find(({ id }) => id !== chosen?.card.id);
    if (chosen && other) {
        await session.ask('memo.supersede', { old: other.id, new: chosen.card.id });
        say(`“${short(other.title, 40)}” is replaced`);
    }
}

export async function keepApart(session: Session, { memories }: Review): Promise<void> {
    await session.ask('memo.keepApart', { pairs: [pairOf(memories)] });
    say('Kept apart: both hold');
}

/** Let passes join a pair again; without one, those that are chosen from all that are kept apart. */
export async function allowRefold(session: Session, item?: Review): Promise<void> {
    const pairs = item ? [pairOf(item.memories)] : await choosePairs(session);
    if (pairs.length) {
        const { lifted } = await session.ask('memo.allowRefold', { pairs });
        say(`${counted(lifted, 'pair')} may be joined again`);
    }
}

async function choosePairs(session: Session): Promise<[string, string][]> {
    const marks = await session.ask('memo.refoldBlocks', {});
    if (!marks.length) {
        say('No pair is kept apart');
        return [];
    }
    const items = marks.map(({ pair, titles: [first, second], pass, cause, at }) => ({
        ...row('lock', first ?? pair[0], [passName(pass), cause, ago(at)].join(' · ')),
        ...(pair[0] === pair[1] ? {} : { detail: letters(second ?? pair[1]) }), // a summary stands alone
        pair,
    }));
    const title = 'Which may be joined again?';
    const chosen = await vscode.window.showQuickPick(items, { title, canPickMany: true });
    return (chosen ?? []).map(({ pair }) => pair);
}

function pairOf(memories: readonly Card[]): [string, string] {
    const [first, second] = memories;
    if (!first || !second) {
        throw new Error('This is no pair.');
    }
    return [first.id, second.id];
}
