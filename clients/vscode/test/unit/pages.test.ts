import assert from 'node:assert/strict';
import type { Hit, Whole } from '../../src/shapes';
import { plain } from '../../src/text/cards';
import { memoryPage, whyPage } from '../../src/text/pages';

const NOW = Date.parse('2026-03-05T12:00:00Z');
const NOTE: Whole = {
    id: '01J',
    title: 'read bytes',
    kind: 'fix',
    created_at: '2026-01-06T08:00:00Z',
    branch: 'main',
    body: 'Files come in any encoding.',
    anchors: [{ path: 'src/io.py', symbol: 'load', line: 3, state: 'changed', commits_since: 2 }],
    edges: [],
    beneath: [],
    history: [],
};

suite('the page of a memory', () => {
    test('what stands on it', () => {
        const { text } = memoryPage(NOTE, { query: 'bytes', words: ['Found by its words: place 1.'] }, NOW);
        assert.equal(
            text,
            `# read bytes

fix · 1 month ago (2026-01-06) · main · code changed since (2 commits)

\`\`\`text
Files come in any encoding.
\`\`\`

## Code

- src/io.py · load · line 3 · code changed since (2 commits)

## Why it was found for bytes

- Found by its words: place 1.

## About

- id 01J
`,
        );
    });

    test('links stand where they are said to', () => {
        const edges = [{ type: 'reverts', from: '01K', to: '01J', title: 'Revert it', maker: 'git', unmade_at: null }];
        const { text, links } = memoryPage({ ...NOTE, edges }, undefined, NOW);
        const found = links.map(({ line, start, end }) => text.split('\n')[line].slice(start, end));
        assert.deepEqual(found, ['src/io.py · load', 'Revert it']);
        assert.match(text, /reverted by: Revert it/);
        assert.deepEqual(links[1].target, { memory: '01K' });
    });

    test('code that is gone leads nowhere', () => {
        const anchors = [{ ...NOTE.anchors[0], state: 'gone' as const, line: null }];
        assert.deepEqual(memoryPage({ ...NOTE, anchors }, undefined, NOW).links, []);
    });

    test('what a memory says cannot leave its fence', () => {
        const body = 'one\n```\n![p](https://host.invalid/p.png)\n~~~';
        const { text } = memoryPage({ ...NOTE, body }, undefined, NOW);
        assert.match(text, /\n````text\none\n```\n!\[p\][^\n]+\n~~~\n````\n/);
    });

    test('a title is words', () => {
        assert.equal(
            plain('[ok](command:x) ![p](u) <img src=x> **b**\n# h'),
            '\\[ok](command:x) \\!\\[p](u) \\<img src=x> **b** # h',
        );
        assert.equal(plain('[a [b] c](u) <https://host.invalid>'), '\\[a \\[b] c](u) \\<https://host.invalid>');
        assert.equal(plain('[x]: https://host.invalid'), '\\[x]: https://host.invalid');
    });

    test('is read as it is written: nothing else is escaped', () => {
        const said = ['memo_lsp/cli/__init__.py · World.__enter__', '_options! a\\b', 'list[int] < 3 > [2] *x* | y'];
        assert.deepEqual(said.map(plain), said);
    });

    test('why several were found', () => {
        const hit = { id: '01J', title: 'read bytes' } as Hit;
        const { text, links } = whyPage('load', [
            { hit, words: ['Together: 0.9.'] },
            { hit: null, words: ['No leg found it.'] },
        ]);
        assert.equal(text, '# Why these for load\n\n## read bytes\n\n- Together: 0.9.\n');
        assert.deepEqual(
            links.map(({ line, target }) => [text.split('\n')[line], target]),
            [['## read bytes', { memory: '01J' }]],
        );
    });
});
