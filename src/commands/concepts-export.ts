/** `lemmahead concepts export`: the user's decisions on concepts as lines of JSON, and the content of the base. */
import { resolve } from 'node:path';
import { fileExists } from '../base/file-exists.ts';
import { libraryPathFor } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { exportConcepts, exportDefinitions, exportTranslations } from '../concepts/export-base.ts';
import { openConceptBase } from '../concepts/open-base.ts';
import { writeOtherFile } from '../lean/user-file.ts';
import { conceptDecisions, type ConceptDecision } from '../library/concept-decisions.ts';
import { withLibrary } from '../library/library.ts';
import type { ConceptsExportOptions } from '../options/concepts-options.ts';
import { CONCEPTS_EXPORT, type ConceptsExportRecord } from '../report/concepts-export-schema.ts';
import { exportLines, renderWritten } from '../report/library-export.ts';
import { buildCommand, conceptsPathFor } from '../session/command-concepts.ts';
import type { Command } from './command.ts';

/** Exit `no` without a record. */
export const conceptsExport: Command<ConceptsExportOptions> = async ({ content, out }, { settings, cwd }) => {
  const library = libraryPathFor(settings);
  const decisions = fileExists(library)
    ? await withLibrary(library, {}, ({ database }) => conceptDecisions(database))
    : [];
  const records = [...decisions.map(decisionRecord), ...(content ? contentRecords(settings) : [])];
  const exit = records.length === 0 ? 'no' : 'done';
  if (out === null)
    return {
      exit,
      data: { schema: CONCEPTS_EXPORT, records },
      isExact: true,
      render: () => exportLines(CONCEPTS_EXPORT, records),
    };
  const path = resolve(cwd, out);
  await writeOtherFile(path, exportLines(CONCEPTS_EXPORT, records));
  return {
    exit,
    data: { schema: CONCEPTS_EXPORT, records: records.length, written_to: path },
    render: () => renderWritten(records.length, path),
  };
};

function decisionRecord(decision: ConceptDecision): ConceptsExportRecord {
  if ('other' in decision) {
    const { kind, phrase, other } = decision;
    return { record: 'name', kind, phrase, other: other.phrase };
  }
  const { kind, phrase, name, package: packageName, statementHash } = decision;
  return {
    record: 'meaning',
    phrase,
    means: kind === 'means',
    name,
    package: packageName,
    statement_hash: statementHash,
  };
}

/** @throws {Failure} as `openConceptBase` */
function contentRecords(settings: Settings): ConceptsExportRecord[] {
  const base = openConceptBase(conceptsPathFor(settings), buildCommand(settings));
  try {
    return [
      ...exportDefinitions(base).map((row) => ({ record: 'definition' as const, ...row })),
      ...exportConcepts(base).map((row) => ({ record: 'concept' as const, ...row })),
      ...exportTranslations(base).map((row) => ({ record: 'translation' as const, ...row })),
    ];
  } finally {
    base.close();
  }
}
