/** `doctor`'s check of the library: it exists, is intact, and this program can read it. */
import { existsSync } from 'node:fs';
import { absent, fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import { formatNumber } from '../base/format-number.ts';

/** Imports SQLite only here. Reads every page of the file. */
export async function checkLibrary(path: string): Promise<Check> {
  if (!existsSync(path)) {
    return absent('library', `no library at ${path}; only document searches need one`, 'lemmahead library add FILE…');
  }
  try {
    const { withLibrary } = await import('./library.ts');
    return await withLibrary(path, {}, ({ database }) => {
      const [first] = database.pragma('quick_check(1)') as { quick_check: string }[];
      if (first?.quick_check !== 'ok') return fault('library', `${path} is damaged: ${first?.quick_check}`, RESCUE);
      const count = (table: string): string =>
        formatNumber(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number);
      return ok('library', `${count('entries')} entries of ${count('documents')} documents at ${path}`);
    });
  } catch (error) {
    // Without better-sqlite3 the library cannot be opened either; the check of the index reports that fault.
    if (!(error instanceof Failure)) return fault('library', (error as Error).message, 'npm rebuild better-sqlite3');
    return fault('library', error.detail.message, error.detail.next ?? RESCUE);
  }
}

const RESCUE = 'Restore a copy of the file; `sqlite3 FILE .recover` recovers what can be read';
