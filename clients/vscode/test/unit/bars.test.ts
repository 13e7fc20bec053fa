import assert from 'node:assert/strict';
import { Bars, type Value } from '../../src/server/bars';
import { Crashes } from '../../src/server/crashes';

const BEGIN: Value = { kind: 'begin', title: 'Writing themes', cancellable: true, percentage: 0 };
const END: Value = { kind: 'end' };

suite('progress of passes', () => {
    function bars(dreaming: boolean): { bars: Bars; stopped: unknown[]; running: boolean[] } {
        const stopped: unknown[] = [];
        const running: boolean[] = [];
        return {
            bars: new Bars(
                () => dreaming,
                (token) => stopped.push(token),
                (now) => running.push(now),
            ),
            stopped,
            running,
        };
    }

    test('an import has its own bar', () => {
        assert.equal(bars(false).bars.takes('t', BEGIN), false);
    });

    test('a pass nobody asked for is shown nowhere but in the status, and can be stopped', () => {
        const { bars: all, stopped, running } = bars(true);
        assert.ok(all.takes('t', BEGIN));
        all.stopAll();
        assert.ok(all.takes('t', END));
        all.stopAll();
        assert.deepEqual([stopped, running], [['t'], [true, false]]);
    });

    test('one that was asked for is shown in its bar, until it is done', async () => {
        const { bars: all } = bars(true);
        const shown: string[] = [];
        await all.during({ show: (title, _, percent) => shown.push(`${title} ${percent}`) }, () => {
            all.takes('t', BEGIN);
            all.takes('t', { kind: 'report', percentage: 40 });
            return Promise.resolve();
        });
        all.takes('t', { kind: 'report', percentage: 80 });
        assert.deepEqual(shown, ['Writing themes 0', 'Writing themes 40']);
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
