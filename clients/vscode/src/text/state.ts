/** The state of things in a few words: what the status bar shows, and what its tooltip says. */

import type { Phase } from '../server/session';
import type { Status } from '../shapes';
import { outcome, passName } from './runs';
import { ago, ahead, counted } from './times';

export interface Shown {
    text: string;
    /** For screen readers, without icons. */
    label: string;
    warning: boolean;
    lines: string[];
}

const DOWN: Partial<Record<Phase, { text: string; label: string; warning: boolean; line: string }>> = {
    missing: {
        text: '$(circle-slash) Memo',
        label: 'Memo: no server',
        warning: true,
        line: 'memo-lsp was not found on this machine.',
    },
    failed: {
        text: '$(error) Memo',
        label: 'Memo: the server does not run',
        warning: true,
        line: 'The server does not run; the log says why.',
    },
    stopped: { text: '$(circle-slash) Memo', label: 'Memo: stopped', warning: false, line: 'The server is stopped.' },
};

export function shown(phase: Phase, status: Status | undefined, trusted: boolean, now = Date.now()): Shown {
    const down = DOWN[phase];
    if (down) {
        return { text: down.text, label: down.label, warning: down.warning, lines: [down.line] };
    }
    if (!status || status.state === 'starting') {
        return { text: '$(loading~spin) Memo', label: 'Memo: starting', warning: false, lines: ['Starting.'] };
    }
    return { ...doing(status, trusted), lines: details(status, now) };
}

function doing(status: Status, trusted: boolean): Omit<Shown, 'lines'> {
    const count = status.memories.toLocaleString('en');
    const memories = counted(status.memories, 'memory', 'memories');
    const percent = status.progress ? ` ${status.progress.percent} %` : '';
    const pass = passName(status.progress?.pass ?? 'Consolidating');
    switch (status.state) {
        case 'importing':
            return { text: `$(loading~spin) Importing${percent}`, label: `Memo: importing${percent}`, warning: false };
        case 'dreaming':
            return { text: `$(loading~spin) ${pass}${percent}`, label: `Memo: ${pass}${percent}`, warning: false };
        case 'paused':
            return trusted
                ? { text: `$(debug-pause) ${count}`, label: `Memo: ${paused(status)}, ${memories}`, warning: false }
                : {
                      text: `$(shield) ${count}`,
                      label: `Memo: the workspace is not trusted, ${memories}`,
                      warning: false,
                  };
        case 'degraded':
            return { text: `$(warning) ${count}`, label: `Memo: something does not work, ${memories}`, warning: true };
        case 'capturing':
            return { text: `$(edit) ${count}`, label: `Memo: noticing, ${memories}`, warning: false };
        default:
            return { text: `$(book) ${count}`, label: `Memo: ${memories}`, warning: false };
    }
}

/** `capture is paused here and everywhere`. */
function paused({ pausedIn }: Status): string {
    const where = [pausedIn.includes('workspace') && 'here', pausedIn.includes('global') && 'everywhere'];
    return ['capture is paused', where.filter(Boolean).join(' and ')].filter(Boolean).join(' ');
}

function details(status: Status, now: number): string[] {
    const { lastRun, next, degraded, embedding, gate, skipped } = status;
    const dropped = Object.values(gate.dropped).reduce((sum, count) => sum + count, 0);
    return [
        `${counted(status.memories, 'memory', 'memories')}${status.pausedIn.length ? `, ${paused(status)}` : ''}`,
        ...degraded.map(({ part, reason }) => `${part}: ${reason}`),
        embedding.waiting > 0 && `${embedding.waiting.toLocaleString('en')} wait for their vectors`,
        embedding.quarantined > 0 && `${embedding.quarantined.toLocaleString('en')} could not be embedded`,
        gate.kept + dropped > 0 &&
            `captured ${gate.kept.toLocaleString('en')}, passed over ${dropped.toLocaleString('en')}`,
        lastRun && `last pass: ${passName(lastRun.pass)}, ${ago(lastRun.endedAt, now)}, ${outcome(lastRun)}`,
        next && nextPass(next),
        status.summarizer === 'none' && 'no language model is set up: no themes are written',
        skipped && `passed over: ${basename(skipped.uri)} (${skipped.reason})`,
    ].filter((line): line is string => Boolean(line));
}

function nextPass({ pass, inSeconds, heldBy }: NonNullable<Status['next']>): string {
    const when = inSeconds === null ? 'when something is new' : ahead(inSeconds);
    return `next pass: ${passName(pass)} ${when}${heldBy.length ? `, held back by ${heldBy.join(', ')}` : ''}`;
}

function basename(uri: string): string {
    const last = uri.slice(uri.lastIndexOf('/') + 1);
    try {
        return decodeURIComponent(last);
    } catch {
        return last;
    }
}
