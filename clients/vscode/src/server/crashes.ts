/** How often a server that ended by itself is started again. */

const MOST = 4;
const WITHIN = 180_000; // milliseconds

export class Crashes {
    private times: number[] = [];
    gaveUp = false;

    constructor(private readonly now: () => number = Date.now) {}

    /** It ended once more; whether to start it again. */
    again(): boolean {
        const now = this.now();
        this.times = [...this.times.filter((time) => now - time < WITHIN), now];
        this.gaveUp = this.times.length > MOST;
        return !this.gaveUp;
    }
}
