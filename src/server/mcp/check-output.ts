/** Formats the result of `check` for an agent: the verdict, the declarations it covers, and the first findings. Pure. */
import { ellipsis } from '../../base/columns.ts';
import { collapseWhitespace } from '../../base/one-line.ts';
import type { CheckedDeclaration, CheckedFile, CheckFinding, CheckReport } from '../../report/check-schema.ts';
import type { CheckRequest } from '../requests.ts';
import { firstOf, noteLines, shortNotes, shortText, type ToolOutput, unlessEmpty, type Warned } from './tool-result.ts';

const MAX_FINDINGS = 12;
const MAX_FINDING_LENGTH = 500;
/** Limit for the text of all findings together. */
const MAX_FINDINGS_LENGTH = 4000;
const MAX_NAMES = 30;

type PostedTexts = Pick<CheckRequest, 'text' | 'against_text'>;

export function formatCheck(report: Warned<CheckReport>, request: PostedTexts): ToolOutput {
  const compact = compactCheck(report, request);
  return { compact, lines: checkLines(compact) };
}

function compactCheck({ files, warnings }: Warned<CheckReport>, request: PostedTexts) {
  const file = files[0]!;
  const notes = shortNotes(file.detail === null ? [] : [file.detail], [...cautionNotes(file), ...file.notes], warnings);
  const named = (state: CheckedDeclaration['state']): string[] | undefined =>
    unlessEmpty(
      firstOf(
        file.declarations.filter((one) => one.state === state).map(({ name }) => name),
        MAX_NAMES,
      ),
    );
  return {
    verdict: file.verdict,
    reason: file.why ?? undefined,
    by: file.by ?? undefined,
    level: file.level ?? undefined,
    proved: named('proved'),
    conditional: named('conditional'),
    sorry: named('sorry'),
    refused: named('refused'),
    assumed: named('assumed'),
    axioms: unlessEmpty([...new Set(file.declarations.flatMap(({ axioms }) => axioms))]),
    findings: unlessEmpty(shortFindings(file.findings)),
    finding_count: file.findings.length,
    next: nextOf(file, request),
    notes: unlessEmpty(notes),
  };
}

/** The next step for a client with tools but no shell, without the path of a posted text. */
function nextOf({ next, file, against }: CheckedFile, { text, against_text }: PostedTexts): string | undefined {
  if (next === null) return undefined;
  if (next.startsWith('lemmahead prove ')) return 'Fill each sorry, or call prove.';
  const asFields = next
    .replace(/lemmahead check .*?(?= --allow)/u, '')
    .replaceAll(/ ?--(allow-axioms|allow-new|decl|level)\b/gu, (_, flag: string) => ` ${flag.replace('-', '_')}`);
  const ofText = text === undefined ? asFields : asFields.replaceAll(file, 'the text');
  return against === null || against_text === undefined ? ofText : ofText.replaceAll(against, 'the original');
}

function cautionNotes({ cautions }: CheckedFile): string[] {
  if (cautions.length === 0) return [];
  const words = cautions.slice(0, 5).map(({ word, line }) => `'${word}' (line ${line})`);
  return [
    `The text contains ${words.join(', ')}, so it may not mean what it seems to say; check it against an original.`,
  ];
}

type CompactFinding = ReturnType<typeof compactFinding>;

/** Errors first: the author already knows about a sorry. */
function shortFindings(findings: readonly CheckFinding[]): CompactFinding[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const rest = findings.filter(({ severity }) => severity !== 'error');
  let room = MAX_FINDINGS_LENGTH;
  return [...errors, ...rest].slice(0, MAX_FINDINGS).flatMap((finding) => {
    if (room <= 0) return [];
    const compact = compactFinding(finding);
    room -= compact.text.length;
    return [compact];
  });
}

function compactFinding({ line, column, severity, by, what, declaration, text }: CheckFinding) {
  return {
    line: line ?? undefined,
    column: column === null ? undefined : column + 1,
    severity,
    what: by === null || by === 'lean' ? what : `${by}: ${what}`,
    of: declaration ?? undefined,
    text: shortText(text, MAX_FINDING_LENGTH),
  };
}

type CompactCheck = ReturnType<typeof compactCheck>;

const STATES = ['proved', 'conditional', 'sorry', 'refused', 'assumed'] as const;

function checkLines(check: CompactCheck): string[] {
  const { findings = [], finding_count: all } = check;
  const lines = [headLine(check), ...findings.flatMap(findingLines)];
  if (all > findings.length) lines.push(`… ${all - findings.length} more findings (full: true)`);
  for (const state of STATES) {
    const names = check[state];
    if (names !== undefined) lines.push(`${state}: ${names.join(', ')}`);
  }
  if (check.axioms !== undefined) lines.push(`axioms: ${check.axioms.join(', ')}`);
  if (check.next !== undefined) lines.push(`next: ${check.next}`);
  return [...lines, ...noteLines(check.notes ?? [])];
}

function headLine({ verdict, by, level, reason }: CompactCheck): string {
  switch (verdict) {
    case 'accepted':
      return level === 'compile' ? 'It compiles; it was not audited.' : `accepted (${level ?? 'audit'}), no sorry.`;
    case 'unfinished':
      return 'unfinished: it compiles, but contains sorry.';
    case 'rejected':
      return `rejected by ${by === 'lean' ? 'Lean' : `the ${by ?? 'audit'}`}.`;
    case 'unchecked':
      return `unchecked (${reason ?? 'unknown reason'}): neither accepted nor rejected.`;
  }
}

function findingLines({ line, column, severity, what, of, text }: CompactFinding): string[] {
  const place = line === undefined ? '' : `${line}:${column ?? 1}: `;
  // The text about a sorry already contains the declaration.
  const owner = of === undefined || what === 'sorry' ? '' : ` in ${ellipsis(collapseWhitespace(of), 80)}`;
  const [first = '', ...more] = text.split('\n');
  return [`${place}${severity} [${what}]${owner}: ${first}`, ...more.map((part) => `  ${part}`)];
}
