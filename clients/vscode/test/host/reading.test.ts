import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { memo, save, show, until } from './helping';

async function remembered(title: string, body = ''): Promise<string> {
    return (await (await memo()).ask('memo.remember', { title, body })).id;
}

async function pageOf(id: string): Promise<vscode.TextDocument> {
    await vscode.commands.executeCommand('memo.open', { id });
    return until(() => {
        const document = vscode.window.activeTextEditor?.document;
        return document?.uri.scheme === 'memo-page' && document.getText().includes(id) ? document : undefined;
    }) as Promise<vscode.TextDocument>;
}

suite('reading and writing', () => {
    test('a page is markdown, cannot be written, and leads to related memories', async () => {
        const old = await remembered('prices are net', 'Said in 2024.');
        const id = await remembered('prices are gross', 'Net only at checkout.');
        const { ask } = await memo();
        await ask('memo.supersede', { old, new: id });
        const document = await pageOf(id);
        assert.equal(document.languageId, 'markdown');
        assert.equal(vscode.workspace.fs.isWritableFileSystem('memo-page'), undefined);
        assert.match(
            document.getText(),
            /^# prices are gross\n[^]*Net only at checkout\.\n[^]*- replaces: prices are net/,
        );
        const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
            'vscode.executeLinkProvider',
            document.uri,
        );
        assert.ok(
            links.some((link) => link.target?.toString(true).includes(old)),
            JSON.stringify(links),
        );
    });

    test('a page follows what happens to its memory', async () => {
        const id = await remembered('a fleeting thought');
        const document = await pageOf(id);
        await vscode.commands.executeCommand('memo.pin');
        await until(() => document.getText().includes('pinned'));
        await (await memo()).ask('memo.edit', { id, title: 'a lasting thought' });
        await until(() => document.getText().includes('# a lasting thought'));
    });

    test('a memory is edited as a text, and kept by saving it', async () => {
        const id = await remembered('the queue is unbounded');
        await vscode.commands.executeCommand('memo.edit', { id });
        const editor = (await until(() => {
            const found = vscode.window.activeTextEditor;
            return found?.document.uri.scheme === 'memo-note' ? found : undefined;
        }))!;
        await save(
            editor,
            editor.document.getText().replace('kind: note', 'kind: decision').replace('unbounded', 'bounded') +
                'By 500.\n',
        );
        const { ask } = await memo();
        const memory = await until(async () => {
            const found = await ask('memo.open', { id });
            return found.kind === 'decision' ? found : undefined;
        });
        assert.deepEqual([memory!.title, memory!.body], ['the queue is bounded', 'By 500.']);
    });

    test('a link to what is gone says so on its page', async () => {
        await vscode.commands.executeCommand('memo.open', { id: '01NEVERWAS' });
        await until(() => /01NEVERWAS/.test(vscode.window.activeTextEditor?.document.getText() ?? ''));
    });

    test('the doctor has a page', async () => {
        await vscode.commands.executeCommand('memo.doctor');
        await until(() => vscode.window.activeTextEditor?.document.getText().startsWith('# Doctor'));
    });

    test('what other windows did is heard of', async () => {
        const { ask } = await memo();
        await show('src/io.py');
        const before = (await ask('memo.status', {})).memories;
        await remembered('heard of');
        await until(async () => (await ask('memo.status', {})).memories === before + 1);
    });
});
