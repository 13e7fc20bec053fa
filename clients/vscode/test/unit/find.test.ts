import assert from 'node:assert/strict';
import { findServer, inWords, type World } from '../../src/server/find';

interface Case {
    words?: string[];
    programs?: string[];
    interpreter?: string;
    has?: boolean;
    trusted?: boolean;
    folders?: string[];
}

function world({ programs = [], interpreter, has = false, trusted = true, folders = ['/w'] }: Case): World {
    return {
        home: '/home/ann',
        env: { PATH: '/usr/bin:relative:/opt/bin', TOOLS: '/tools' },
        folders,
        trusted,
        runs: (file) => Promise.resolve(programs.includes(file)),
        interpreter: () => Promise.resolve(interpreter),
        hasServer: () => Promise.resolve(has),
    };
}

async function check(given: Case, expected: string | undefined, passedOver?: RegExp): Promise<void> {
    const { found, passedOver: said } = await findServer(given.words ?? [], world(given));
    assert.equal(found && [found.program, ...found.rest].join(' '), expected);
    if (passedOver) {
        assert.match(said.join('\n'), passedOver);
    }
}

suite('finding the server', () => {
    const set: [string, Case, string | undefined][] = [
        ['home', { words: ['~/bin/memo-lsp'], programs: ['/home/ann/bin/memo-lsp'] }, '/home/ann/bin/memo-lsp serve'],
        ['the folder', { words: ['${workspaceFolder}/m'], programs: ['/w/m'] }, '/w/m serve'],
        [
            'relative',
            { words: ['.venv/bin/memo-lsp'], programs: ['/w/.venv/bin/memo-lsp'] },
            '/w/.venv/bin/memo-lsp serve',
        ],
        ['relative to the second folder', { words: ['./m'], programs: ['/v/m'], folders: ['/w', '/v'] }, '/v/m serve'],
        ['a bare name', { words: ['memo-lsp'], programs: ['/opt/bin/memo-lsp'] }, '/opt/bin/memo-lsp serve'],
        ['a variable', { words: ['${env:TOOLS}/m'], programs: ['/tools/m'] }, '/tools/m serve'],
        ['words of its own', { words: ['uvx', 'memo-lsp'], programs: ['/usr/bin/uvx'] }, '/usr/bin/uvx memo-lsp serve'],
        [
            'an interpreter',
            { words: ['.venv/bin/python3.12'], programs: ['/w/.venv/bin/python3.12'] },
            '/w/.venv/bin/python3.12 -E -P -m memo_lsp serve',
        ],
    ];
    for (const [name, given, expected] of set) {
        test(`as it is set: ${name}`, () => check(given, expected));
    }

    test('one that is set and gone is passed over quietly', () =>
        check(
            { words: ['/gone/memo-lsp'], programs: ['/opt/bin/memo-lsp'] },
            '/opt/bin/memo-lsp serve',
            /no program \/gone/,
        ));

    test('the Python extension comes before PATH', () =>
        check(
            { interpreter: '/py/bin/python', has: true, programs: ['/opt/bin/memo-lsp'] },
            '/py/bin/python -E -P -m memo_lsp serve',
        ));

    test('an interpreter without it is passed over', () =>
        check(
            { interpreter: '/py/bin/python', programs: ['/opt/bin/memo-lsp'] },
            '/opt/bin/memo-lsp serve',
            /has no memo_lsp/,
        ));

    test('where uv and pipx put it', () =>
        check({ programs: ['/home/ann/.local/bin/memo-lsp'] }, '/home/ann/.local/bin/memo-lsp serve'));

    test('nowhere', () => check({}, undefined, /no memo-lsp on PATH/));

    const untrusted: [string, Case][] = [
        ['set, relative', { words: ['.venv/bin/memo-lsp'], programs: ['/w/.venv/bin/memo-lsp'] }],
        ['set, absolute', { words: ['/w/memo-lsp'], programs: ['/w/memo-lsp'] }],
        ['the interpreter', { interpreter: '/w/.venv/bin/python', has: true }],
    ];
    for (const [name, given] of untrusted) {
        test(`nothing of a workspace that is not trusted is started: ${name}`, () =>
            check({ ...given, trusted: false }, undefined, /not trusted/));
    }

    test('says why', async () => {
        const { found } = await findServer([], world({ programs: ['/opt/bin/memo-lsp'] }));
        assert.equal(inWords(found!), 'server: /opt/bin/memo-lsp serve (found on PATH)');
    });
});
