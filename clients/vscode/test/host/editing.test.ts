import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { LINKED } from '../../src/server/client';
import { git, hover, memo, rest, save, show, until, uri } from './helping';

function settings(): vscode.WorkspaceConfiguration {
    return vscode.workspace.getConfiguration('memo');
}

/** How many memories a hover on `load` shows. */
async function shown(): Promise<number> {
    const [text] = await hover('src/io.py', 0, 5);
    return text ? text.value.split('[open]').length - 1 : 0;
}

suite('in the editor', () => {
    suiteSetup(async () => {
        await memo();
        await show('src/io.py');
    });

    test('a hover runs our own commands and nothing else', async () => {
        const [text] = (await until(async () => {
            const found = await hover('src/io.py', 0, 5);
            return found.length ? found : undefined;
        })) as vscode.MarkdownString[];
        assert.deepEqual((text.isTrusted as { enabledCommands: string[] }).enabledCommands, LINKED);
        assert.ok(!text.supportHtml);
    });

    test('what nobody set is left to memo.toml, and what is set reaches the server as it runs', async () => {
        const { onPhase } = await memo();
        const phases: string[] = [];
        const listening = onPhase((phase) => phases.push(phase));
        await until(async () => (await shown()) === 1); // as memo.toml has it; the default is 3
        await settings().update('hover.limit', 2, vscode.ConfigurationTarget.Workspace);
        await until(async () => (await shown()) === 2);
        await settings().update('hover.enabled', false, vscode.ConfigurationTarget.Workspace);
        await until(async () => (await shown()) === 0);
        await settings().update('hover.enabled', undefined, vscode.ConfigurationTarget.Workspace);
        await settings().update('hover.limit', undefined, vscode.ConfigurationTarget.Workspace);
        await until(async () => (await shown()) === 1);
        listening.dispose();
        assert.deepEqual(phases, []);
    });

    test('a lens says how many memories there are, and leads to them', async () => {
        await settings().update('lens.enabled', true, vscode.ConfigurationTarget.Workspace);
        const lens = await until(async () => {
            const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
                'vscode.executeCodeLensProvider',
                uri('src/io.py'),
            );
            return found.find(({ command }) => command?.command === 'memo.timeline');
        });
        assert.match(lens!.command!.title, /^\d+ memor/);
        await settings().update('lens.enabled', undefined, vscode.ConfigurationTarget.Workspace);
    });

    test('code actions: remember this, what do we know', async () => {
        const { document } = await show('src/io.py');
        const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
            'vscode.executeCodeActionProvider',
            document.uri,
            new vscode.Range(0, 4, 0, 8),
        );
        const commands = found.map(({ command }) => command?.command);
        assert.ok(commands.includes('memo.remember') && commands.includes('memo.search'), commands.join());
    });

    test('an error of any tool that was mended is remembered', async () => {
        const { ask } = await memo();
        const tool = vscode.languages.createDiagnosticCollection('lint');
        const editor = await show('src/net.py');
        const fine = editor.document.getText();
        await save(editor, fine.replace('timeout', 'timeuot'));
        tool.set(editor.document.uri, [
            new vscode.Diagnostic(new vscode.Range(1, 4, 1, 30), "undefined name 'timeuot'"),
        ]);
        await rest(500);
        await save(editor, fine.replace('timeout', 'timeuot  '));
        await rest(500);
        tool.clear();
        await save(editor, fine.replace('timeout', 'timeout + 1'));
        await rest(500);
        git('commit', '-qam', 'fix(net): wait a little longer');
        const fix = await until(async () => {
            const { hits } = await ask('memo.search', { text: 'undefined name timeuot kind:fix' });
            return hits.find((hit) => hit.excerpt.text.includes('timeuot') || hit.title.includes('timeuot'));
        });
        assert.equal(fix!.anchors[0].path, 'src/net.py');
        tool.dispose();
    });

    test('a renamed file takes its memories along', async () => {
        const { ask } = await memo();
        const { id } = await ask('memo.remember', { title: 'moves with its file', uri: uri('src/old.py').toString() });
        const edit = new vscode.WorkspaceEdit();
        edit.renameFile(uri('src/old.py'), uri('src/new.py'));
        await vscode.workspace.applyEdit(edit);
        await until(async () => (await ask('memo.open', { id })).anchors[0]?.path === 'src/new.py');
    });

    test('a cell of a notebook is code', async () => {
        const { ask } = await memo();
        const notebook = await vscode.workspace.openNotebookDocument(uri('study.ipynb'));
        await vscode.window.showNotebookDocument(notebook);
        const cell = notebook.cellAt(0).document;
        const { id } = await ask('memo.remember', {
            title: 'the seed decides everything',
            uri: cell.uri.toString(),
            range: { start: { line: 0, character: 4 }, end: { line: 0, character: 8 } },
        });
        assert.equal((await ask('memo.open', { id })).anchors[0].path, 'study.ipynb');
    });
});
