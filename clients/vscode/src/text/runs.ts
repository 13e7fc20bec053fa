/** What passes are called, what a run of one came to, and what it did. */

import type { Edit, Run } from '../shapes';
import { plain, short } from './cards';
import { Paper, type Page } from './paper';
import { ago, counted, day } from './times';

/** What a run came to; `chores` are those of upkeep, which changes no memory. */
export type Came = Pick<Run, 'pass' | 'changed' | 'skipped'> & { chores?: Record<string, number> };

const PASSES: Record<string, { name: string; done: (count: number) => string }> = {
    dedup: { name: 'Folding doubles', done: (count) => `${count.toLocaleString('en')} folded` },
    supersede: { name: 'Linking what was replaced', done: (count) => `${count.toLocaleString('en')} linked` },
    fold: { name: 'Folding restatements', done: (count) => `${count.toLocaleString('en')} folded` },
    theme: { name: 'Writing themes', done: (count) => `${count.toLocaleString('en')} written` },
    digest: { name: 'Summing up', done: (count) => `${counted(count, 'summary', 'summaries')} written` },
    tide: { name: 'Letting go', done: (count) => `${count.toLocaleString('en')} let go` },
    tend: { name: 'Tidying up', done: (count) => `${count.toLocaleString('en')} changed` },
};
const CHORES: Record<string, string> = {
    embedded: 'embedded',
    anchors: 'places looked at',
    log: 'old questions dropped',
    rows: 'old rows dropped',
    pages: 'pages written back',
};
const MOST_EDITS = 200; // on a page
const MOST_MEMBERS = 20; // of one edit

/** `Folding doubles`: what the settings call dedup. */
export function passName(pass: string): string {
    return PASSES[pass]?.name ?? pass;
}

/** What a run came to: `4 folded`, `found nothing`, `skipped: …`. */
export function outcome(run: Came): string {
    const upkeep = Object.entries(run.chores ?? {}).filter(([, count]) => count > 0);
    const parts = [
        ...upkeep.map(([name, count]) => `${count.toLocaleString('en')} ${CHORES[name] ?? name}`),
        !upkeep.length && run.changed > 0 && done(run),
        run.skipped && `skipped: ${run.skipped}`,
    ];
    return parts.filter(Boolean).join(', ') || 'found nothing';
}

/** What several runs changed, a few words each; empty if nothing. */
export function changes(runs: readonly Run[]): string {
    const counts = new Map<string, Run>();
    for (const run of runs.filter(({ changed, chores }) => changed > 0 && !upkept(chores))) {
        const before = counts.get(run.pass)?.changed ?? 0;
        counts.set(run.pass, { ...run, changed: before + run.changed });
    }
    return [...counts.values()].map(done).join(', ');
}

/** Whether there may be something to take back. */
export function undoable(run: Run): boolean {
    return run.changed > 0 && !upkept(run.chores) && run.undone_at === null && run.ended_at !== null;
}

/** `Folding doubles: 4 folded`. */
export function runTitle(run: Run): string {
    return `${passName(run.pass)}: ${outcome(run)}`;
}

/** What taking edits back does, a line each, the first few. */
export function puttingBack(edits: readonly Edit[], most = 5): string[] {
    const lines = edits.slice(0, most).map((edit) => {
        const [members, into] = [named(edit.members, 3), quoted(edit.into.title)];
        const words: Record<string, string> = {
            fold: `${members} out of ${into}`,
            theme: `${members} out from under ${into}`,
            link: `${members} no longer replaced by ${into}`,
            sink: `${members || into} afloat again`,
            digest: `the summary ${into} gone`,
        };
        return words[edit.kind] ?? `${edit.kind}: ${into}`;
    });
    const more = edits.length - lines.length;
    return more > 0 ? [...lines, `and ${more.toLocaleString('en')} more`] : lines;
}

/** A run as a page: what it did, with links to the memories; `edits` are those that stand. */
export function runPage(run: Run, edits: readonly Edit[], now = Date.now()): Page {
    const paper = new Paper();
    paper.line(`# ${plain(runTitle(run))}`);
    paper.line();
    paper.line(facts(run, now).map(plain).join(' · '));
    if (edits.length) {
        paper.section('What it did', () => edits.slice(0, MOST_EDITS).forEach((edit) => told(paper, edit)));
        if (edits.length > MOST_EDITS) {
            paper.line(`- and ${(edits.length - MOST_EDITS).toLocaleString('en')} more`);
        }
    } else if (run.changed > 0 && !upkept(run.chores)) {
        paper.line();
        paper.line('All of it was put back.');
    }
    paper.section('How it went', () => went(run).forEach((line) => paper.line(`- ${plain(line)}`)));
    return paper.page();
}

function done({ pass, changed }: Came): string {
    return PASSES[pass]?.done(changed) ?? `${changed.toLocaleString('en')} changed`;
}

function upkept(chores: Record<string, number> | undefined): boolean {
    return Object.keys(chores ?? {}).length > 0;
}

function facts(run: Run, now: number): string[] {
    const undone = run.undone_at && `undone ${ago(run.undone_at, now)}`;
    const cause = run.cause === 'manual' ? 'asked for' : run.cause;
    return [`run ${run.run}`, cause, `${ago(run.started_at, now)} (${day(run.started_at)})`, undone].filter(
        (part): part is string => Boolean(part),
    );
}

/** How a run went in figures, a line each. */
export function went(run: Run): string[] {
    const vetoed = Object.entries(run.vetoed).map(([rule, count]) => `${rule} ${count.toLocaleString('en')}`);
    return [
        `looked at ${run.considered.toLocaleString('en')}`,
        vetoed.length && `kept apart by the guard: ${vetoed.join(', ')}`,
        run.refused && `refused, for something was harder to find: ${run.refused.toLocaleString('en')}`,
        run.skipped && `skipped: ${run.skipped}`,
        `the settings call this pass ${run.pass}`,
    ].filter((line): line is string => Boolean(line));
}

function told(paper: Paper, { kind, into, members }: Edit): void {
    const words: Record<string, string> = {
        fold: 'folded into it',
        theme: 'beneath it',
        link: 'replaced by it',
    };
    paper.linked('- ', plain(into.title || into.id), '', { memory: into.id }, 'Open this memory');
    for (const { id, title } of kind in words ? members.slice(0, MOST_MEMBERS) : []) {
        paper.linked(`  - ${words[kind]}: `, plain(title || id), '', { memory: id }, 'Open this memory');
    }
    if (kind in words && members.length > MOST_MEMBERS) {
        paper.line(`  - and ${(members.length - MOST_MEMBERS).toLocaleString('en')} more`);
    }
}

function named(members: Edit['members'], most: number): string {
    const shown = members.slice(0, most).map(({ title, id }) => quoted(title || id));
    return [...shown, ...(members.length > most ? [`${members.length - most} more`] : [])].join(', ');
}

function quoted(title: string): string {
    return `“${short(title, 60)}”`;
}
