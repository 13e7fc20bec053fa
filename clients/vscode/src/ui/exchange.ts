/** Memories go out and in as a file or a folder. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import { counted } from '../text/times';
import { say, warn } from './say';

const LINES = { 'JSON Lines': ['jsonl'] };

interface Format extends vscode.QuickPickItem {
    format: 'jsonl' | 'markdown';
}

const FORMATS: Format[] = [
    { label: 'JSON Lines', description: 'one file, nothing lost', format: 'jsonl' },
    { label: 'Markdown', description: 'a folder, a file a memory', format: 'markdown' },
];

export async function exportMemories(session: Session): Promise<void> {
    const format = await chosenFormat('Export memories of this project');
    const path = format === 'jsonl' ? await newFile() : format && (await folder('Export Here'));
    if (format && path) {
        const { written } = await session.ask('memo.export', { path, format });
        say(`${counted(written, 'memory', 'memories')} written`);
    }
}

export async function importMemories(session: Session): Promise<void> {
    const format = await chosenFormat('Import memories');
    const path = format === 'jsonl' ? await oldFile() : format && (await folder('Import'));
    if (!format || !path) {
        return;
    }
    const { stored, known, skipped } = await session.ask('memo.import', { path, format });
    const parts = [
        `${stored} stored`,
        known && `${known} known already`,
        skipped.length && `${skipped.length} could not be used`,
    ];
    const said = parts.filter(Boolean).join(', ');
    if (skipped.length) {
        void warn(`${said}: ${skipped[0].line}: ${skipped[0].why}`);
    } else {
        say(said);
    }
}

async function chosenFormat(title: string): Promise<Format['format'] | undefined> {
    return (await vscode.window.showQuickPick(FORMATS, { title }))?.format;
}

async function newFile(): Promise<string | undefined> {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    const defaultUri = root && vscode.Uri.joinPath(root, 'memories.jsonl');
    return (await vscode.window.showSaveDialog({ defaultUri, filters: LINES, saveLabel: 'Export' }))?.fsPath;
}

async function oldFile(): Promise<string | undefined> {
    return (await vscode.window.showOpenDialog({ filters: LINES, openLabel: 'Import' }))?.[0].fsPath;
}

async function folder(openLabel: string): Promise<string | undefined> {
    const found = await vscode.window.showOpenDialog({ canSelectFiles: false, canSelectFolders: true, openLabel });
    return found?.[0].fsPath;
}
