/** A lemmahead that is killed: makes a scratch folder, says where, and waits. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratch } from '../../src/lean/process/scratch-folder.ts';

const folder = await makeScratch('judge');
writeFileSync(join(folder, 'Subject.lean'), 'theorem t : True := trivial\n');
process.stdout.write(`${folder}\n`);
setInterval(() => undefined, 1000);
