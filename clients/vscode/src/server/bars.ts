/** Progress the server reports. What a person asked for has a bar that can be stopped. A pass nobody asked for does
 * not come between them and their code: the status bar shows it, the menu stops it. */

import type {
    ProgressToken,
    WorkDoneProgressBegin,
    WorkDoneProgressEnd,
    WorkDoneProgressReport,
} from 'vscode-languageclient/node';

export type Value = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

export interface Bar {
    show(title: string, message: string | undefined, percent: number | undefined): void;
    end(): void;
}

/** What the bars stand on. */
export interface Ground {
    /** Whether a pass is under way. */
    dreaming(): boolean;
    /** Open a bar; `stop` is called when the person stops it there. */
    open(title: string, stop: () => void): Bar;
    /** Tell the server that the person stops something. */
    stop(token: ProgressToken): void;
    /** Say what came of something the person waited for. */
    came(line: string): void;
    /** Whether a pass can be stopped is another. */
    changed(running: boolean): void;
}

interface Work {
    title: string;
    pass: boolean;
    bar: Bar | undefined;
}

export class Bars {
    private readonly works = new Map<ProgressToken, Work>();
    private asked: Bar | undefined;

    constructor(private readonly ground: Ground) {}

    /** Whether a pass is under way that can be stopped. */
    get running(): boolean {
        return [...this.works.values()].some(({ pass }) => pass);
    }

    /** The server said how far it is with something. */
    take(token: ProgressToken, value: Value): void {
        if (value.kind === 'begin') {
            this.begin(token, value.title);
        }
        const work = this.works.get(token);
        if (work && value.kind !== 'end') {
            work.bar?.show(work.title, value.message, value.percentage);
        } else if (work) {
            this.end(token, work);
            if (!work.pass && value.message) {
                this.ground.came(`${work.title}: ${value.message}`);
            }
        }
    }

    /** Show passes in this bar until the work is done. */
    async during<T>(bar: Bar, work: () => Promise<T>): Promise<T> {
        this.asked = bar;
        try {
            return await work();
        } finally {
            this.asked = undefined;
        }
    }

    /** The person stops every pass under way. */
    stopPasses(): void {
        for (const [token, { pass }] of this.works) {
            if (pass) {
                this.ground.stop(token);
            }
        }
    }

    /** The server is gone, and what it did with it. */
    clear(): void {
        for (const [token, work] of this.works) {
            this.end(token, work);
        }
    }

    private begin(token: ProgressToken, title: string): void {
        const pass = this.ground.dreaming();
        const bar = pass ? this.asked : this.ground.open(title, () => this.ground.stop(token));
        this.works.set(token, { title, pass, bar });
        this.ground.changed(this.running);
    }

    private end(token: ProgressToken, { pass, bar }: Work): void {
        this.works.delete(token);
        if (!pass) {
            bar?.end();
        }
        this.ground.changed(this.running);
    }
}
