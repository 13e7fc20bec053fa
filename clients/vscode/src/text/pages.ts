/** A memory as a page: markdown, and where in it the links are. What a memory says stands in a fence, as text. */

import type { Anchor, Edge, Hit, Run, Whole } from '../shapes';
import { caveats, ofCode, place, plain, short } from './cards';
import { Paper, type Page } from './paper';
import { passName } from './runs';
import { ago, counted, day } from './times';

const EDGES: Record<string, [string, string]> = {
    supersedes: ['replaces', 'replaced by'],
    reverts: ['reverts', 'reverted by'],
    fixes: ['fixes', 'fixed by'],
    refines: ['refines', 'refined by'],
    contradicts: ['contradicts', 'contradicted by'],
    caused_by: ['caused by', 'caused'],
    part_of: ['part of', 'made of'],
    archived_into: ['folded into', 'folded in'],
};

/** The page of a memory; `why` says why it was found, if it was. */
export function memoryPage(memory: Whole, why: { query: string; words: string[] } | undefined, now = Date.now()): Page {
    const paper = new Paper();
    paper.line(`# ${plain(memory.title)}`);
    paper.line();
    paper.line(first(memory, now).map(plain).join(' · '));
    if (memory.body?.trim()) {
        paper.line();
        paper.quote(memory.body);
    }
    if (memory.anchors.length) {
        paper.section('Code', () => memory.anchors.forEach((anchor) => code(paper, anchor)));
    }
    const edges = memory.edges.filter((edge) => edge.unmade_at === null);
    if (edges.length) {
        paper.section('Related', () => edges.forEach((edge) => related(paper, edge, memory.id)));
    }
    if (why) {
        paper.section(`Why it was found for ${short(plain(why.query), 60)}`, () =>
            why.words.forEach((words) => paper.line(`- ${plain(words)}`)),
        );
    }
    if (memory.history.length) {
        paper.section('What became of it', () =>
            memory.history.forEach((run) => paper.line(`- ${plain(happened(run))}`)),
        );
    }
    paper.section('About', () => last(memory).forEach((line) => paper.line(`- ${plain(line)}`)));
    return paper.page();
}

/** Why each of several memories was found; those that nothing found any more are left out. */
export function whyPage(query: string, found: readonly { hit: Hit | null; words: string[] }[]): Page {
    const paper = new Paper();
    paper.line(`# Why these for ${short(plain(query), 60)}`);
    for (const { hit, words } of found) {
        if (hit) {
            paper.line();
            paper.linked('## ', plain(hit.title), '', { memory: hit.id }, 'Open this memory');
            paper.line();
            words.forEach((each) => paper.line(`- ${plain(each)}`));
        }
    }
    return paper.page();
}

function first(memory: Whole, now: number): string[] {
    const age = ago(memory.created_at, now);
    const when = age && `${age} (${day(memory.created_at)})`;
    return [memory.kind, when, memory.branch, memory.author, ...caveats(memory)].filter((part): part is string =>
        Boolean(part),
    );
}

function code(paper: Paper, anchor: Anchor): void {
    const state = ofCode([anchor]);
    const after = [anchor.line ? `line ${anchor.line}` : '', state].filter(Boolean).join(' · ');
    const label = plain(place(anchor));
    if (anchor.state === 'gone') {
        paper.line(`- ${label} · ${after}`);
    } else {
        paper.linked('- ', label, after && ` · ${after}`, { code: anchor }, 'Go to this code');
    }
}

function related(paper: Paper, edge: Edge, id: string): void {
    const outward = edge.from === id;
    const words = EDGES[edge.type]?.[outward ? 0 : 1] ?? edge.type;
    const other = outward ? edge.to : edge.from;
    paper.linked(`- ${words}: `, plain(edge.title || other), '', { memory: other }, 'Open this memory');
}

function happened(run: Run): string {
    const undone = run.undone_at ? `, undone ${day(run.undone_at)}` : '';
    return `${day(run.started_at)} · ${passName(run.pass)} (run ${run.run}${undone})`;
}

function last(memory: Whole): string[] {
    const { surfaced, feedback } = memory;
    const seen = surfaced ? surfaced.auto + surfaced.search + surfaced.drill : 0;
    const said = feedback && feedback.useful + feedback.not_useful > 0;
    return [
        joined(memory.topic && `topic ${memory.topic}`, memory.tags?.length && `tags ${memory.tags.join(', ')}`),
        joined(
            memory.origin && `noted by ${memory.origin}`,
            memory.trust && `trust ${memory.trust}`,
            memory.confidence && `confidence ${memory.confidence}`,
        ),
        surfaced && seen > 0 && `came up ${counted(seen, 'time')}, opened ${counted(surfaced.drill, 'time')}`,
        said && `useful ${feedback.useful}, not useful ${feedback.not_useful}`,
        `id ${memory.id}`,
    ].filter((line): line is string => Boolean(line));
}

function joined(...parts: (string | number | null | undefined)[]): string {
    return parts.filter(Boolean).join(' · ');
}
