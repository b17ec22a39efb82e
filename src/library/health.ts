/** `doctor`'s question about the library: is it there, whole, and for this program to read? */
import { existsSync } from 'node:fs';
import { absent, fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import { groupedDigits } from '../base/format-number.ts';

/** SQLite is loaded only here. Every page of the file is read. */
export async function checkLibrary(path: string): Promise<Check> {
  if (!existsSync(path)) {
    return absent('library', `none at ${path}; only searches of documents need one`, 'lemmahead library add FILE…');
  }
  try {
    const { withLibrary } = await import('./library.ts');
    return await withLibrary(path, {}, ({ database }) => {
      const [first] = database.pragma('quick_check(1)') as { quick_check: string }[];
      if (first?.quick_check !== 'ok') return fault('library', `${path} is damaged: ${first?.quick_check}`, RESCUE);
      const count = (table: string): string =>
        groupedDigits(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number);
      return ok('library', `${count('entries')} entries of ${count('documents')} documents at ${path}`);
    });
  } catch (error) {
    // Without better-sqlite3 there is no library either; that fault is told by the index.
    if (!(error instanceof Failure)) return fault('library', (error as Error).message, 'npm rebuild better-sqlite3');
    return fault('library', error.detail.message, error.detail.next ?? RESCUE);
  }
}

const RESCUE = 'Put back a copy of the file; `sqlite3 FILE .recover` rescues what can be read';
