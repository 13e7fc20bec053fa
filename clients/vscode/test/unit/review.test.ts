import assert from 'node:assert/strict';
import type { Card, Review } from '../../src/shapes';
import { pairTitle, reason, SORTS } from '../../src/text/review';

const NOW = Date.parse('2026-03-05T12:00:00Z');
const at = '2026-03-03T12:00:00Z';
const anchor = { path: 'io.py', symbol: 'load', line: 1, state: 'same', commits_since: 0 } as const;

function card(title: string, ...symbols: string[]): Card {
    return { id: title, title, kind: 'note', anchors: symbols.map((symbol) => ({ ...anchor, symbol })) };
}

function item(what: Review['what'], why: string, ...memories: Card[]): Review {
    return { what, why, at, memories, can: [] };
}

suite('what wants a look', () => {
    const cases: [string, Review][] = [
        ['other figures', item('vetoed', 'numbers')],
        ['one says the opposite', item('vetoed', 'polarity')],
        ['a rule of tomorrow', item('vetoed', 'a rule of tomorrow')],
        ['as a language model read them', item('contradiction', 'as a language model read them')],
        ['lost recall · 2 days ago', item('refused', 'lost recall')],
        ['both hold · 2 days ago', item('apart', 'kept apart')],
        ['undone · 2 days ago', item('apart', 'undone')],
    ];
    for (const [expected, given] of cases) {
        test(expected, () => assert.equal(reason(given, NOW), expected));
    }

    test('a pair is called by the code both are about, else by the newer one', () => {
        const title = (...memories: Card[]): string => pairTitle(item('vetoed', 'numbers', ...memories));
        assert.equal(title(card('a', 'save', 'load'), card('b', 'load')), 'io.py · load');
        assert.equal(title(card('a', 'save'), card('b', 'load')), 'b');
        assert.equal(title(card('a'), card('b')), 'b');
        assert.equal(title(), '');
    });

    test('every sort is shown once', () => {
        assert.deepEqual(SORTS.map(({ what }) => what).sort(), [
            'apart',
            'contradiction',
            'gone',
            'refused',
            'unsure',
            'vetoed',
        ]);
    });
});
