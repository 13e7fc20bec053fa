/** Which legs found a hit, and how strongly: `words 82 % · meaning 61 %`. Strength is told by the best that was found:
 * where nothing fits (`sure` is false) it says nothing. */

import type { Hit } from '../shapes';

const NAMES: Record<string, string> = {
    vector: 'meaning',
    keyword: 'words',
    newest: 'date',
    anchor: 'this code',
    name: 'name',
    period: 'time',
};

export function chips(hit: Hit, sure = true): string {
    return hit.sources
        .map((leg) => {
            const value = hit.trace.find((step) => step.stage === leg)?.value;
            const strength =
                value === undefined || !sure ? '' : ` ${Math.round(100 * Math.min(1, Math.max(0, value)))} %`;
            return `${NAMES[leg] ?? leg}${strength}`;
        })
        .join(' · ');
}
