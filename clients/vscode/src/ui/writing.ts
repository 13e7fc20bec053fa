/** Help while a note is written: what cannot be read is marked as one types, and kinds are completed. */

import * as vscode from 'vscode';
import { KINDS } from '../protocol';
import { Faulty, read, titleLine } from '../text/notes';
import { NOTES, type Notes } from './notes';

export function helpWriting(notes: Notes): vscode.Disposable {
    const faults = vscode.languages.createDiagnosticCollection('memo');
    const look = async (document: vscode.TextDocument): Promise<void> => {
        if (document.uri.scheme === NOTES) {
            faults.set(document.uri, faultsOf(document, await notes.kindOf(document.uri)));
        }
    };
    return vscode.Disposable.from(
        faults,
        vscode.workspace.onDidChangeTextDocument(({ document }) => void look(document)),
        vscode.workspace.onDidCloseTextDocument(({ uri }) => faults.delete(uri)),
        vscode.languages.registerCompletionItemProvider({ scheme: NOTES }, { provideCompletionItems: kinds }, ':', ' '),
    );
}

function faultsOf(document: vscode.TextDocument, kind: string | undefined): vscode.Diagnostic[] {
    try {
        read(document.getText(), kind);
        return [];
    } catch (trouble) {
        const { message, line } = trouble as Faulty;
        return [new vscode.Diagnostic(document.lineAt(Math.min(line, document.lineCount - 1)).range, message)];
    }
}

function kinds(document: vscode.TextDocument, { line, character }: vscode.Position): vscode.CompletionItem[] {
    const { text, range } = document.lineAt(line);
    const begin = /^kind:[^\S\n]*/.exec(text)?.[0].length;
    if (begin === undefined || begin > character || line >= titleLine(document.getText())) {
        return [];
    }
    return KINDS.map((kind) => ({
        label: kind,
        kind: vscode.CompletionItemKind.EnumMember,
        range: new vscode.Range(line, begin, line, range.end.character),
        filterText: kind,
        insertText: begin === 'kind:'.length ? ` ${kind}` : kind,
    }));
}
