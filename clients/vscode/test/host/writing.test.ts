import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Session } from '../../src/server/session';
import { Remembering } from '../../src/ui/remember';
import { memo, rest, save, show, until } from './helping';

const NOTES = 'memo-note';
const KEY = `ghp_${'A1b2'.repeat(9)}`; // made up

async function remembered(title: string, body = ''): Promise<string> {
    return (await (await memo()).ask('memo.remember', { title, body })).id;
}

/** The note that is looked at. */
async function note(): Promise<vscode.TextEditor> {
    return (await until(() => {
        const editor = vscode.window.activeTextEditor;
        return editor?.document.uri.scheme === NOTES ? editor : undefined;
    }))!;
}

async function edit(id: string): Promise<vscode.TextEditor> {
    await vscode.commands.executeCommand('memo.edit', { id });
    return until(() => {
        const editor = vscode.window.activeTextEditor;
        return editor?.document.uri.query === `id=${id}` ? editor : undefined;
    }) as Promise<vscode.TextEditor>;
}

let begun = Date.now();

/** A new note as it stands there again after the window was closed: all that is known of it is its address. */
async function fresh(place = ''): Promise<vscode.TextEditor> {
    const uri = vscode.Uri.from({ scheme: NOTES, path: '/New note.md', query: `at=${begun++}${place}` });
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

function names(): string[] {
    return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
}

suite('writing notes', () => {
    suiteSetup(() => memo());
    setup(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

    test('a longer note belongs to its place, and its tab is called as it is', async () => {
        const { ask } = await memo();
        const code = (await show('src/net.py')).document.uri;
        const editor = await fresh(`&range=0:4-0:8&uri=${code.toString()}`);
        await save(editor, editor.document.getText().replace('# ', '# waits are in seconds') + 'Never in minutes.\n');
        const query = await until(async () => /^id=(.+)/.exec((await note()).document.uri.query)?.[1]);
        const memory = await ask('memo.open', { id: query! });
        assert.deepEqual([memory.title, memory.body], ['waits are in seconds', 'Never in minutes.']);
        assert.deepEqual([memory.anchors[0].path, memory.anchors[0].symbol], ['src/net.py', 'wait']);
        await until(() => names().join() === 'net.py,waits are in seconds.md');
    });

    test('a note that is saved as one types keeps its tab until one leaves it', async () => {
        const files = vscode.workspace.getConfiguration('files');
        const { Global } = vscode.ConfigurationTarget;
        const { ask } = await memo();
        await files.update('autoSaveDelay', 100, Global);
        await files.update('autoSave', 'afterDelay', Global);
        const editor = await fresh();
        const { uri } = editor.document;
        await editor.edit((edit) => edit.insert(editor.document.lineAt(5).range.end, 'half a thought'));
        const id = await until(
            async () => (await ask('memo.timeline', {})).find(({ title }) => title === 'half a thought')?.id,
        );
        await editor.edit((edit) => edit.insert(editor.document.lineAt(5).range.end, ', and the rest'));
        await until(async () => (await ask('memo.open', { id: id! })).title === 'half a thought, and the rest');
        assert.deepEqual(names(), ['New note.md']);
        await files.update('autoSave', 'off', Global);
        await files.update('autoSaveDelay', undefined, Global);
        await show('src/io.py');
        await until(() => names().includes('half a thought, and the rest.md'));
        assert.ok((await vscode.workspace.openTextDocument(uri)).getText().includes('# half a thought, and the rest'));
    });

    test('the cursor stands behind the title', async () => {
        const { selection, document } = await edit(await remembered('the queue is unbounded', 'By 500.'));
        assert.equal(document.lineAt(selection.active).text, '# the queue is unbounded');
        assert.ok(selection.isEmpty && selection.active.isEqual(document.lineAt(selection.active).range.end));
    });

    test('only what was changed is changed, and the tab is renamed with the title', async () => {
        const { ask } = await memo();
        const id = await remembered('the cache is small', '    indented = True');
        await ask('memo.edit', { id, tags: ['cache'] });
        const editor = await edit(id);
        await save(editor, editor.document.getText().replace('is small', 'is tiny'));
        await until(() => names().join() === 'the cache is tiny.md');
        const memory = await ask('memo.open', { id });
        assert.deepEqual(
            [memory.title, memory.body, memory.tags],
            ['the cache is tiny', '    indented = True', ['cache']],
        );
    });

    test('a secret is not shown again once it was taken out', async () => {
        const { document } = await edit(await remembered('where the door is'));
        await save(await note(), `${document.getText()}It opens with ${KEY}\n`);
        await until(() => document.getText().includes('It opens with [secret:github-token]'));
        assert.ok(!document.isDirty);
    });

    for (const [name, from, to] of [
        ['a kind there is not', 'kind: note', 'kind: noteXYZ'],
        ['no title', /# .*/, '# '],
        ['a head that was written into', '\n---\n#', '\n--- and so it goes\n#'],
    ] as const) {
        test(`is not kept, and marked: ${name}`, async () => {
            const { ask } = await memo();
            const id = await remembered(`blue, and ${name}`);
            const editor = await edit(id);
            const before = editor.document.getText();
            await save(editor, before.replace(from, to)).catch(() => undefined);
            assert.ok(editor.document.isDirty);
            await until(() => vscode.languages.getDiagnostics(editor.document.uri).length === 1);
            const { title, kind } = await ask('memo.open', { id });
            assert.deepEqual([title, kind], [`blue, and ${name}`, 'note']);
            await save(editor, before.replace('blue', 'red'));
            await until(async () => (await ask('memo.open', { id })).title === `red, and ${name}`);
        });
    }

    test('kinds are completed', async () => {
        const editor = await fresh();
        const found = await vscode.commands.executeCommand<vscode.CompletionList>(
            'vscode.executeCompletionItemProvider',
            editor.document.uri,
            new vscode.Position(1, 6),
        );
        const labels = found.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
        assert.ok(labels.includes('dead-end') && labels.includes('decision'), labels.join());
    });

    test('what is changed elsewhere changes here', async () => {
        const { ask } = await memo();
        const id = await remembered('the roof leaks');
        const { document } = await edit(id);
        await ask('memo.edit', { id, title: 'the roof is tight' });
        await until(() => document.getText().includes('# the roof is tight'));
        assert.ok(!document.isDirty);
    });

    test('what was forgotten goes, and its page says so', async () => {
        const { ask } = await memo();
        const id = await remembered('the key is under the mat');
        await vscode.commands.executeCommand('memo.open', { id });
        const page = await until(() => vscode.window.activeTextEditor?.document);
        await edit(id);
        await ask('memo.forget', { id });
        await until(() => !names().includes('the key is under the mat.md'));
        await until(() => page!.getText() === 'This memory was forgotten: its text is deleted for good.\n');
    });
});

/** The box that something opens. */
function caught(open: () => unknown): vscode.InputBox {
    const { createInputBox } = vscode.window;
    let made: vscode.InputBox | undefined;
    vscode.window.createInputBox = (): vscode.InputBox => (made = createInputBox());
    try {
        open();
    } finally {
        vscode.window.createInputBox = createInputBox;
    }
    return made!;
}

suite('a note in a sentence', () => {
    /** A server that does what it is told to, once it is told to. */
    function slow(): {
        remembering: Remembering;
        longer: string[];
        answer: (trouble?: string) => void;
        asked: string[];
    } {
        const [asked, longer]: string[][] = [[], []];
        const waiting: ((trouble?: string) => void)[] = [];
        const ask = (_: string, { title }: { title: string }): Promise<unknown> => {
            asked.push(title);
            return new Promise((resolve, reject) =>
                waiting.push((trouble) => (trouble ? reject(new Error(trouble)) : resolve({ title, secrets: [] }))),
            );
        };
        const session = { ask, demand: () => undefined } as unknown as Session;
        const remembering = new Remembering(session, (title) => Promise.resolve(void longer.push(title)));
        return { remembering, longer, asked, answer: (trouble) => waiting.shift()!(trouble) };
    }

    async function enter(): Promise<void> {
        await rest(200);
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    }

    async function escape(): Promise<void> {
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    }

    test('stays until the server has it', async () => {
        const { remembering, asked, answer } = slow();
        let closed = false;
        const input = caught(() => void remembering.ask({ title: 'never on Fridays' }).then(() => (closed = true)));
        await enter();
        await until(() => asked.length === 1);
        await enter(); // an impatient person
        answer('The Memo server ended before it answered.');
        await until(() => input.validationMessage === 'Not remembered. The Memo server ended before it answered.');
        assert.deepEqual([closed, input.value, asked.length], [false, 'never on Fridays', 1]);
        await enter();
        await until(() => asked.length === 2);
        answer();
        await until(() => closed);
    });

    test('says so where the server takes its time', async () => {
        const { remembering, asked, answer } = slow();
        let closed = false;
        const input = caught(() => void remembering.ask({ title: 'slowly' }).then(() => (closed = true)));
        await enter();
        await until(() => asked.length === 1);
        const told = await until(() => input.validationMessage as vscode.InputBoxValidationMessage | undefined);
        assert.match(told!.message, /not answered yet/);
        answer();
        await until(() => closed);
    });

    test('stands there again where it was given up, and no more once it is kept', async () => {
        const { remembering, asked, answer } = slow();
        const given = remembering.ask({ title: 'half a thou' });
        await rest(200);
        await escape();
        await given;
        const whole = caught(() => void remembering.ask());
        assert.equal(whole.value, 'half a thou');
        whole.value = 'a whole thought';
        await enter();
        await until(() => asked.join() === 'a whole thought');
        answer();
        await rest(200);
        assert.equal(caught(() => void remembering.ask()).value, '');
        await escape();
    });

    test('about code that is marked nothing is suggested', async () => {
        const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 8 } };
        const { remembering } = slow();
        const input = caught(() => void remembering.ask({ uri: 'file:///w/io.py', range, title: 'load' }));
        assert.deepEqual([input.title, input.value], ['Remember about “load”', '']);
        await rest(200);
        await escape();
    });
});
