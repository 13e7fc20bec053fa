import assert from 'node:assert/strict';
import { complete, writing } from '../../src/text/filters';

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

    test('which field is being written', () => {
        assert.deepEqual(writing('why topic:src.'), { field: 'topic', value: 'src.' });
        assert.equal(writing('why http://host'), undefined);
        assert.equal(writing('kind:fix now'), undefined);
    });
});
