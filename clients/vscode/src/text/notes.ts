/** A memory as a text to edit: a head of a few fields, a title, and what it says. */

import { KINDS } from '../protocol';

export interface Note {
    title: string;
    body: string;
    kind?: string;
    topic?: string;
    tags?: string[];
}

/** What keeps a text from being a note, in a sentence, and the line it stands in, from 0. */
export class Faulty extends Error {
    override name = 'Memo'; // what an editor shows before the sentence

    constructor(
        message: string,
        readonly line: number,
    ) {
        super(message);
    }
}

const EDGE = /^---\s*$/;
const FIELD = /^(kind|topic|tags):\s*(.*)$/;

/** The text of a note; every field stands there, so that one sees what can be said. */
export function written({ title, body, kind, topic, tags }: Note): string {
    const head = [`kind: ${kind ?? 'note'}`, `topic: ${topic ?? ''}`, `tags: ${(tags ?? []).join(', ')}`].map((line) =>
        line.trimEnd(),
    );
    return ['---', ...head, '---', `# ${title}`, '', ...(body ? [body.trimEnd()] : []), ''].join('\n');
}

/** The line of a note's text where its title belongs, from 0. */
export function titleLine(text: string): number {
    const lines = text.split(/\r?\n/);
    const under = EDGE.test(lines[0]) ? lines.findIndex((line, at) => at > 0 && EDGE.test(line)) + 1 : 0;
    const found = lines.findIndex((line, at) => at >= under && line.trim() !== '');
    return found < 0 ? under : found;
}

/** The note a text is. One without a head, or with less of it, is one, too. `kind` is the one it had: a memory that was
 * imported may have one of its own.
 *
 * Throws Faulty where it has no title, or a head that cannot be read: nothing of it may end up as something else. */
export function read(text: string, kind?: string): Note {
    const fields = readHead(text.split(/\r?\n/), kind);
    const at = titleLine(text);
    const lines = text.split(/\r?\n/).slice(at);
    const title = (lines[0] ?? '').replace(/^#+(\s+|$)/, '').trim();
    if (!title) {
        throw new Faulty('A note needs a title.', at);
    }
    return {
        title,
        body: lines
            .slice(1)
            .join('\n')
            .replace(/^(?:[^\S\n]*\n)+/, '')
            .trimEnd(),
        kind: fields.get('kind') || undefined,
        topic: fields.get('topic'),
        tags: fields
            .get('tags')
            ?.split(',')
            .map((tag) => tag.trim())
            .filter(Boolean),
    };
}

function readHead(lines: readonly string[], had?: string): Map<string, string> {
    const fields = new Map<string, string>();
    if (!EDGE.test(lines[0]) && !(lines[0].startsWith('---') && FIELD.test(lines[1] ?? ''))) {
        return fields;
    }
    const end = lines.findIndex((line, at) => at > 0 && EDGE.test(line));
    for (const [at, line] of lines.slice(0, end < 0 ? lines.length : end).entries()) {
        const [, name, value] = FIELD.exec(line.trim()) ?? [];
        if (name === 'kind' && value && value !== had && !isKind(value)) {
            throw new Faulty(`“${value}” is no kind. There are ${KINDS.join(', ')}.`, at);
        } else if (name) {
            fields.set(name, value);
        } else if (at === 0 ? !EDGE.test(line) : line.trim()) {
            throw new Faulty('The head of a note is kind, topic and tags between two lines of ---, nothing else.', at);
        }
    }
    if (end < 0) {
        throw new Faulty('The head of a note ends with a line of --- and nothing else.', 0);
    }
    return fields;
}

/** Whether the server knows a kind written so: `Dead end` is `dead-end`. */
function isKind(word: string): boolean {
    return KINDS.includes(word.trim().toLowerCase().split(/\s+/).join('-'));
}

/** What of a note is not as it was. */
export function changes(note: Note, before: Note): Partial<Note> {
    const fields = Object.entries(note) as [keyof Note, string | string[] | undefined][];
    return Object.fromEntries(
        fields.filter(([name, value]) => value !== undefined && String(value) !== String(before[name] ?? '')),
    );
}
