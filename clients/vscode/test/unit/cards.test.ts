import assert from 'node:assert/strict';
import type { Card, Hit } from '../../src/shapes';
import { about, inFile, letters, short, tabName, telling } from '../../src/text/cards';
import { chips } from '../../src/text/legs';
import { ago, ahead } from '../../src/text/times';

const NOW = Date.parse('2026-03-05T12:00:00Z');
const CARD: Card = {
    id: '1',
    title: 'prices are gross',
    kind: 'note',
    created_at: '2026-03-03T12:00:00Z',
    anchors: [],
};
const HIT = { ...CARD, sources: ['vector', 'keyword'], excerpt: { text: '', matches: [] } } as unknown as Hit;

suite('a memory in a line', () => {
    const cases: [string, Partial<Card>][] = [
        ['note · 2 days ago', {}],
        ['note · 2 days ago', { branch: 'main' }],
        ['note · 2 days ago · feat/x · not merged', { branch: 'feat/x', merged: false }],
        ['note · 2 days ago · pinned', { pinned: true, state: 'active' }],
        ['note · 2 days ago · archived', { state: 'archived' }],
        ['replaced by “net” · note · 2 days ago', { superseded_by: { id: '2', title: 'net', created_at: null } }],
        ['note · 2 days ago · unsure · from outside · Bo', { trust: 'external', confidence: 'low', author: 'Bo' }],
    ];
    for (const [expected, change] of cases) {
        test(expected, () => assert.equal(about({ ...CARD, ...change }, new Set(['main']), NOW), expected));
    }

    test('what its code became', () => {
        const anchor = { path: 'a.py', symbol: null, line: 1, commits_since: 1 };
        const line = (...states: ('same' | 'changed' | 'gone')[]): string =>
            about({ ...CARD, anchors: states.map((state) => ({ ...anchor, state })) }, new Set(), NOW);
        assert.match(line('changed'), /code changed since \(1 commit\)$/);
        assert.match(line('gone'), /no longer in the code$/);
        assert.doesNotMatch(line('changed', 'same'), /code/);
    });

    test('of its places those in one file', () => {
        const anchors = ['io.py', 'src/io.py', 'src/net.py'].map((path, at) => ({
            ...{ path, symbol: `s${at}`, line: 1, state: null, commits_since: null },
        }));
        const paths = (path: string): string[] => inFile({ ...CARD, anchors }, path).anchors.map((each) => each.path);
        assert.deepEqual(paths('/w/src/io.py'), ['src/io.py']);
        assert.deepEqual(paths('/w/io.py'), ['io.py']);
        assert.equal(paths('/w/other.py').length, 3); // renamed, and not known yet
    });

    test('which legs found it, and how strongly', () => {
        const trace = [
            { stage: 'vector', value: 0.617 },
            { stage: 'keyword', value: 1.2 },
            { stage: 'fuse', value: 0.7 },
        ];
        assert.equal(chips({ ...HIT, trace }), 'meaning 62 % · words 100 %');
        assert.equal(chips({ ...HIT, trace }, false), 'meaning · words'); // where nothing fits
        assert.equal(chips({ ...HIT, sources: ['another'], trace: [] }), 'another');
    });

    test('what it says beyond its title', () => {
        assert.equal(
            telling({ ...HIT, excerpt: { text: 'prices are gross\nNet at  checkout.', matches: [] } }),
            'Net at checkout.',
        );
        assert.equal(telling({ ...HIT, excerpt: { text: 'are gross', matches: [] } }), '');
    });

    test('a long one is cut', () => assert.equal(short('a b '.repeat(100), 10), 'a b a b a…'));

    test('nothing in it turns the writing round', () => {
        assert.equal(short('do \u202eesrever\u202c \u2066not\u2069\u0007'), 'do esrever not');
        assert.equal(about({ ...CARD, branch: 'x\u202ey' }, new Set(), NOW), 'note · 2 days ago · xy');
    });

    test('where the editor draws icons and links, it stays letters', () => {
        for (const text of ['$(trash) $(sync~spin) icons', '[ok](command:memo.forget)', '$$(bug) a](b']) {
            const shown = letters(text);
            assert.doesNotMatch(shown, /\$\([a-z-]+(~[a-z-]+)?\)|\]\(/);
            assert.equal(shown.replaceAll('\u2060', ''), text);
        }
    });

    test('as the name of a tab it keeps its signs', () => {
        assert.equal(tabName('fix(io): 100 % of a/b?', ''), 'fix(io): 100 % of a∕b?');
        assert.equal(tabName('a'.repeat(80), '').length, 60);
        assert.deepEqual(
            ['', '..', ' '].map((title) => tabName(title, 'Memory')),
            ['Memory', 'Memory', 'Memory'],
        );
    });
});

suite('times', () => {
    const cases: [string, string | null][] = [
        ['', null],
        ['', 'no time'],
        ['just now', '2026-03-05T11:59:30Z'],
        ['just now', '2027-01-01T00:00:00Z'],
        ['1 minute ago', '2026-03-05T11:58:30Z'],
        ['3 hours ago', '2026-03-05T09:00:00Z'],
        ['1 week ago', '2026-02-25T12:00:00Z'],
        ['3 months ago', '2025-11-25T12:00:00Z'],
        ['2 years ago', '2024-03-01T12:00:00Z'],
    ];
    for (const [expected, iso] of cases) {
        test(expected || 'unknown', () => assert.equal(ago(iso, NOW), expected));
    }
    test('ahead', () =>
        assert.deepEqual([0, 20, 90, 720].map(ahead), ['now', 'in a moment', 'in 2 minutes', 'in 12 minutes']));
});
