/** Rows of a quick pick. The editor draws `$(icons)` in them: ours come first, and what a memory says stays letters. */

import type { QuickPickItem } from 'vscode';
import type { Card, Hit } from '../shapes';
import { about, icon, letters, telling } from '../text/cards';
import { chips } from '../text/legs';

const APART = '  —  ';

/** A row with an icon. */
export function row(icon: string, label: string, description = '', detail = ''): QuickPickItem {
    return {
        label: `$(${icon}) ${letters(label)}`,
        description: letters(description) || undefined,
        detail: letters(detail, 300) || undefined,
    };
}

/** A memory: its title in a line of its own, for titles are long; beneath it what it is, what found it, what it says. */
export function memoryRow(card: Card, own: ReadonlySet<string>, sure = true): QuickPickItem {
    const said = 'excerpt' in card ? [chips(card as Hit, sure), telling(card as Hit)] : [];
    return row(icon(card.kind), card.title, '', [about(card, own), ...said].filter(Boolean).join(APART));
}
