/** What wants a look, in words: its sorts in the order they are shown, and why each thing is there. */

import type { Card, Review } from '../shapes';
import { place, short } from './cards';
import { ago } from './times';

export interface Sort {
    what: Review['what'];
    heading: string;
    icon: string;
    /** Settled already: shown closed. */
    settled?: boolean;
}

export const SORTS: readonly Sort[] = [
    { what: 'contradiction', heading: 'Contradictions', icon: 'warning' },
    { what: 'vetoed', heading: 'Read alike', icon: 'split-horizontal' },
    { what: 'refused', heading: 'Harder to find as one', icon: 'search-stop' },
    { what: 'gone', heading: 'Code is gone', icon: 'circle-slash' },
    { what: 'unsure', heading: 'Nobody vouches for it', icon: 'question' },
    { what: 'apart', heading: 'Kept apart', icon: 'lock', settled: true },
];

/** In other words than the server's. */
const WHY: Record<string, string> = {
    polarity: 'one says the opposite',
    versions: 'other versions',
    identifiers: 'other names',
    numbers: 'other figures',
    'own words': 'other words',
    'kept apart': 'both hold',
};

/** A pair in a line: where it is about, else what it is called. */
export function pairTitle({ memories: [older, newer] }: Review): string {
    const here = newer && older && sharedPlace(older, newer);
    return here ?? short(newer?.title ?? older?.title ?? '', 60);
}

function sharedPlace(a: Card, b: Card): string | undefined {
    const places = new Set(b.anchors.map(place));
    return a.anchors.map(place).find((each) => places.has(each));
}

/** Why it is there: `other figures`, `as a language model read them`, `undone · 2 days ago`. */
export function reason({ what, why, at }: Review, now = Date.now()): string {
    const when = what === 'refused' || what === 'apart' ? ago(at, now) : '';
    return [WHY[why] ?? why, when].filter(Boolean).join(' · ');
}
