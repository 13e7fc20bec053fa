// Bundles the extension into dist; with --tests, the tests into out.
import { build } from 'esbuild';
import { copyFileSync, readdirSync } from 'node:fs';

const common = {
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'warning',
    // The client's dependencies are written twice, for Node and as modules; the latter bundle smaller.
    mainFields: ['module', 'main'],
    external: ['vscode', 'mocha'],
};

if (process.argv.includes('--tests')) {
    const tests = readdirSync('test', { recursive: true }).filter((name) => name.endsWith('.test.ts'));
    await build({
        ...common,
        entryPoints: [...tests, 'host/index.ts'].map((name) => `test/${name}`),
        outdir: 'out',
        outbase: 'test',
    });
} else {
    await build({ ...common, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', minify: true });
    copyFileSync('../../LICENSE', 'LICENSE'); // the package carries its own
}
