/** Atomic file writes: after a crash the file has either its old or its new content. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes and flushes a temporary file next to `path`, then renames it; on failure the temporary file is removed. The
 * folder must exist. `mode`: permissions.
 */
export function writeAtomically(path: string, content: string | Uint8Array, mode = 0o666): void {
  const temporary = `${path}.${process.pid}.part`;
  try {
    writeFileSync(temporary, content, { mode, flush: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
