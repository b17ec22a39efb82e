/** `lemmahead concepts import`: adds the decisions of an export to the library. The file is not trusted. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { formatIssues, jsonLines } from '../session/json-lines.ts';
import { libraryPathFor } from '../config/paths.ts';
import { decideConcepts, type ConceptDecision } from '../library/concept-decisions.ts';
import { withLibrary } from '../library/library.ts';
import { renderImportedDecisions } from '../report/concept-decision.ts';
import { CONCEPTS_EXPORT, conceptsExportRecord, type ConceptsExportRecord } from '../report/concepts-export-schema.ts';
import { normalForm } from '../search/concepts/normal-form.ts';
import { readImportFile } from '../session/import-file.ts';
import type { Command } from './command.ts';

/** Decisions replace those on the same subjects; others stay. All of the file is imported, or nothing. */
export const conceptsImport: Command<{ file: string }> = async ({ file }, { settings, cwd }) => {
  const records = parseRecords(readImportFile(resolve(cwd, file), EXPORT_NEEDED), file);
  const decisions = records.flatMap(({ value, place }) => decisionOf(value, place));
  const path = libraryPathFor(settings);
  const changed =
    decisions.length === 0
      ? 0
      : await withLibrary(path, { writable: true, create: true }, (library) => decideConcepts(library, decisions));
  const counts = { decisions: decisions.length, changed, skipped: records.length - decisions.length };
  return {
    exit: 'done',
    data: { schema: 'lemmahead/concepts-import@1', path, ...counts },
    render: () => renderImportedDecisions(counts, path),
  };
};

const EXPORT_NEEDED = 'Give a file written by lemmahead concepts export --out FILE.';

interface PlacedRecord {
  value: ConceptsExportRecord;
  place: string;
}

/** `shown`: the path as typed. @throws {Failure} `import-invalid`, with the line if there is one */
function parseRecords(text: string, shown: string): PlacedRecord[] {
  const [head, ...lines] = jsonLines(text, shown, z.looseObject({}), malformed);
  if (head?.value['schema'] !== CONCEPTS_EXPORT)
    throw malformed(head?.place ?? shown, `The first line does not have the schema ${CONCEPTS_EXPORT}.`);
  return lines.map(({ value, place }) => {
    const parsed = conceptsExportRecord.safeParse(value);
    if (!parsed.success) throw malformed(place, formatIssues(parsed.error));
    return { value: parsed.data, place };
  });
}

/** None for the content of a base. */
function decisionOf(record: ConceptsExportRecord, place: string): ConceptDecision[] {
  if (record.record !== 'meaning' && record.record !== 'name') return [];
  const key = keyOf(record.phrase, place);
  if (record.record === 'name') {
    const { kind, phrase, other } = record;
    return [{ kind, key, phrase, other: { key: keyOf(other, place), phrase: other } }];
  }
  const { phrase, means, name, package: packageName, statement_hash: statementHash } = record;
  return [{ kind: means ? 'means' : 'does not mean', key, phrase, name, package: packageName, statementHash }];
}

function keyOf(phrase: string, place: string): string {
  const key = normalForm(phrase);
  if (key === '') throw malformed(place, `'${phrase}' has no word that a concept can be known by.`);
  return key;
}

function malformed(place: string, reason: string): Failure {
  return new Failure('usage', 'import-invalid', {
    message: `${place} is not a valid record of an export of concepts; nothing was imported.`,
    reason,
    next: EXPORT_NEEDED,
  });
}
