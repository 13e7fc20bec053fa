import assert from 'node:assert/strict';
import type { Status } from '../../src/shapes';
import { shown } from '../../src/text/state';

const NOW = Date.parse('2026-03-05T12:00:00Z');
const IDLE: Status = {
    state: 'idle',
    pausedIn: [],
    memories: 1234,
    pending: 0,
    lastRun: null,
    next: null,
    degraded: [],
    summarizer: 'http',
    gate: { kept: 0, dropped: {} },
    embedding: { waiting: 0, quarantined: 0 },
    skipped: null,
};

function bar(change: Partial<Status>, trusted = true): string {
    const { text, warning } = shown('running', { ...IDLE, ...change }, trusted, NOW);
    return text + (warning ? ' !' : '');
}

suite('the state in a few words', () => {
    const states: [string, string, boolean?][] = [
        ['$(book) 1,234', 'idle'],
        ['$(edit) 1,234', 'capturing'],
        ['$(debug-pause) 1,234', 'paused'],
        ['$(shield) 1,234', 'paused', false],
        ['$(warning) 1,234 !', 'degraded'],
        ['$(loading~spin) Memo', 'starting'],
        ['$(loading~spin) Importing 42 %', 'importing'],
        ['$(loading~spin) Writing themes 42 %', 'dreaming'],
    ];
    for (const [expected, state, trusted] of states) {
        test(`${state}${trusted === false ? ', not trusted' : ''}`, () => {
            const progress = { pass: state === 'dreaming' ? 'theme' : 'import', percent: 42 };
            assert.equal(bar({ state: state as Status['state'], progress }, trusted ?? true), expected);
        });
    }

    test('spins only while something works', () => {
        for (const state of ['idle', 'capturing', 'paused', 'degraded'] as const) {
            assert.doesNotMatch(bar({ state }), /spin/);
        }
        for (const phase of ['missing', 'failed', 'stopped'] as const) {
            assert.doesNotMatch(shown(phase, undefined, true).text, /spin/);
        }
    });

    test('a pass this version does not know', () => {
        assert.equal(bar({ state: 'dreaming', progress: { pass: 'new', percent: 1 } }), '$(loading~spin) new 1 %');
    });

    test('the tooltip says what happened last and what comes next', () => {
        const lastRun = { pass: 'theme', endedAt: '2026-03-05T11:48:00Z', changed: 4, skipped: null, chores: {} };
        const next = { pass: 'fold', inSeconds: 720, heldBy: ['activity: 12 min left'] };
        const { lines } = shown('running', { ...IDLE, lastRun, next }, true, NOW);
        assert.deepEqual(lines, [
            '1,234 memories',
            'last pass: Writing themes, 12 minutes ago, 4 written',
            'next pass: Folding restatements in 12 minutes, held back by activity: 12 min left',
        ]);
    });

    test('found nothing, skipped, and not before something is new', () => {
        const run = { pass: 'fold', endedAt: '2026-03-05T12:00:00Z', changed: 0, chores: {} };
        const lines = (skipped: string | null): string[] =>
            shown(
                'running',
                { ...IDLE, lastRun: { ...run, skipped }, next: { pass: 'tend', inSeconds: null, heldBy: [] } },
                true,
                NOW,
            ).lines;
        assert.equal(lines(null)[1], 'last pass: Folding restatements, just now, found nothing');
        assert.equal(lines('activity')[1], 'last pass: Folding restatements, just now, skipped: activity');
        assert.equal(lines(null)[2], 'next pass: Tidying up when something is new');
    });

    test('where capture is paused, and that nobody writes themes', () => {
        const said = (change: Partial<Status>): string[] => {
            const { label, lines } = shown('running', { ...IDLE, state: 'paused', ...change }, true, NOW);
            return [label, ...lines];
        };
        assert.deepEqual(said({ pausedIn: ['workspace'] }), [
            'Memo: capture is paused here, 1,234 memories',
            '1,234 memories, capture is paused here',
        ]);
        assert.match(said({ pausedIn: ['global', 'workspace'] })[1], /paused here and everywhere$/);
        assert.match(said({ summarizer: 'none' })[2], /no language model/);
    });

    test('what does not work, and what was passed over', () => {
        const degraded = [{ part: 'vector', reason: 'no model' }];
        const skipped = { uri: 'file:///w/a%20b.bin', reason: 'binary' };
        const gate = { kept: 3, dropped: { repeat: 2, empty: 1 } };
        const { lines } = shown('running', { ...IDLE, degraded, skipped, gate }, true, NOW);
        assert.deepEqual(lines.slice(1), [
            'vector: no model',
            'captured 3, passed over 3',
            'passed over: a b.bin (binary)',
        ]);
    });
});
