import assert from 'node:assert/strict';
import type { Edit, Run } from '../../src/shapes';
import { changes, outcome, puttingBack, runPage, undoable } from '../../src/text/runs';

const NOW = Date.parse('2026-03-05T12:00:00Z');
const RUN: Run = {
    run: 12,
    pass: 'dedup',
    cause: 'manual',
    started_at: '2026-03-05T11:00:00Z',
    ended_at: '2026-03-05T11:00:02Z',
    considered: 344,
    changed: 1,
    vetoed: { numbers: 3 },
    refused: 0,
    skipped: null,
    undone_at: null,
    chores: {},
};
const TEND: Run = { ...RUN, pass: 'tend', changed: 0, chores: { anchors: 3082, log: 0 } };
const FOLD: Edit = {
    ...{ edit: 1, run: 12, pass: 'dedup', kind: 'fold', at: RUN.started_at, whole: true },
    into: { id: '01A', title: 'prices are gross' },
    members: [{ id: '01B', title: 'gross prices' }],
};

suite('what passes did', () => {
    const outcomes: [string, Partial<Run>][] = [
        ['1 folded', {}],
        ['1 summary written', { pass: 'digest' }],
        ['1,200 changed', { pass: 'new', changed: 1200 }],
        ['found nothing', { changed: 0 }],
        ['2 folded, skipped: out of time', { changed: 2, skipped: 'out of time' }],
        ['3,082 places looked at', TEND],
    ];
    for (const [expected, change] of outcomes) {
        test(expected, () => assert.equal(outcome({ ...RUN, ...change }), expected));
    }

    test('a consolidation is told by what it changed, not by what upkeep looked at', () => {
        assert.equal(
            changes([RUN, { ...RUN, changed: 2 }, TEND, { ...RUN, pass: 'tide', changed: 4 }]),
            '3 folded, 4 let go',
        );
        assert.equal(changes([TEND]), '');
    });

    test('only what changed something can be taken back', () => {
        const runs = [RUN, TEND, { ...TEND, changed: 3082 }, { ...RUN, changed: 0 }, { ...RUN, undone_at: 'then' }];
        assert.deepEqual(runs.map(undoable), [true, false, false, false, false]);
    });

    test('what taking back puts back', () => {
        const sink = { ...FOLD, kind: 'sink', members: [] };
        assert.deepEqual(puttingBack([FOLD, { ...FOLD, kind: 'link' }, sink, sink], 3), [
            '“gross prices” out of “prices are gross”',
            '“gross prices” no longer replaced by “prices are gross”',
            '“prices are gross” afloat again',
            'and 1 more',
        ]);
    });

    test('a run as a page leads to its memories', () => {
        const { text, links } = runPage(RUN, [FOLD], NOW);
        assert.equal(
            text,
            `# Folding doubles: 1 folded

run 12 · asked for · 1 hour ago (2026-03-05)

## What it did

- prices are gross
  - folded into it: gross prices

## How it went

- looked at 344
- kept apart by the guard: numbers 3
- the settings call this pass dedup
`,
        );
        assert.deepEqual(
            links.map(({ target }) => target),
            [{ memory: '01A' }, { memory: '01B' }],
        );
        assert.match(runPage({ ...RUN, undone_at: RUN.ended_at }, [], NOW).text, /undone 59 minutes ago[^]*put back/);
        assert.doesNotMatch(runPage(TEND, [], NOW).text, /put back/);
    });
});
