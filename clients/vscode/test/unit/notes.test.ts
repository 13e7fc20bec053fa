import assert from 'node:assert/strict';
import { addressIn, query } from '../../src/text/addresses';
import { changes, Faulty, read, titleLine, written, type Note } from '../../src/text/notes';

const NOTE: Note = { title: 'prices are gross', body: 'Net at checkout.', kind: 'note', topic: '', tags: [] };
const HEAD = '---\nkind: note\ntopic:\ntags:\n---\n';

suite('a note as a text', () => {
    const whole: [string, Note][] = [
        ['a line', { ...NOTE, body: '' }],
        ['all there is', { ...NOTE, kind: 'decision', topic: 'billing.rounding', tags: ['a', 'b c'] }],
        ['code that is indented', { ...NOTE, body: '    x = 1\n\n    y = 2' }],
        ['rules and headings in it', { ...NOTE, body: '---\n# not a title\n---' }],
        ['a title that begins like a heading', { ...NOTE, title: '#hashtag' }],
        ['a title of dashes', { ...NOTE, title: '---' }],
    ];
    for (const [name, note] of whole) {
        test(`is read as it was written: ${name}`, () => assert.deepEqual(read(written(note)), note));
    }

    const texts: [string, string, Partial<Note>][] = [
        ['no head', '# prices\n\nbody', { title: 'prices', body: 'body', kind: undefined, topic: undefined }],
        ['no sharp', `${HEAD}prices\nbody`, { title: 'prices', body: 'body' }],
        ['lines of Windows', `${HEAD}# prices\n\na\nb\n`.replaceAll('\n', '\r\n'), { title: 'prices', body: 'a\nb' }],
        ['less of a head', '---\ntags: x, y\n---\n# prices', { tags: ['x', 'y'], kind: undefined }],
        ['a title of dashes and words', '--- a rule of ours', { title: '--- a rule of ours' }],
        ['a kind in other letters', `${HEAD.replace('note', 'Dead end')}# p`, { kind: 'Dead end' }],
    ];
    for (const [name, text, wanted] of texts) {
        test(`is read: ${name}`, () => {
            const note = read(text);
            assert.deepEqual(
                Object.fromEntries(Object.keys(wanted).map((key) => [key, note[key as keyof Note]])),
                wanted,
            );
        });
    }

    const faulty: [string, string, number, RegExp][] = [
        ['nothing', '', 0, /needs a title/],
        ['no title', `${HEAD}# \n\nbody`, 5, /needs a title/],
        ['a word behind the head', HEAD.replace(/---\n$/, '--- and so it goes\na line\n# '), 4, /nothing else/],
        ['a word behind its first line', `--- x${HEAD.slice(3)}# prices`, 0, /nothing else/],
        ['no end of the head', '---\nkind: note\n', 0, /ends with a line/],
        ['another field', '---\nkind: note\ncolour: red\n---\n# prices', 2, /kind, topic and tags/],
        [
            'a kind there is not',
            `${HEAD.replace('note', 'noteXYZ')}# prices`,
            1,
            /“noteXYZ” is no kind. There are note,/,
        ],
    ];
    for (const [name, text, line, says] of faulty) {
        test(`is none: ${name}`, () => {
            assert.throws(
                () => read(text),
                (trouble: Faulty) => trouble instanceof Faulty && trouble.line === line && says.test(trouble.message),
            );
        });
    }

    test('keeps a kind of its own', () => {
        const text = written({ ...NOTE, kind: 'gotcha' });
        assert.throws(() => read(text), Faulty);
        assert.equal(read(text, 'gotcha').kind, 'gotcha');
    });

    test('the cursor belongs behind its title', () => {
        for (const [text, line] of [
            [written(NOTE), 5],
            [written({ title: '', body: '' }), 5],
            ['prices', 0],
            ['\n\n# prices', 2],
            ['', 0],
        ] as const) {
            assert.equal(titleLine(text), line);
        }
    });

    test('only what is not as it was is told', () => {
        assert.deepEqual(changes(NOTE, NOTE), {});
        assert.deepEqual(changes({ ...NOTE, tags: ['a'], topic: 'x' }, NOTE), { tags: ['a'], topic: 'x' });
        assert.deepEqual(changes({ ...NOTE, topic: '' }, { ...NOTE, topic: 'x' }), { topic: '' });
        assert.deepEqual(changes({ title: 'other', body: NOTE.body }, NOTE), { title: 'other' });
    });
});

suite('the address of a note', () => {
    const range = { start: { line: 3, character: 4 }, end: { line: 12, character: 0 } };
    for (const address of [
        { id: '01J9ZZ' },
        { at: 1796074000000, place: { uri: undefined, range: undefined } },
        { at: 1796074000000, place: { uri: 'file:///w/a%20b&c=d?e#f.py', range } },
        { at: 1796074000000, place: { uri: 'vscode-notebook-cell:/w/x.ipynb#W0', range: undefined } },
    ]) {
        test(`says it all: ${query(address)}`, () => assert.deepEqual(addressIn(query(address)), address));
    }

    test('is none of ours', () => {
        assert.deepEqual(['', 'x=1', 'id=', 'at=yesterday'].map(addressIn), [
            undefined,
            undefined,
            undefined,
            undefined,
        ]);
    });
});
