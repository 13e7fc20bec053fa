import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extension, memo } from './helping';

interface Manifest {
    contributes: {
        commands: { command: string }[];
        menus: Record<string, { command?: string }[]>;
        views: { memo: { id: string }[] };
    };
}

suite('start', () => {
    test('activates', async () => {
        const began = performance.now();
        const already = extension.isActive;
        await extension.activate();
        console.log(
            `# VS Code ${vscode.version}, activated ${already ? 'before' : `in ${Math.round(performance.now() - began)} ms`}`,
        );
        await memo();
    });

    test('every command that is declared is there, and the other way round', async () => {
        const { contributes } = extension.packageJSON as Manifest;
        const declared = contributes.commands.map(({ command }) => command);
        const views = contributes.views.memo.map(({ id }) => `${id}.`);
        const there = (await vscode.commands.getCommands(true)).filter((name) => name.startsWith('memo.'));
        const ours = there.filter((name) => !views.some((view) => name.startsWith(view)));
        assert.deepEqual(ours.sort(), declared.sort());
    });

    test('menus hold only commands there are', () => {
        const { contributes } = extension.packageJSON as Manifest;
        const declared = new Set(contributes.commands.map(({ command }) => command));
        const used = Object.values(contributes.menus)
            .flat()
            .flatMap(({ command }) => command ?? []);
        assert.deepEqual(
            used.filter((command) => !declared.has(command)),
            [],
        );
    });

    test('many restarts at once are one more', async () => {
        const { onPhase } = await memo();
        const phases: string[] = [];
        const listening = onPhase((phase) => phases.push(phase));
        await Promise.all([1, 2, 3, 4, 5].map(() => vscode.commands.executeCommand('memo.restart')));
        listening.dispose();
        assert.deepEqual(phases, ['stopped', 'starting', 'running']);
    });
});
