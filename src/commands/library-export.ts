/** `lemmahead library export`: the library as lines of JSON, for backup or sharing. */
import { resolve } from 'node:path';
import { libraryPathFor } from '../config/paths.ts';
import { exportRecords } from '../library/export.ts';
import { requireSources } from '../library/filter-entries.ts';
import { withLibrary } from '../library/library.ts';
import { writeOtherFile } from '../lean/user-file.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { exportLines, renderWritten } from '../report/library-export.ts';
import type { Command } from './command.ts';

export interface LibraryExportOptions {
  source: readonly string[];
  /** Null for stdout. */
  out: string | null;
}

export const libraryExport: Command<LibraryExportOptions> = ({ source, out }, { settings, cwd }) =>
  withLibrary(libraryPathFor(settings), {}, async ({ database }) => {
    requireSources(database, source);
    const records = exportRecords(database, source).map((record) => snakeKeys(record));
    const schema = 'lemmahead/library-export@1';
    const exit = records.length === 0 ? 'no' : 'done';
    if (out === null) return { exit, data: { schema, records }, render: () => exportLines(schema, records) };
    const path = resolve(cwd, out);
    await writeOtherFile(path, exportLines(schema, records));
    return {
      exit,
      data: { schema, records: records.length, written_to: path },
      render: () => renderWritten(records.length, path),
    };
  });
