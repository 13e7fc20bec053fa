/** Progress the server reports: what a person asked for has a bar that can be stopped, a pass nobody asked for does
 * not come between them and their code: the status bar shows it, the menu stops it. */

import type {
    ProgressToken,
    WorkDoneProgressBegin,
    WorkDoneProgressEnd,
    WorkDoneProgressReport,
} from 'vscode-languageclient/node';

export type Value = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

/** Where the passes of a consolidation that was asked for are shown. */
export interface Bar {
    show(title: string, message: string | undefined, percent: number | undefined): void;
}

export class Bars {
    private readonly passes = new Map<ProgressToken, string>();
    private bar: Bar | undefined;

    /** `dreaming` says whether a pass is under way; `stop` tells the server that the person stops one. */
    constructor(
        private readonly dreaming: () => boolean,
        private readonly stop: (token: ProgressToken) => void,
        private readonly changed: (running: boolean) => void,
    ) {}

    /** Whether a pass is under way that shows its progress. */
    get running(): boolean {
        return this.passes.size > 0;
    }

    /** Whether this is a pass's progress, which is shown by us; the rest is the client's. */
    takes(token: ProgressToken, value: Value): boolean {
        if (value.kind === 'begin' && this.dreaming()) {
            this.passes.set(token, value.title);
            this.changed(true);
        }
        const title = this.passes.get(token);
        if (title === undefined) {
            return false;
        }
        if (value.kind === 'end') {
            this.passes.delete(token);
            this.changed(this.passes.size > 0);
        } else {
            this.bar?.show(title, value.message, value.percentage);
        }
        return true;
    }

    /** Show passes in a bar until the work is done. */
    async during<T>(bar: Bar, work: () => Promise<T>): Promise<T> {
        this.bar = bar;
        try {
            return await work();
        } finally {
            this.bar = undefined;
        }
    }

    /** The person stops every pass under way. */
    stopAll(): void {
        for (const token of this.passes.keys()) {
            this.stop(token);
        }
    }

    /** The server is gone, and its passes with it. */
    clear(): void {
        this.passes.clear();
        this.changed(false);
    }
}
