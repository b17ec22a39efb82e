/** A lemmahead process to be killed: creates a scratch folder, prints its path, and waits. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratch } from '../../src/lean/process/scratch-folder.ts';

const folder = await makeScratch('judge');
writeFileSync(join(folder, 'Subject.lean'), 'theorem t : True := trivial\n');
process.stdout.write(`${folder}\n`);
setInterval(() => undefined, 1000);
