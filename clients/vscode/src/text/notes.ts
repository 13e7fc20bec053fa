/** A memory as a text to edit: a head of a few fields, a title, and what it says. */

export interface Note {
    title: string;
    body: string;
    kind?: string;
    topic?: string;
    tags?: string[];
}

/** The text of a note; every field stands there, so that one sees what can be said. */
export function written({ title, body, kind, topic, tags }: Note): string {
    const head = [`kind: ${kind ?? 'note'}`, `topic: ${topic ?? ''}`, `tags: ${(tags ?? []).join(', ')}`].map((line) =>
        line.trimEnd(),
    );
    return ['---', ...head, '---', `# ${title}`, '', body.trimEnd(), ''].join('\n');
}

/** The line of a note's text that is its title, from 0. */
export function titleLine(text: string): number {
    return text.split('\n').findIndex((line) => line.startsWith('# '));
}

/** The note a text is. One without a head, or with less of it, is one, too. Throws, with what is wrong in a sentence,
 * where it has no title, or a head that cannot be read: nothing of it may end up as something else. */
export function read(text: string): Note {
    const [, head, rest] = /^(?:---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$))?([\s\S]*)$/.exec(text)!;
    if (head === undefined && /^---(\r?\n|$)/.test(text)) {
        throw new Error('The head of the note does not end: its last line is --- and nothing else.');
    }
    const fields = readHead(head ?? '');
    const lines = rest.trim().split(/\r?\n/);
    const title = lines[0].replace(/^#+\s*/, '').trim();
    if (!title) {
        throw new Error('A note needs a title.');
    }
    return {
        title,
        body: lines.slice(1).join('\n').trim(),
        kind: fields.get('kind') || undefined,
        topic: fields.get('topic'),
        tags: fields
            .get('tags')
            ?.split(',')
            .map((tag) => tag.trim())
            .filter(Boolean),
    };
}

function readHead(head: string): Map<string, string> {
    const fields = new Map<string, string>();
    for (const line of head.split(/\r?\n/).map((each) => each.trim())) {
        const [, name, value] = /^(kind|topic|tags):\s*(.*)$/.exec(line) ?? [];
        if (name) {
            fields.set(name, value);
        } else if (line) {
            throw new Error(`The head of a note has kind, topic and tags; this is none of them: ${line}`);
        }
    }
    return fields;
}
