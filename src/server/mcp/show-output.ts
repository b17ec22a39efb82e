/** One declaration as an agent is told of it. Pure. */
import { onOneLine } from '../../base/one-line.ts';
import { clickablePath } from '../../report/clickable-path.ts';
import type { MemberReport, ShowReport, UnknownReport } from '../../report/show-report.ts';
import { ellipsis } from '../../report/wrap.ts';
import {
  firstOf,
  noteLines,
  type Said,
  shortNotes,
  shortText,
  shortType,
  unlessEmpty,
  type Warned,
} from './tool-result.ts';
import { marksOf } from './search-output.ts';

const MOST_SIGNATURE = 1500;
const MOST_DOC = 600;
const MOST_SCOPE = 300;
const MOST_SOURCE = 1200;
const MOST_MEMBERS = 20;
const MOST_MEMBER = 200;
const MOST_NAMES = 3;

/** `root`: paths below it are told relative to it. */
export function sayShow(report: Warned<ShowReport | UnknownReport>, root: string): Said {
  return report.declaration === null ? sayUnknown(report) : sayKnown(report, root);
}

function sayUnknown({ candidates, notices, warnings }: Warned<UnknownReport>): Said {
  const near = firstOf(candidates, 10);
  const notes = shortNotes(notices, warnings);
  const words =
    near.length === 0 ? 'Nothing has that name.' : `Nothing has just that name. Near it: ${near.join(', ')}`;
  const compact = { candidates: near, notes: unlessEmpty(notes) };
  return { compact, lines: [...noteLines(notes), words] };
}

function sayKnown(report: Warned<ShowReport>, root: string): Said {
  const { declaration: shown, source, instances, generates, users } = report;
  const notes = shortNotes(report.notices, report.warnings);
  const compact = {
    signature: shortType(shown.signature, MOST_SIGNATURE),
    file: `${clickablePath(shown.path, root)}:${shown.line_start}`,
    import: shown.import,
    doc: shown.doc === null ? undefined : shortText(shown.doc, MOST_DOC),
    marks: unlessEmpty(marksOf(shown)),
    in_scope: shown.variables.length === 0 ? undefined : ellipsis(onOneLine(shown.variables.join(' ')), MOST_SCOPE),
    // Of a theorem it is a proof, which takes room and says little.
    source: source === null || PROVED.has(shown.kind) ? undefined : shortText(source.text, MOST_SOURCE),
    parents: members(report.parents),
    fields: members(report.fields),
    // That of a structure says what its fields say.
    constructors: report.fields.length > 0 ? undefined : members(report.constructors),
    instances: unlessEmpty(instances.top.slice(0, MOST_NAMES).map(({ name }) => name)),
    instance_count: instances.count || undefined,
    generates: unlessEmpty(
      firstOf(
        generates.map(({ name }) => name),
        MOST_MEMBERS,
      ),
    ),
    used_by: unlessEmpty(users.top.slice(0, MOST_NAMES).map(({ name }) => name)),
    notes: unlessEmpty(notes),
  };
  return { compact, lines: knownLines(compact) };
}

const PROVED: ReadonlySet<string> = new Set(['theorem', 'lemma']);

function members(reports: readonly MemberReport[]): string[] | undefined {
  const words = reports.map(({ name, type }) => shortType(`${name} ${type}`, MOST_MEMBER));
  return unlessEmpty(firstOf(words, MOST_MEMBERS));
}

interface Known {
  signature: string;
  file: string;
  import: string;
  doc: string | undefined;
  marks: string[] | undefined;
  in_scope: string | undefined;
  source: string | undefined;
  parents: string[] | undefined;
  fields: string[] | undefined;
  constructors: string[] | undefined;
  instances: string[] | undefined;
  instance_count: number | undefined;
  generates: string[] | undefined;
  used_by: string[] | undefined;
  notes: string[] | undefined;
}

function knownLines(known: Known): string[] {
  const list = (label: string, names: string[] | undefined): string[] =>
    names === undefined ? [] : [`${label}: ${names.join(', ')}`];
  const block = (label: string, lines: string[] | undefined): string[] =>
    lines === undefined ? [] : [`${label}:`, ...lines.map((line) => `  ${line}`)];
  return [
    ...noteLines(known.notes ?? []),
    known.signature,
    `  ${known.file}  ${known.import}`,
    ...list('but', known.marks),
    ...(known.doc === undefined ? [] : [known.doc]),
    ...(known.in_scope === undefined ? [] : [`in scope: ${known.in_scope}`]),
    ...block('parents', known.parents),
    ...block('fields', known.fields),
    ...block('constructors', known.constructors),
    ...block('source', known.source?.split('\n')),
    ...list(`instances, ${known.instance_count ?? 0} in all`, known.instances),
    ...list('generates', known.generates),
    ...list('used most by', known.used_by),
  ];
}
