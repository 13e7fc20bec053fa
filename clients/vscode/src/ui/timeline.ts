/** What happened to a file or a symbol, by date. */

import * as vscode from 'vscode';
import type { Arguments } from '../protocol';
import type { Session } from '../server/session';
import type { Row } from '../shapes';
import { day } from '../text/times';
import { memoryRow } from './rows';

interface Item extends vscode.QuickPickItem {
    row?: Row;
}

/** Show a timeline; gives the memory that was chosen. */
export async function timeline(
    session: Session,
    asked: Arguments['memo.timeline'],
    own: ReadonlySet<string>,
): Promise<Row | undefined> {
    const rows = await session.ask('memo.timeline', asked);
    const file = asked.uri ? vscode.workspace.asRelativePath(vscode.Uri.parse(asked.uri)) : '';
    const title = [file, asked.symbol].filter(Boolean).join(' · ');
    const placeHolder = rows.length ? `Timeline of ${title}` : `Nothing is remembered of ${title}`;
    return (
        await vscode.window.showQuickPick(items(rows, own), {
            title: 'Timeline',
            placeHolder,
            matchOnDetail: true,
        })
    )?.row;
}

function items(rows: readonly Row[], own: ReadonlySet<string>): Item[] {
    const shown: Item[] = [];
    let month = '';
    for (const row of rows) {
        const its = day(row.created_at).slice(0, 7);
        if (its !== month) {
            month = its;
            shown.push({ label: month, kind: vscode.QuickPickItemKind.Separator });
        }
        shown.push({ ...memoryRow(row, own), row });
    }
    return shown;
}
