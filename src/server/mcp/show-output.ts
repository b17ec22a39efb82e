/** Formats one declaration for an agent. Pure. */
import { lastComponent } from '../../lean/full-name.ts';
import { clickablePath } from '../../report/clickable-path.ts';
import type { MemberReport, ShowReport, UnknownReport } from '../../report/search-schema.ts';
import {
  firstOf,
  noteLines,
  shortNotes,
  shortText,
  shortened,
  shortType,
  type ToolOutput,
  unlessEmpty,
  type Warned,
} from './tool-result.ts';
import { marksOf } from './search-output.ts';

const MAX_SIGNATURE_LENGTH = 1500;
const MAX_DOC_LENGTH = 600;
const MAX_SOURCE_LENGTH = 1200;
const MAX_MEMBERS = 20;
const MAX_MEMBER_LENGTH = 200;
const MAX_NAMES = 3;

/** Paths below `root` are shown relative to it. */
export function formatShow(report: Warned<ShowReport | UnknownReport>, root: string): ToolOutput {
  return report.declaration === null ? formatUnknown(report) : formatKnown(report, root);
}

function formatUnknown({ candidates, notices, warnings }: Warned<UnknownReport>): ToolOutput {
  const similar = firstOf(candidates, 10);
  const notes = shortNotes(notices, warnings);
  const words =
    similar.length === 0
      ? 'No declaration has this name.'
      : `No declaration has exactly this name. Similar names: ${similar.join(', ')}`;
  const compact = { candidates: similar, notes: unlessEmpty(notes) };
  return { compact, lines: [...noteLines(notes), words] };
}

function formatKnown(report: Warned<ShowReport>, root: string): ToolOutput {
  const compact = compactKnown(report, root);
  return { compact, lines: knownLines(compact) };
}

function compactKnown(report: Warned<ShowReport>, root: string) {
  const { declaration: shown, source, instances, generates, users } = report;
  const notes = shortNotes(report.notices, report.warnings);
  return {
    signature: `${shown.kind} ${shown.name} ${shortened(shown.statement, MAX_SIGNATURE_LENGTH)}`.trimEnd(),
    file: `${clickablePath(shown.path, root)}:${shown.line_start}`,
    import: shown.import,
    doc: shown.doc === null ? undefined : shortText(shown.doc, MAX_DOC_LENGTH),
    marks: unlessEmpty(marksOf(shown)),
    // Without proofs of theorems: they are long and of little use here.
    source: source === null || PROVED.has(shown.kind) ? undefined : shortText(source.text, MAX_SOURCE_LENGTH),
    parents: members(report.parents),
    fields: members(report.fields),
    // The constructor of a structure only repeats its fields.
    inherited: unlessEmpty(
      firstOf(
        report.inherited.map(({ name, from }) => `${lastComponent(name)} from ${from}`),
        MAX_MEMBERS,
      ),
    ),
    constructors: report.fields.length > 0 ? undefined : members(report.constructors),
    instances: unlessEmpty(instances.top.slice(0, MAX_NAMES).map(({ name }) => name)),
    instance_count: instances.count || undefined,
    generates: unlessEmpty(
      firstOf(
        generates.map(({ name }) => name),
        MAX_MEMBERS,
      ),
    ),
    used_by: unlessEmpty(users.top.slice(0, MAX_NAMES).map(({ name }) => name)),
    notes: unlessEmpty(notes),
  };
}

const PROVED: ReadonlySet<string> = new Set(['theorem', 'lemma']);

function members(reports: readonly MemberReport[]): string[] | undefined {
  const words = reports.map(({ name, type }) => shortType(`${name} ${type}`, MAX_MEMBER_LENGTH));
  return unlessEmpty(firstOf(words, MAX_MEMBERS));
}

function knownLines(known: ReturnType<typeof compactKnown>): string[] {
  const list = (label: string, names: string[] | undefined): string[] =>
    names === undefined ? [] : [`${label}: ${names.join(', ')}`];
  const block = (label: string, lines: string[] | undefined): string[] =>
    lines === undefined ? [] : [`${label}:`, ...lines.map((line) => `  ${line}`)];
  return [
    ...noteLines(known.notes ?? []),
    known.signature,
    `  ${known.file}  ${known.import}`,
    ...list('status', known.marks),
    ...(known.doc === undefined ? [] : [known.doc]),
    ...block('parents', known.parents),
    ...block('fields', known.fields),
    ...list('inherited', known.inherited),
    ...block('constructors', known.constructors),
    ...block('source', known.source?.split('\n')),
    ...list(`instances, ${known.instance_count ?? 0} in all`, known.instances),
    ...list('generates', known.generates),
    ...list('used most by', known.used_by),
  ];
}
