/** Paper for a page: lines of markdown, and where in them the links are. */

import type { Anchor } from '../shapes';

export type Target = { code: Anchor } | { memory: string };

export interface PageLink {
    line: number;
    start: number;
    end: number;
    target: Target;
    tooltip: string;
}

export interface Page {
    text: string;
    links: PageLink[];
}

export class Paper {
    private readonly lines: string[] = [];
    readonly links: PageLink[] = [];

    line(text = ''): void {
        this.lines.push(text);
    }

    /** A line of a list whose middle leads somewhere. */
    linked(before: string, label: string, after: string, target: Target, tooltip: string): void {
        const start = before.length;
        this.links.push({ line: this.lines.length, start, end: start + label.length, target, tooltip });
        this.lines.push(before + label + after);
    }

    section(title: string, fill: () => void): void {
        this.lines.push('', `## ${title}`, '');
        fill();
    }

    /** Text as it is: nothing in it is a link, an image or a heading. */
    quote(text: string): void {
        const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
        const fence = '`'.repeat(longest + 1);
        this.lines.push(`${fence}text`, ...text.trimEnd().split(/\r\n|\n|\r/), fence);
    }

    page(): Page {
        return { text: `${this.lines.join('\n')}\n`, links: this.links };
    }
}
