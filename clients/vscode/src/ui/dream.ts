/** The dream preview: what belongs together by the explorer's arithmetic, as a picture and as a table. */

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Session } from '../server/session';
import { dreamPage } from '../text/dream';
import { attempt } from './attempt';

/** What the panel says: other parameters to look with, or a memory to open. */
type Said = { look: Record<string, number> } | { open: string };

/** The one panel; asked for again, it comes to the front and looks anew. */
let panel: vscode.WebviewPanel | undefined;

export async function dreamPreview(session: Session): Promise<void> {
    const found = await session.ask('memo.dream', {});
    panel ??= opened(session);
    panel.webview.html = dreamPage(found, nonce());
    panel.reveal();
}

function opened(session: Session): vscode.WebviewPanel {
    const options = { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true };
    const made = vscode.window.createWebviewPanel('memo.dream', 'Dream Preview', vscode.ViewColumn.Active, options);
    made.onDidDispose(() => (panel = undefined));
    made.webview.onDidReceiveMessage((said: Said) =>
        attempt(session, async () => {
            if ('open' in said) {
                await vscode.commands.executeCommand('memo.open', { id: said.open });
            } else {
                made.webview.html = dreamPage(await session.ask('memo.dream', said.look), nonce());
            }
        }),
    );
    return made;
}

function nonce(): string {
    return randomBytes(16).toString('base64');
}
