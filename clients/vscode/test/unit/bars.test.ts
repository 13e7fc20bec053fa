import assert from 'node:assert/strict';
import { Bars, type Bar, type Value } from '../../src/server/bars';
import { Crashes } from '../../src/server/crashes';

const BEGIN = { kind: 'begin', title: 'Writing themes', cancellable: true, percentage: 0 } as const;
const END: Value = { kind: 'end' };

suite('progress', () => {
    interface Seen {
        bars: Bars;
        seen: string[];
    }

    function bars(dreaming: boolean): Seen {
        const seen: string[] = [];
        const bar = (name: string): Bar => ({
            show: (title, message, percent) => seen.push([name, title, message, percent].filter(Boolean).join(' ')),
            end: () => seen.push(`${name} ended`),
        });
        const ground = {
            dreaming: () => dreaming,
            open: (_: string, stop: () => void) => {
                stop();
                return bar('own');
            },
            stop: (token: number | string) => seen.push(`stop ${token}`),
            came: (line: string) => seen.push(line),
            changed: (running: boolean) => seen.push(running ? 'running' : 'resting'),
        };
        return { bars: new Bars(ground), seen };
    }

    test('an import has its own bar, and can be stopped there', () => {
        const { bars: all, seen } = bars(false);
        all.take('t', BEGIN);
        all.take('t', { kind: 'report', message: '3 of 4', percentage: 75 });
        all.take('t', { ...END, message: '3 stored' });
        const title = BEGIN.title;
        assert.deepEqual(seen, [
            ...['stop t', 'resting', `own ${title}`, `own ${title} 3 of 4 75`, 'own ended', 'resting'],
            `${title}: 3 stored`,
        ]);
    });

    test('a pass nobody asked for has none, and is stopped from the menu', () => {
        const { bars: all, seen } = bars(true);
        all.take('t', BEGIN);
        all.stopPasses();
        all.take('t', END);
        all.stopPasses();
        assert.deepEqual(seen, ['running', 'stop t', 'resting']);
    });

    test('one that was asked for is shown in its bar, until it is done', async () => {
        const { bars: all } = bars(true);
        const shown: string[] = [];
        const bar = {
            show: (title: string, _: unknown, percent?: number) => shown.push(`${title} ${percent}`),
            end: () => undefined,
        };
        await all.during(bar, () => {
            all.take('t', BEGIN);
            all.take('t', { kind: 'report', percentage: 40 });
            return Promise.resolve();
        });
        all.take('u', BEGIN);
        assert.deepEqual(shown, ['Writing themes 0', 'Writing themes 40']);
    });

    test('a server that is gone leaves no bar', () => {
        const { bars: all, seen } = bars(false);
        all.take('t', BEGIN);
        all.clear();
        all.take('t', END);
        assert.deepEqual(seen.slice(-2), ['own ended', 'resting']);
    });
});

suite('a server that ends by itself', () => {
    test('is started again, but not for ever', () => {
        let now = 0;
        const crashes = new Crashes(() => now);
        const again = [1, 2, 3, 4, 5].map(() => crashes.again());
        assert.deepEqual([again, crashes.gaveUp], [[true, true, true, true, false], true]);
        now = 200_000;
        assert.ok(crashes.again());
    });
});
