/** Builds an index in a loop, with one changed file each time, until the process is killed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildRoots } from './build-request.ts';

const [index, root] = process.argv.slice(2) as [string, string];
for (let round = 0; ; round++) {
  writeFileSync(join(root, 'Changing.lean'), `theorem changing_${process.pid}_${round} : 1 = 1 := rfl\n`);
  await buildRoots(index, { Lib: root });
  process.stdout.write('.');
}
