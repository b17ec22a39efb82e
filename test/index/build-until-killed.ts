/**
 * Builds an index in a loop, with one changed file each time, until the process is killed. Runs the built modules, because
 * Node takes three times as long to load the sources.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { buildIndex as BuildIndex } from '../../src/index/build.ts';
import type { namedRoots as NamedRoots } from '../../src/index/roots.ts';

const built = (name: string): string => new URL(`../../dist/index/${name}.js`, import.meta.url).href;
const { buildIndex } = (await import(built('build'))) as { buildIndex: typeof BuildIndex };
const { namedRoots } = (await import(built('roots'))) as { namedRoots: typeof NamedRoots };

const [indexPath, root] = process.argv.slice(2) as [string, string];
for (let round = 0; ; round++) {
  writeFileSync(join(root, 'Changing.lean'), `theorem changing_${process.pid}_${round} : 1 = 1 := rfl\n`);
  await buildIndex({
    ...namedRoots([{ name: 'Lib', path: root }], '/'),
    ...{ indexPath, add: false, rehash: false, manifestHash: '', weights: null },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  process.stdout.write('.');
}
