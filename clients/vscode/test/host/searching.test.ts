import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Session } from '../../src/server/session';
import { search } from '../../src/ui/search';
import { rest, until } from './helping';

interface Asked {
    command: string;
    argument: Record<string, unknown>;
}

/** A server that finds two memories, and keeps what it is asked. */
function finding(): { session: Session; asked: Asked[] } {
    const asked: Asked[] = [];
    const hit = (id: string): object => ({
        ...{ id, title: `memory ${id}`, kind: 'note', anchors: [], sources: [], trace: [], beneath: [] },
        excerpt: { text: '', matches: [] },
    });
    const answers: Record<string, unknown> = {
        'memo.search': { recall: 7, confident: true, degraded: [], hits: [hit('zeta'), hit('alpha')] },
        'memo.timeline': [],
    };
    const ask = (command: string, argument: Record<string, unknown>): Promise<unknown> => {
        asked.push({ command, argument });
        return Promise.resolve(answers[command]);
    };
    return { session: { ask } as unknown as Session, asked };
}

suite('the search', () => {
    const doings = { own: new Set<string>(), open: () => Promise.resolve(), explain: () => Promise.resolve() };

    test('what stays highlighted was looked at; what only flashed by was not', async () => {
        const { session, asked } = finding();
        const closed = search(session, { text: 'ze', symbols: ['zeta'] }, doings);
        const first = await until(() => asked.find(({ command }) => command === 'memo.search'));
        assert.deepEqual([first!.argument.text, first!.argument.symbols], ['ze', ['zeta']]);
        await rest(300);
        assert.equal(asked.filter(({ command }) => command === 'memo.used').length, 0);
        const used = await until(() => asked.find(({ command }) => command === 'memo.used'));
        assert.deepEqual(used!.argument, { recall: 7, ids: ['zeta'] }); // the server's first, not the alphabet's
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
        await closed;
    });

    test('without a word it shows what is recent', async () => {
        const { session, asked } = finding();
        const closed = search(session, {}, doings);
        await until(() => asked.some(({ command }) => command === 'memo.timeline'));
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
        await closed;
        assert.ok(asked.every(({ command }) => command === 'memo.timeline'));
    });
});
