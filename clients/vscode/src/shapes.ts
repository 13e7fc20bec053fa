/** What the server answers, as docs/protocol.md and `memo-lsp … --json` have it. */

import type { CommandName } from './protocol';

export interface Anchor {
    path: string;
    symbol: string | null;
    line: number | null;
    state: 'same' | 'changed' | 'gone' | null;
    commits_since: number | null;
}

export interface Link {
    id: string;
    title: string;
    created_at: string | null;
}

/** What a hit and a row of a timeline have in common: enough for a line in a list. */
export interface Card {
    id: string;
    title: string;
    kind: string;
    created_at?: string | null;
    branch?: string | null;
    author?: string | null;
    trust?: string | null;
    confidence?: string | null;
    project?: string | null;
    topic?: string | null;
    tags?: string[];
    anchors: Anchor[];
    pinned?: boolean;
    state?: string;
    merged?: boolean | null;
    superseded_by?: Link | null;
}

export interface Step {
    stage: string;
    rank?: number;
    raw?: number;
    value?: number;
    factor?: number;
}

export interface Hit extends Card {
    score: number;
    sources: string[];
    excerpt: { text: string; matches: [number, number][] };
    beneath: Link[];
    trace: Step[];
}

export interface HitList {
    query: { project: string | null; branch: string | null };
    recall: number;
    confident: boolean;
    degraded: { leg: string; reason: string }[];
    hits: Hit[];
}

export interface Row extends Card {
    body?: string;
    updated_at?: string | null;
    surfaced?: { auto: number; search: number; drill: number };
    feedback?: { useful: number; not_useful: number };
    origin?: string;
}

/** What became of a note: the memory as it is kept, and the kinds of secrets that were taken out of it. */
export interface Kept extends Row {
    secrets: string[];
}

export interface Edge {
    type: string;
    from: string;
    to: string;
    title: string;
    maker: string;
    unmade_at: string | null;
}

export interface Run {
    run: number;
    pass: string;
    cause: string;
    started_at: string;
    ended_at: string | null;
    considered: number;
    changed: number;
    vetoed: Record<string, number>;
    refused: number;
    skipped: string | null;
    undone_at: string | null;
    chores: Record<string, number>;
}

/** One thing a run did: what it put into what. */
export interface Edit {
    edit: number;
    run: number;
    pass: string;
    kind: string;
    at: string;
    into: { id: string; title: string };
    members: { id: string; title: string }[];
    whole: boolean;
}

/** What was taken back, or would be. */
export interface PutBack {
    dry_run: boolean;
    put_back: number;
    edits: Edit[];
    blocked: [string, string][];
}

export interface Whole extends Row {
    edges: Edge[];
    beneath: Link[];
    history: Run[];
}

/** A pair that no pass joins again. */
export interface Pair {
    pair: [string, string];
    pass: string;
    at: string;
    cause: string;
    titles: [string | null, string | null];
}

/** One thing that a person should look at; of two memories the older first. */
export interface Review {
    what: 'contradiction' | 'vetoed' | 'refused' | 'apart' | 'gone' | 'unsure';
    why: string;
    at: string;
    memories: Card[];
    /** What can be done about it: commands without their `memo.`. */
    can: string[];
}

export interface Topic {
    topic: string;
    here: number;
    beneath: number;
}

export interface Check {
    name: string;
    ok: boolean;
    detail: string;
    fix: string | null;
}

export interface Status {
    state: 'starting' | 'idle' | 'capturing' | 'paused' | 'importing' | 'dreaming' | 'degraded';
    pausedIn: ('workspace' | 'global')[];
    memories: number;
    pending: number;
    lastRun: (Pick<Run, 'pass' | 'changed' | 'skipped' | 'chores'> & { endedAt: string }) | null;
    next: { pass: string; inSeconds: number | null; heldBy: string[] } | null;
    progress?: { pass: string; percent: number };
    degraded: { part: string; reason: string }[];
    summarizer: string;
    gate: { kept: number; dropped: Record<string, number> };
    embedding: { waiting: number; quarantined: number };
    skipped: { uri: string; reason: string } | null;
}

export interface Changes {
    written: string[];
    changed: string[];
    removed: string[];
}

export interface Briefing {
    markdown: string;
    recall: number;
    items: (Hit & { section: string })[];
}

export interface Exploration {
    observations: number;
    without_co_recall: { n: number; share: number };
    params: { eps: number; min_pts: number; tau_days: number; since_days: number; events: string };
    max_gap_days: number | null;
    log: { on: boolean; events: number; oldest: string | null };
    clusters: { members: (Link & { origin: string })[]; together: number }[];
    would_archive: number;
    noise: number;
    hints: string[];
    svg: string;
}

interface Known {
    'memo.search': HitList;
    'memo.remember': Kept;
    'memo.open': Whole;
    'memo.explain': { hit: Hit | null; words: string[] };
    'memo.pin': Row;
    'memo.edit': Kept;
    'memo.supersede': Row;
    'memo.forget': Row;
    'memo.timeline': Row[];
    'memo.briefing': Briefing;
    'memo.topics': Topic[];
    'memo.consolidate': Run[];
    'memo.runs': Run[];
    'memo.review': Review[];
    'memo.keepApart': { kept: number };
    'memo.undo': PutBack;
    'memo.refoldBlocks': Pair[];
    'memo.allowRefold': { lifted: number };
    'memo.importGit': { started: boolean };
    'memo.pause': Status;
    'memo.resume': Status;
    'memo.status': Status;
    'memo.doctor': Check[];
    'memo.dream': Exploration;
    'memo.import': { stored: number; known: number; events: number; skipped: { line: number | string; why: string }[] };
    'memo.export': { written: number };
}

export type Result<C extends CommandName> = C extends keyof Known ? Known[C] : unknown;
