import assert from 'node:assert/strict';
import { complete, filters, unread, writing } from '../../src/text/filters';

function labels(text: string, known?: Record<string, string[]>): string[] {
    return complete(text, known).map(({ label }) => label);
}

suite('completing filters', () => {
    test('a field by its first letters', () => assert.deepEqual(labels('ki'), ['kind:']));
    test('behind other words', () => assert.deepEqual(labels('why bytes si'), ['since:']));
    test('one letter is a word', () => assert.deepEqual(labels('k'), []));
    test('nothing', () => assert.deepEqual(labels(''), []));
    test('values', () => assert.deepEqual(labels('is:'), ['is:pinned', 'is:archived', 'is:superseded']));
    test('a value by its first letters', () => assert.deepEqual(labels('kind:de'), ['kind:decision', 'kind:dead-end']));
    test('a whole value needs no more', () => assert.deepEqual(labels('kind:fix'), []));
    test('values that were found', () => assert.deepEqual(labels('by:a', { by: ['Ann', 'Bo'] }), ['by:Ann']));

    test('what is taken stands in the place of the last word', () => {
        assert.equal(complete('why ki')[0].text, 'why kind:');
        assert.equal(complete('why -kind:fi')[0].text, 'why -kind:fix ');
        assert.equal(complete('by:', { by: ['Ann Lee'] })[0].text, 'by:"Ann Lee" ');
    });

    test('those in a text', () => {
        assert.deepEqual(filters('why kind:fix http://host std::by:x -by:"Ann Lee" foo:bar'), [
            'kind:fix',
            '-by:"Ann Lee"',
        ]);
    });

    test('what looks like one and is none', () => {
        const taken = ['since:30d', 'until:2026-01-31', 'since:2026', 'since:1h30m', 'is:pinned', 'kind:mine'];
        assert.deepEqual(unread(`why ${taken.join(' ')}`), []);
        assert.deepEqual(unread('since:banana -is:great'), [
            'since:banana is no time (30d, 2026-01-31): taken for words',
            '-is:great is none of pinned, archived, superseded: taken for words',
        ]);
    });

    test('which field is being written', () => {
        assert.deepEqual(writing('why topic:src.'), { field: 'topic', value: 'src.' });
        assert.equal(writing('why http://host'), undefined);
        assert.equal(writing('kind:fix now'), undefined);
    });
});
