/** The dream preview: what belongs together by the explorer's arithmetic, as a picture and as a table. */

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Session } from '../server/session';
import { dreamPage } from '../text/dream';
import { attempt } from './attempt';

/** What the panel says: other parameters to look with, or a memory to open. */
type Said = { look: Record<string, number> } | { open: string };

export async function dreamPreview(session: Session): Promise<void> {
    const first = await session.ask('memo.dream', {});
    const panel = vscode.window.createWebviewPanel('memo.dream', 'Dream Preview', vscode.ViewColumn.Active, {
        enableScripts: true,
        localResourceRoots: [],
        retainContextWhenHidden: true,
    });
    panel.webview.html = dreamPage(first, nonce());
    panel.webview.onDidReceiveMessage((said: Said) =>
        attempt(session, async () => {
            if ('open' in said) {
                await vscode.commands.executeCommand('memo.open', { id: said.open });
            } else {
                panel.webview.html = dreamPage(await session.ask('memo.dream', said.look), nonce());
            }
        }),
    );
}

function nonce(): string {
    return randomBytes(16).toString('base64');
}
