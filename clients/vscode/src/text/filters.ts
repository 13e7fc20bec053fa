/** Filters of a search are completed: the names of fields, then the values of one. */

import { KINDS } from '../protocol';

const FIELDS: Record<string, { says: string; values: readonly string[] }> = {
    kind: { says: 'what kind of memory', values: KINDS },
    since: { says: 'not older than', values: ['1d', '7d', '30d', '90d', '365d'] },
    until: { says: 'not younger than', values: ['7d', '30d', '90d', '365d'] },
    is: { says: 'its state', values: ['pinned', 'archived', 'superseded'] },
    branch: { says: 'written on a branch', values: [] },
    path: { says: 'belongs to a file or folder', values: [] },
    topic: { says: 'a topic and all beneath it', values: [] },
    tag: { says: 'has a tag', values: [] },
    by: { says: 'who wrote it', values: [] },
    trust: { says: 'whose word it is', values: ['owner', 'self', 'external', 'untrusted'] },
};

export interface Completion {
    /** The whole search text once it is taken. */
    text: string;
    label: string;
    says: string;
}

/** What may stand in the place of a text's last word; `known` are values seen or asked for, by field. */
export function complete(text: string, known: Readonly<Record<string, readonly string[]>> = {}): Completion[] {
    const before = /^(.*?)(\S*)$/s.exec(text)![1];
    const word = text.slice(before.length);
    const [, minus, field, value] = /^(-?)([a-z]*)(?::(\S*))?$/.exec(word) ?? [];
    if (field === undefined || (value === undefined && field.length < 2)) {
        return [];
    }
    if (value === undefined) {
        return Object.entries(FIELDS)
            .filter(([name]) => name.startsWith(field))
            .map(([name, { says }]) => ({ text: `${before}${minus}${name}:`, label: `${name}:`, says }));
    }
    const values = new Set([...(FIELDS[field]?.values ?? []), ...(known[field] ?? [])]);
    return [...values]
        .filter((one) => one.toLowerCase().startsWith(value.toLowerCase()) && one !== value)
        .map((one) => {
            const written = /\s/.test(one) ? `"${one}"` : one;
            return {
                text: `${before}${minus}${field}:${written} `,
                label: `${field}:${one}`,
                says: FIELDS[field]?.says ?? '',
            };
        });
}

const FILTER = /(?<!\S)-?([a-z]+):("[^"\n]+"|[^\s"]+)(?!\S)/g;
const INSTANT = /^\d{4}(-?\d\d(-?\d\d.*)?)?$|^\d{9,}$/;
const LENGTH = /^(\d+(\.\d+)?(ms|s|m|h|d|w))+$/;

/** The filters in a text, as they are written there. */
export function filters(text: string): string[] {
    return [...text.matchAll(FILTER)].filter(([, field]) => field in FIELDS).map(([whole]) => whole);
}

/** What looks like a filter and is none, so that the server took it for words. */
export function unread(text: string): string[] {
    return [...text.matchAll(FILTER)].flatMap(([whole, field, value]) => {
        const wants = WANTED[field];
        return wants && !wants.takes(value.replaceAll('"', '')) ? [`${whole} ${wants.says}: taken for words`] : [];
    });
}

const TIME = {
    takes: (value: string): boolean => LENGTH.test(value) || INSTANT.test(value),
    says: 'is no time (30d, 2026-01-31)',
};
const WANTED: Record<string, { takes: (value: string) => boolean; says: string } | undefined> = {
    since: TIME,
    until: TIME,
    is: { takes: (value) => FIELDS.is.values.includes(value), says: `is none of ${FIELDS.is.values.join(', ')}` },
};

/** The field whose value is being written at the end of a text, and that value; undefined if none is. */
export function writing(text: string): { field: string; value: string } | undefined {
    const found = /(?:^|\s)-?([a-z]+):(\S*)$/.exec(text);
    return found && found[1] in FIELDS ? { field: found[1], value: found[2] } : undefined;
}
