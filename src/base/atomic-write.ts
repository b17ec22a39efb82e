/** Atomic file writes: after a crash the file has either its old or its new content. */
import { renameSync, writeFileSync } from 'node:fs';

/** Writes and flushes a temporary file next to `path`, then renames it. The folder must exist. `mode`: permissions. */
export function writeAtomically(path: string, text: string, mode = 0o666): void {
  const temporary = `${path}.${process.pid}.part`;
  writeFileSync(temporary, text, { mode, flush: true });
  renameSync(temporary, path);
}
