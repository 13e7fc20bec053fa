/** Times as a person says them. */

const UNITS: [number, string][] = [
    [365 * 86_400, 'year'],
    [30 * 86_400, 'month'],
    [7 * 86_400, 'week'],
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
];

/** `3 months ago`; an empty text for no time, and what lies ahead is just now. */
export function ago(iso: string | null | undefined, now = Date.now()): string {
    const seconds = iso ? (now - Date.parse(iso)) / 1000 : NaN;
    if (Number.isNaN(seconds)) {
        return '';
    }
    const unit = UNITS.find(([length]) => seconds >= length);
    return unit ? `${counted(Math.floor(seconds / unit[0]), unit[1])} ago` : 'just now';
}

/** `in 12 minutes`, `now`. */
export function ahead(seconds: number): string {
    const unit = UNITS.find(([length]) => seconds >= length);
    return unit ? `in ${counted(Math.round(seconds / unit[0]), unit[1])}` : seconds > 0 ? 'in a moment' : 'now';
}

/** `2026-03-05`. */
export function day(iso: string | null | undefined): string {
    return iso ? iso.slice(0, 10) : '';
}

/** `1 memory`, `2 memories`. */
export function counted(count: number, one: string, many = `${one}s`): string {
    return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
