import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Session } from '../../src/server/session';
import { search } from '../../src/ui/search';
import { rest, until } from './helping';

interface Asked {
    command: string;
    argument: Record<string, unknown>;
}

function hit(id: string): object {
    return {
        ...{ id, title: `memory ${id}`, kind: 'note', anchors: [], sources: [], trace: [], beneath: [] },
        excerpt: { text: '', matches: [] },
    };
}

/** The quick pick that something opens. */
function caught(open: () => unknown): vscode.QuickPick<vscode.QuickPickItem> {
    const { createQuickPick } = vscode.window;
    let made: vscode.QuickPick<vscode.QuickPickItem> | undefined;
    vscode.window.createQuickPick = <T extends vscode.QuickPickItem>(): vscode.QuickPick<T> => {
        const pick = createQuickPick<T>();
        made = pick;
        return pick;
    };
    try {
        open();
    } finally {
        vscode.window.createQuickPick = createQuickPick;
    }
    return made!;
}

/** A server that finds two memories, and keeps what it is asked. */
function finding(): { session: Session; asked: Asked[] } {
    const asked: Asked[] = [];
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

/** A server that answers a text once it is told to, with a memory of that name. */
function slow(): { session: Session; asked: Set<string>; answer: (text: string) => void } {
    const answered = new vscode.EventEmitter<void>();
    const [asked, done] = [new Set<string>(), new Set<string>()];
    const ask = async (command: string, { text = '' }: { text?: string }): Promise<unknown> => {
        if (command !== 'memo.search') {
            return [];
        }
        asked.add(text);
        while (!done.has(text)) {
            await new Promise((resolve) => answered.event(resolve));
        }
        return { recall: 1, confident: true, degraded: [], hits: [hit(text)] };
    };
    const answer = (text: string): void => {
        done.add(text);
        answered.fire();
    };
    return { session: { ask } as unknown as Session, asked, answer };
}

suite('the search', () => {
    const done = (): Promise<void> => Promise.resolve();
    const doings = { own: new Set<string>(), open: done, explain: done, goTo: done };

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

    test('a late answer is dropped, and an Enter waits for the answer to what was typed', async () => {
        const { session, answer, asked } = slow();
        const opened: string[] = [];
        const open = ({ id }: { id: string }): Promise<void> => Promise.resolve(void opened.push(id));
        const pick = caught(() => search(session, { text: 'late' }, { ...doings, open }));
        await until(() => asked.has('late'));
        pick.value = 'quick';
        await until(() => asked.has('quick'));
        answer('quick');
        await until(() => pick.items.length === 1);
        answer('late');
        await rest(50);
        assert.equal(pick.items[0].label, '$(note) memory quick');
        pick.value = 'last';
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        await until(() => asked.has('last'));
        await rest(200);
        assert.deepEqual(opened, []);
        answer('last');
        await until(() => opened.length);
        assert.deepEqual(opened, ['last']);
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
