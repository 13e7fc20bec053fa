/** Which legs found a hit, and how strongly: `words 82 % · meaning 61 %`. */

import type { Hit } from '../shapes';

const NAMES: Record<string, string> = {
    vector: 'meaning',
    keyword: 'words',
    newest: 'date',
    anchor: 'this code',
    name: 'name',
    period: 'time',
};

export function chips(hit: Hit): string {
    return hit.sources
        .map((leg) => {
            const value = hit.trace.find((step) => step.stage === leg)?.value;
            const strength = value === undefined ? '' : ` ${Math.round(100 * Math.min(1, Math.max(0, value)))} %`;
            return `${NAMES[leg] ?? leg}${strength}`;
        })
        .join(' · ');
}
