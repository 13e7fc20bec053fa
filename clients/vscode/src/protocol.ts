// Made by scripts/make.py from memo_lsp/server/protocol.py: change that instead.

export interface Position {
    line: number;
    character: number;
}

export interface Range {
    start: Position;
    end: Position;
}

export const PROTOCOL = 1;

/** Kinds there are; a memory that was imported may have any other. */
export const KINDS: readonly string[] = [
    'note',
    'decision',
    'todo',
    'fix',
    'dead-end',
    'reference',
    'change',
    'revert',
    'theme',
    'summary',
];

export const Method = {
    Status: 'memo/status',
    Summarize: 'memo/summarize',
    DidChangeMemory: 'memo/didChangeMemory',
    Diagnostics: 'memo/diagnostics',
    Terminal: 'memo/terminal',
    Activity: 'memo/activity',
    Clock: 'memo/clock',
} as const;

export interface Arguments {
    'memo.search': {
        text: string;
        symbols?: string[];
        uri?: string;
        branch?: string;
        asOf?: string;
        k?: number;
        profile?: string;
        surface?: 'search' | 'hover' | 'drill' | 'briefing' | 'mcp' | 'view';
    };
    'memo.remember': {
        title: string;
        body?: string;
        channel?: 'observation' | 'memory' | 'skill';
        uri?: string;
        range?: Range;
        kind?: string;
        tags?: string[];
        topic?: string;
        trust?: 'owner' | 'self' | 'external' | 'untrusted';
        confidence?: 'high' | 'medium' | 'low' | 'speculative';
        supersedes?: string;
        pinned?: boolean;
    };
    'memo.open': {
        id: string;
        surface?: 'view';
    };
    'memo.explain': {
        id: string;
        query: string;
    };
    'memo.feedback': {
        id: string;
        useful: boolean;
    };
    'memo.used': {
        recall: number;
        ids: string[];
    };
    'memo.pin': {
        id: string;
        pinned?: boolean;
    };
    'memo.edit': {
        id: string;
        title?: string;
        body?: string;
        kind?: string;
        tags?: string[];
        topic?: string;
        trust?: 'owner' | 'self' | 'external' | 'untrusted';
        confidence?: 'high' | 'medium' | 'low' | 'speculative';
    };
    'memo.supersede': {
        old: string;
        new: string;
    };
    'memo.forget': {
        id: string;
        dryRun?: boolean;
    };
    'memo.timeline': {
        uri?: string;
        symbol?: string;
        limit?: number;
        surface?: 'view';
    };
    'memo.briefing': {
        uri?: string;
        text?: string;
        budget?: number;
        surface?: 'view';
    };
    'memo.topics': {
        prefix?: string;
        uri?: string;
        surface?: 'view';
    };
    'memo.dream': {
        eps?: number;
        minPts?: number;
        tauDays?: number;
        since?: string;
    };
    'memo.consolidate': {
        passes?: ('dedup' | 'supersede' | 'fold' | 'theme' | 'digest' | 'tide' | 'tend')[];
        minutes?: number;
        backlog?: boolean;
    };
    'memo.runs': {
        limit?: number;
    };
    'memo.undo': {
        theme?: string;
        members?: string[];
        run?: number;
        since?: string;
        pass?: 'dedup' | 'supersede' | 'fold' | 'theme' | 'digest' | 'tide' | 'tend';
        all?: boolean;
        dryRun?: boolean;
    };
    'memo.review': {
        uri?: string;
        limit?: number;
    };
    'memo.keepApart': {
        pairs: [string, string][];
    };
    'memo.refoldBlocks': Record<string, never>;
    'memo.allowRefold': {
        pairs?: [string, string][];
        all?: boolean;
    };
    'memo.importGit': {
        uri?: string;
        since?: string;
        limit?: number;
    };
    'memo.import': {
        path: string;
        format: 'jsonl' | 'markdown';
    };
    'memo.export': {
        path: string;
        format: 'jsonl' | 'markdown';
        all?: boolean;
    };
    'memo.pause': {
        scope: 'workspace' | 'global';
    };
    'memo.resume': {
        scope: 'workspace' | 'global';
    };
    'memo.status': Record<string, never>;
    'memo.doctor': Record<string, never>;
}

export type CommandName = keyof Arguments;
