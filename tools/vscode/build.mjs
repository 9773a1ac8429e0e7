// The extension's scripts, from their sources by esbuild. Called by ./package: FOLDER.
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const out = process.argv[2];
const shared = {absWorkingDir: here, outdir: out, bundle: true, minify: true, target: 'es2022', legalComments: 'eof', logLevel: 'warning'};

await build({...shared, entryPoints: {desktop: 'source/desktop.ts'}, platform: 'node', format: 'cjs', external: ['vscode']});
await build({...shared, entryPoints: {page: 'source/page.ts'}, platform: 'browser', format: 'cjs', external: ['vscode']});
// What both kinds of workers, and the panel, load as plain scripts.
await build({
    ...shared, entryPoints: {core_worker: 'source/core_worker.ts', picture: 'source/picture.ts'}, platform: 'browser', format: 'iife',
    external: ['node:*'], define: {'import.meta.url': '"file:///"'},
});
