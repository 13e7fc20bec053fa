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

/** The note a text is; undefined without a title. A text without a head, or with less of it, is one, too. */
export function read(text: string): Note | undefined {
    const [, head, rest] = /^(?:---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$))?([\s\S]*)$/.exec(text)!;
    const fields = new Map<string, string>();
    for (const line of (head ?? '').split(/\r?\n/)) {
        const [, name, value] = /^(\w+):\s*(.*)$/.exec(line.trim()) ?? [];
        if (name) {
            fields.set(name, value);
        }
    }
    const lines = rest.trim().split(/\r?\n/);
    const title = lines[0].replace(/^#+\s*/, '').trim();
    if (!title) {
        return undefined;
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
