/** Runs the tests inside the extension host; they have the workspace that tests/e2e/vscode/test_host.py makes. */

import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import Mocha from 'mocha';

/** Nothing of its own: lines are printed below, plain enough to be told from the rest of the console. */
class Silent {}

export function run(): Promise<void> {
    const mocha = new Mocha({ ui: 'tdd', timeout: 30_000, reporter: Silent as never });
    const tests = readdirSync(__dirname).filter((name) => name.endsWith('.test.js'));
    tests.sort().forEach((name) => mocha.addFile(path.join(__dirname, name)));
    return new Promise((resolve, reject) => {
        const runner = mocha.run((failed) => (failed ? reject(new Error(`${failed} failed`)) : resolve()));
        runner.on('pass', (test) => console.log(`ok ${test.fullTitle()} (${test.duration} ms)`));
        runner.on('pending', (test) => console.log(`left out ${test.fullTitle()}`));
        runner.on('fail', (test, trouble: Error) => console.log(`not ok ${test.fullTitle()}\n${trouble.stack}`));
    });
}
