/** The addresses of notes that are written: what it takes to open one again, after the window was closed, too. */

import type { Arguments, Range } from '../protocol';

export type Place = Pick<Arguments['memo.remember'], 'uri' | 'range'>;

/** A memory there is, or a new note: when it was begun (milliseconds; no two are the same), and where it belongs. */
export type Address = { id: string } | { at: number; place: Place };

const WRITTEN = /^(?:id=(?<id>.+)|at=(?<at>\d+)(?:&range=(?<range>\d+:\d+-\d+:\d+))?(?:&uri=(?<uri>.+))?)$/s;

/** The query of a document's URI; a person may see it in a message. */
export function query(address: Address): string {
    if ('id' in address) {
        return `id=${address.id}`;
    }
    const { range, uri } = address.place;
    return [`at=${address.at}`, ...(range ? [`range=${spelled(range)}`] : []), ...(uri ? [`uri=${uri}`] : [])].join(
        '&',
    );
}

/** The address a query is; undefined for any other. */
export function addressIn(query: string): Address | undefined {
    const { id, at, range, uri } = WRITTEN.exec(query)?.groups ?? {};
    return id ? { id } : at ? { at: Number(at), place: { uri, range: range ? rangeIn(range) : undefined } } : undefined;
}

function spelled({ start, end }: Range): string {
    return `${start.line}:${start.character}-${end.line}:${end.character}`;
}

function rangeIn(text: string): Range {
    const [line, character, lastLine, last] = text.split(/[:-]/).map(Number);
    return { start: { line, character }, end: { line: lastLine, character: last } };
}
