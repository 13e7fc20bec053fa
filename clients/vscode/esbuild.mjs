// Bundles the extension into dist; with --tests, the tests into out.
import { build } from 'esbuild';
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

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

/** The language client is nine tenths of the code, and waits in a file of its own until a server is started. */
const clientApart = {
    name: 'client apart',
    setup: ({ onResolve }) =>
        onResolve({ filter: /^\.\/client$/ }, ({ kind }) =>
            kind === 'dynamic-import' ? { path: './client.js', external: true } : undefined,
        ),
};

/** The README as the editor shows it: it opens neither pictures nor pages beside it. */
function alone(text) {
    return text.replace(/^!\[[^\n]*\n\n?/gm, '').replace(/\[([^\]]+)\]\(\.\.[^)]*\)/g, '$1');
}

if (process.argv.includes('--tests')) {
    const tests = readdirSync('test', { recursive: true }).filter((name) => name.endsWith('.test.ts'));
    await build({
        ...common,
        entryPoints: [...tests, 'host/index.ts'].map((name) => `test/${name}`),
        outdir: 'out',
        outbase: 'test',
    });
} else {
    await build({
        ...common,
        entryPoints: { extension: 'src/extension.ts', client: 'src/server/client.ts' },
        outdir: 'dist',
        minify: true,
        plugins: [clientApart],
    });
    copyFileSync('../../LICENSE', 'LICENSE'); // the package carries its own
    writeFileSync('dist/README.md', alone(readFileSync('README.md', 'utf-8')));
}
