/** `lemmahead library export`: the library as lines of JSON, for backup or sharing. */
import { resolve } from 'node:path';
import { libraryPathFor } from '../config/paths.ts';
import { exportRecords } from '../library/export.ts';
import { requireSources } from '../library/filter-entries.ts';
import { withLibrary } from '../library/library.ts';
import { writeOtherFile } from '../lean/user-file.ts';
import type { ExportRecord } from '../report/export-schema.ts';
import { exportLines, renderWritten } from '../report/library-export.ts';
import type { LibraryExportOptions } from '../options/library-options.ts';
import type { Command } from './command.ts';
import { EXPORT_SCHEMA } from './parse-export.ts';

export const libraryExport: Command<LibraryExportOptions> = ({ source, vectors, out }, { settings, cwd }) =>
  withLibrary(libraryPathFor(settings), {}, async ({ database }) => {
    requireSources(database, source);
    const records = exportRecords(database, source, { vectors });
    const schema = EXPORT_SCHEMA;
    const exit = records.length === 0 ? 'no' : 'done';
    if (out === null)
      return {
        exit,
        // The rows of a table have its columns as fields; a test compares them with the schema.
        data: { schema, records: records as unknown as ExportRecord[] },
        isExact: true,
        render: () => exportLines(schema, records),
      };
    const path = resolve(cwd, out);
    await writeOtherFile(path, exportLines(schema, records));
    return {
      exit,
      data: { schema, records: records.length, written_to: path },
      render: () => renderWritten(records.length, path),
    };
  });
