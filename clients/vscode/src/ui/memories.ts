/** What can be done with one memory, from wherever it is shown: a list, a page, a hover. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Card } from '../shapes';
import { short } from '../text/cards';
import { attempt } from './attempt';
import type { Notes } from './notes';
import type { Pages } from './pages';
import type { Branches } from './branches';
import type { Code } from './code';
import { say, sure } from './say';
import { search } from './search';

const FORGET = 'Forget';

/** A command's argument: a row of a list, or what a link carries. */
export type Given = { card?: Card; id?: string; ids?: string[]; query?: string; useful?: boolean } | undefined;

export class Memories {
    constructor(
        private readonly session: Session,
        private readonly pages: Pages,
        private readonly notes: Notes,
        private readonly branches: Branches,
        private readonly code: Code,
    ) {}

    /** The commands and what they do; each is given a memory, else takes the one on the page looked at. */
    register(): vscode.Disposable {
        const doings: Record<string, (id: string, card: Card | undefined, given: Given) => Promise<unknown>> = {
            'memo.open': (id) => this.pages.open(id),
            'memo.explain': (id, _, given) =>
                given?.ids ? this.pages.openWhy(given.ids, given.query ?? '') : this.pages.open(id, given?.query),
            'memo.feedback': (id, _, given) => this.feedback(id, given?.useful === true),
            'memo.useful': (id) => this.feedback(id, true),
            'memo.notUseful': (id) => this.feedback(id, false),
            'memo.pin': (id) => this.session.ask('memo.pin', { id, pinned: true }),
            'memo.unpin': (id) => this.session.ask('memo.pin', { id, pinned: false }),
            'memo.edit': (id) => this.notes.edit(id),
            'memo.goToCode': (_, card) => this.goToCode(card),
            'memo.copy': (_, card) => copy(card?.title ?? ''),
            'memo.copyId': (id) => copy(id),
            'memo.supersede': (id, card) => this.supersede(id, card),
            'memo.forget': (id, card) => this.forget(id, card),
        };
        const register = ([command, doing]: [string, (typeof doings)[string]]): vscode.Disposable =>
            vscode.commands.registerCommand(command, (given: Given) =>
                attempt(this.session, async () => {
                    const card = given?.card ?? (given?.id ? undefined : this.pages.current);
                    const id = given?.id ?? card?.id;
                    if (!id) {
                        throw new Error('Open a memory first.');
                    }
                    await doing(id, card, given);
                }),
            );
        return vscode.Disposable.from(...Object.entries(doings).map(register));
    }

    private async feedback(id: string, useful: boolean): Promise<void> {
        await this.session.ask('memo.feedback', { id, useful });
        say(`Noted: ${useful ? 'useful' : 'not useful'}`);
    }

    private async goToCode(card: Card | undefined): Promise<void> {
        if (!card || !(await this.code.goTo(card))) {
            throw new Error('Its code is not in this window, or is there no more.');
        }
    }

    /** Choose the newer memory that takes the place of this one. */
    private supersede(old: string, card: Card | undefined): Promise<void> {
        const called = card ? `“${short(card.title, 60)}”` : 'it';
        const choose = (chosen: Card): Promise<void> =>
            attempt(this.session, async () => {
                await this.session.ask('memo.supersede', { old, new: chosen.id });
                say(`“${short(chosen.title, 40)}” holds now, in place of ${called}`);
            });
        const open = (one: Card): Promise<void> => this.pages.open(one.id);
        return search(
            this.session,
            {},
            {
                ...{ title: `What replaces ${called}?`, without: old, choose, open, explain: open },
                goTo: (one: Card) => this.code.goTo(one),
                own: this.branches.own,
            },
        );
    }

    private async forget(id: string, card: Card | undefined): Promise<void> {
        const title = card?.title ?? (await this.session.ask('memo.forget', { id, dryRun: true })).title;
        const detail = 'The text is deleted for good, and no import brings it back.';
        if (await sure(`Forget “${short(title, 80)}”?`, detail, FORGET)) {
            await this.session.ask('memo.forget', { id });
            say('Forgotten');
        }
    }
}

async function copy(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
    say('Copied');
}
