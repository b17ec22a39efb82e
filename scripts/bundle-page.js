/** Bundles the scripts of the graph page with their packages into `dist/page/`: one file each, so that a picture can contain it. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (/** @type {string} */ name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

await build({
  entryPoints: { graph: path('page/graph/main.js'), 'graph-math': path('page/graph/main-math.js') },
  outdir: path('dist/page'),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
});
