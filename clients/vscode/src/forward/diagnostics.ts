/** What the editor shows about open documents, from all tools, told to the server when it changed. */

import * as vscode from 'vscode';
import { Method } from '../protocol';
import type { Session } from '../server/session';

const REST = 150; // milliseconds without a change before it is told
const MOST = 200; // of one document
const SCHEMES = ['file', 'vscode-notebook-cell'];

export function forwardDiagnostics(session: Session): vscode.Disposable {
    const waiting = new Map<string, vscode.Uri>();
    const told = new Set<string>();
    let timer: NodeJS.Timeout | undefined;

    const tell = (): void => {
        for (const [key, uri] of waiting) {
            const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === key);
            const diagnostics = document ? vscode.languages.getDiagnostics(uri).slice(0, MOST).map(plain) : [];
            if (diagnostics.length || told.delete(key)) {
                if (diagnostics.length) {
                    told.add(key);
                }
                session.tell(Method.Diagnostics, { uri: key, version: document?.version, diagnostics });
            }
        }
        waiting.clear();
    };
    const later = (uris: readonly vscode.Uri[]): void => {
        uris.filter((uri) => SCHEMES.includes(uri.scheme)).forEach((uri) => waiting.set(uri.toString(), uri));
        clearTimeout(timer);
        timer = setTimeout(tell, REST);
    };
    return vscode.Disposable.from(
        vscode.languages.onDidChangeDiagnostics(({ uris }) => later(uris)),
        vscode.workspace.onDidOpenTextDocument(({ uri }) => later([uri])),
        session.onPhase((phase) => {
            if (phase === 'running') {
                told.clear();
                later(vscode.workspace.textDocuments.map(({ uri }) => uri));
            }
        }),
        { dispose: () => clearTimeout(timer) },
    );
}

function plain({ range, severity, code, source, message }: vscode.Diagnostic): object {
    const told = typeof code === 'object' ? code.value : code;
    return {
        range: { start: spot(range.start), end: spot(range.end) },
        severity: severity + 1,
        code: told,
        source,
        message,
    };
}

function spot({ line, character }: vscode.Position): object {
    return { line, character };
}
