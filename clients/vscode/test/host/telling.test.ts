import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { forwardActivity, LEAST } from '../../src/forward/activity';
import { forwardTerminal } from '../../src/forward/terminal';
import { Method } from '../../src/protocol';
import { whatIsSet } from '../../src/server/settings';
import { Summarizer } from '../../src/ui/summarize';
import { listener, show, until } from './helping';

suite('what the server is told', () => {
    test('that somebody is there, at most every half minute', async () => {
        const { session, told } = listener();
        let now = 0;
        const forwarding = forwardActivity(session, () => now);
        for (const step of [0, 0, LEAST - 1, 1, 0]) {
            now += step;
            await show('src/io.py');
            await show('src/net.py');
        }
        forwarding.dispose();
        assert.deepEqual(told, [
            { method: Method.Activity, params: {} },
            { method: Method.Activity, params: {} },
        ]);
    });

    test('what ran in a terminal', async function () {
        const { session, told } = listener();
        const forwarding = forwardTerminal(session);
        const terminal = vscode.window.createTerminal({ name: 'test', shellPath: '/bin/bash' });
        terminal.show();
        try {
            const shell = await until(() => terminal.shellIntegration, 10_000).catch(() => undefined);
            if (!shell) {
                this.skip(); // an editor whose terminal does not work here
            }
            shell.executeCommand('echo out of luck; sleep 0.2; false');
            const { method, params } = await until(() => told[0]);
            const { command, exitCode, cwd, outputTail, startedAt, endedAt } = params as Record<string, string>;
            assert.deepEqual([method, command, exitCode], [Method.Terminal, 'echo out of luck; sleep 0.2; false', 1]);
            assert.equal(cwd, vscode.workspace.workspaceFolders![0].uri.fsPath);
            assert.match(outputTail, /out of luck/);
            assert.ok(startedAt <= endedAt);
        } finally {
            forwarding.dispose();
            terminal.dispose();
        }
    });

    test('what is set, and apart from it what the workspace says', async () => {
        const settings = vscode.workspace.getConfiguration('memo');
        await settings.update('recall.profile', 'legacy', vscode.ConfigurationTarget.Workspace);
        await settings.update('embed.model', '', vscode.ConfigurationTarget.Global);
        const names = ['memo.recall.profile', 'memo.recall.rrf_k', 'memo.hover.limit', 'memo.embed.model'];
        await settings.update('hover.limit', 2, vscode.ConfigurationTarget.Global);
        assert.deepEqual(whatIsSet(names), { hover: { limit: 2 }, workspace: { recall: { profile: 'legacy' } } });
        await settings.update('recall.profile', undefined, vscode.ConfigurationTarget.Workspace);
        await settings.update('hover.limit', undefined, vscode.ConfigurationTarget.Global);
        await settings.update('embed.model', undefined, vscode.ConfigurationTarget.Global);
        assert.deepEqual(whatIsSet(names), {});
    });

    test('a repository records no more by its settings, and poses as no other project', () => {
        // .vscode/settings.json sets them all (tests/e2e/vscode/test_host.py)
        const names = ['memo.capture.include', 'memo.project', 'memo.idle.minutes', 'memo.recall.log'];
        assert.deepEqual(whatIsSet(names), { workspace: { recall: { log: true } } });
    });
});

suite('the language model of the editor', () => {
    const asked = { system: 'Be brief.', prompt: 'Two titles.', maxTokens: 50 };

    function summarizer(
        chosen: string | undefined,
        models: Record<string, string[]>,
    ): { it: Summarizer; heard: string[] } {
        const heard: string[] = [];
        const memento = {
            get: () => chosen,
            update: () => Promise.resolve(),
            keys: () => [],
        } as unknown as vscode.Memento;
        const select = ({ id }: { id?: string } = {}): Promise<vscode.LanguageModelChat[]> => {
            const sendRequest = (messages: vscode.LanguageModelChatMessage[]): Promise<unknown> => {
                heard.push(
                    messages.flatMap(({ content }) => content.map((part) => (part as { value: string }).value)).join(),
                );
                return Promise.resolve({ text: (models[id!] ?? []).values() });
            };
            return Promise.resolve(
                id && models[id] ? [{ id, sendRequest } as unknown as vscode.LanguageModelChat] : [],
            );
        };
        return { it: new Summarizer(memento, select), heard };
    }
    const token = new vscode.CancellationTokenSource().token;

    test('writes once it was chosen', async () => {
        const { it, heard } = summarizer('m', { m: ['A ', 'theme'] });
        assert.deepEqual(await it.write(asked, token), { text: 'A theme' });
        assert.deepEqual(heard, ['Be brief.\n\nTwo titles.']);
    });

    for (const [name, chosen] of [
        ['nobody agreed', undefined],
        ['the person said never', ''],
        ['the model is gone', 'gone'],
    ] as const) {
        test(`hears nothing where ${name}`, async () => {
            const { it, heard } = summarizer(chosen, { m: ['A theme'] });
            await assert.rejects(it.write(asked, token), /no language model/);
            assert.deepEqual(heard, []);
        });
    }

    test('an editor without any is no trouble', async () => {
        const memento = { get: () => 'm' } as unknown as vscode.Memento;
        await assert.rejects(new Summarizer(memento, undefined).write(asked, token), /no language model/);
    });
});
