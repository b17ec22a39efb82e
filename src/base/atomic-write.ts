/** Files of the program's own that are there as a whole or not at all, however it ends. */
import { renameSync, writeFileSync } from 'node:fs';

/** Written beside its place, flushed, and renamed; its folder has to be there. `mode`: who may read it. */
export function writeAtomically(path: string, text: string, mode = 0o666): void {
  const beside = `${path}.${process.pid}.part`;
  writeFileSync(beside, text, { mode, flush: true });
  renameSync(beside, path);
}
