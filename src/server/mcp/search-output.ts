/** Formats search results for an agent: two lines per declaration, three per library entry. Pure. */
import { ellipsis } from '../../base/columns.ts';
import { collapseWhitespace } from '../../base/one-line.ts';
import type { FailureDetail } from '../../base/errors.ts';
import type { EntryResult, EntrySearchReport } from '../../report/entry-search-schema.ts';
import { copyNames, entryTitle, placeSuffix } from '../../report/entry-label.ts';
import { originLabel } from '../../report/origin-label.ts';
import type { DeclarationReport, ResultReport, SearchReport } from '../../report/search-schema.ts';
import { firstOf, noteLines, shortNotes, shortened, type ToolOutput, unlessEmpty, type Warned } from './tool-result.ts';

interface EverywhereReport {
  schema: 'lemmahead/search-everywhere@1';
  declarations: SearchReport | null;
  declarations_failed: FailureDetail | null;
  library: EntrySearchReport | null;
  library_failed: FailureDetail | null;
}

type AnySearchReport = SearchReport | EntrySearchReport | EverywhereReport;

/** With these limits, eight results fit into 2,500 characters, if their hypotheses are not unusually long. */
const MAX_TYPE_LENGTH = 150;
/** Hypotheses stay up to here: read without them, a statement is false. Of Mathlib's theorems, 0.1 % are longer. */
const MAX_WHOLE_LENGTH = 500;
const MAX_DOC_LENGTH = 80;
const MAX_VARIANTS = 3;
const MAX_ENTRY_TITLE_LENGTH = 100;

export function formatSearch(report: Warned<AnySearchReport>): ToolOutput {
  const { declarations, library, failed } = partsOf(report);
  const results = declarations?.results.map(compactResult) ?? [];
  const entries = library?.results.map(compactEntry) ?? [];
  const nearest = firstOf(declarations?.nearest ?? [], 10);
  const notes = shortNotes(failed, declarations?.notices ?? [], library?.notices ?? [], report.warnings);
  const next = declarations?.next_offset ?? undefined;
  const lines = [
    ...noteLines(notes),
    ...results.flatMap(resultLines),
    ...entries.flatMap(entryLines),
    ...(results.length + entries.length === 0 ? [nothingWords(nearest)] : []),
    ...(next === undefined ? [] : [`More results: offset ${next}`]),
  ];
  const compact = {
    results: declarations === null ? undefined : results,
    entries: library === null ? undefined : entries,
    nearest: unlessEmpty(nearest),
    next_offset: next,
    notes: unlessEmpty(notes),
  };
  return { compact, lines };
}

function partsOf(report: AnySearchReport) {
  switch (report.schema) {
    case 'lemmahead/search@1':
      return { declarations: report, library: null, failed: [] };
    case 'lemmahead/search-library@1':
      return { declarations: null, library: report, failed: [] };
    case 'lemmahead/search-everywhere@1': {
      const { declarations, library, declarations_failed, library_failed } = report;
      const failed = [
        ...notSearched('Declarations were', declarations_failed),
        ...notSearched('The library was', library_failed),
      ];
      return { declarations, library, failed };
    }
  }
}

function notSearched(what: string, failure: FailureDetail | null): string[] {
  return failure === null ? [] : [`${what} not searched: ${failure.message} ${failure.next ?? ''}`];
}

type CompactResult = ReturnType<typeof compactResult>;

function compactResult(result: ResultReport) {
  const { name, kind, statement, doc, file_path, line_start, variants, write_as, imported } = result;
  return {
    name,
    kind,
    type: shortened(statement, MAX_TYPE_LENGTH, MAX_WHOLE_LENGTH),
    file: `${file_path}:${line_start}`,
    import: result.import,
    // The type of a theorem already states it.
    doc: doc === null || STATEMENTS.has(kind) ? undefined : ellipsis(collapseWhitespace(doc).trim(), MAX_DOC_LENGTH),
    marks: unlessEmpty(marksOf(result)),
    also: unlessEmpty(firstOf(variants, MAX_VARIANTS)),
    write_as,
    imported,
  };
}

const STATEMENTS: ReadonlySet<string> = new Set(['theorem', 'lemma', 'field', 'constructor', 'instance', 'axiom']);

const MEMBERS: ReadonlySet<string> = new Set(['field', 'constructor']);

/** Properties that affect whether to use the declaration. */
export function marksOf({
  deprecated,
  private: isPrivate,
  origin,
  generated_from,
  ...rest
}: DeclarationReport): string[] {
  const marks: string[] = [];
  if (deprecated !== null) {
    marks.push(deprecated.replacement === null ? 'deprecated' : `deprecated, use ${deprecated.replacement}`);
  }
  if (isPrivate) marks.push('private');
  const words = originLabel(origin, generated_from);
  // The name of a field already contains its structure.
  if (words !== null && !MEMBERS.has(rest.kind)) marks.push(words);
  if (rest.approximate)
    marks.push(rest.type === '' ? 'its statement is not in the sources' : 'name or statement is a guess');
  return marks;
}

function resultLines({ name, kind, type, file, import: line, doc, marks, also, write_as, imported }: CompactResult) {
  const remarks = [...(marks ?? []), ...(also === undefined ? [] : [`also ${also.join(', ')}`])];
  const writing =
    write_as === undefined
      ? ''
      : `  ${write_as === null ? 'cannot be written there' : `write ${write_as}`}${imported === true ? ', imported' : ''}`;
  return [
    `${kind} ${name} ${type}`.trimEnd(),
    ...(doc === undefined ? [] : [`  ${doc}`]),
    `  ${file}  ${line}${writing}${remarks.length === 0 ? '' : `  (${remarks.join('; ')})`}`,
  ];
}

type CompactEntry = ReturnType<typeof compactEntry>;

function compactEntry(result: EntryResult) {
  const { id, snippet, source, headings, path } = result;
  return {
    id,
    title: ellipsis(collapseWhitespace(entryTitle(result)), MAX_ENTRY_TITLE_LENGTH),
    snippet,
    source: ellipsis([source, ...headings].map(collapseWhitespace).join(' › '), MAX_ENTRY_TITLE_LENGTH),
    place: path === null ? undefined : `${path}${placeSuffix(result)}`,
    also: unlessEmpty(firstOf(copyNames(result), MAX_VARIANTS)),
  };
}

function entryLines({ id, title, snippet, source, place, also }: CompactEntry): string[] {
  const copies = also === undefined ? undefined : `(also in ${also.join(', ')})`;
  const where = [source, place, copies].filter((part) => part !== undefined).join('  ');
  return [`${title}: ${snippet}`, `  ${where}  (lemmahead library show ${id})`];
}

function nothingWords(nearest: readonly string[]): string {
  return nearest.length === 0 ? 'Nothing found.' : `Nothing found. Similar names: ${nearest.join(', ')}`;
}
