/** What `check` found, as an agent is told of it: the verdict, what it holds for, and the first faults. Pure. */
import { onOneLine } from '../../base/one-line.ts';
import type { CheckedDeclaration, CheckedFile, CheckFinding, CheckReport } from '../../report/check-report.ts';
import type { CheckRequest } from '../requests.ts';
import { ellipsis } from '../../report/wrap.ts';
import { firstOf, noteLines, type Said, shortNotes, shortText, unlessEmpty, type Warned } from './tool-result.ts';

const MOST_FINDINGS = 12;
const MOST_FINDING = 500;
/** Of all messages together. */
const MOST_MESSAGES = 4000;
const MOST_NAMES = 30;

export function sayCheck(
  { files, warnings }: Warned<CheckReport>,
  asked: Pick<CheckRequest, 'text' | 'against_text'>,
): Said {
  const file = files[0]!;
  const notes = shortNotes(file.detail === null ? [] : [file.detail], [...cautionNotes(file), ...file.notes], warnings);
  const named = (state: CheckedDeclaration['state']): string[] | undefined =>
    unlessEmpty(
      firstOf(
        file.declarations.filter((one) => one.state === state).map(({ name }) => name),
        MOST_NAMES,
      ),
    );
  const compact = {
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
    next: nextOf(file, asked),
    notes: unlessEmpty(notes),
  };
  return { compact, lines: checkLines(compact) };
}

/** For whoever has tools and no shell; the path of a text that was sent is of no use to them. */
function nextOf(
  { next, file, against }: CheckedFile,
  { text, against_text }: Pick<CheckRequest, 'text' | 'against_text'>,
): string | undefined {
  if (next === null) return undefined;
  if (next.startsWith('lemmahead prove ')) return 'Fill each sorry, or ask prove to.';
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
    `What was proved may not be what the text says, for it has ${words.join(', ')}; check it against an original.`,
  ];
}

type CompactFinding = ReturnType<typeof compactFinding>;

/** Errors first: a sorry is no news to whoever wrote it. */
function shortFindings(findings: readonly CheckFinding[]): CompactFinding[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const rest = findings.filter(({ severity }) => severity !== 'error');
  let room = MOST_MESSAGES;
  return [...errors, ...rest].slice(0, MOST_FINDINGS).flatMap((finding) => {
    if (room <= 0) return [];
    const told = compactFinding(finding);
    room -= told.text.length;
    return [told];
  });
}

function compactFinding({ line, column, severity, by, what, declaration, text }: CheckFinding) {
  return {
    line: line ?? undefined,
    column: column ?? undefined,
    severity,
    what: by === null || by === 'lean' ? what : `${by}: ${what}`,
    of: declaration ?? undefined,
    text: shortText(text, MOST_FINDING),
  };
}

interface CompactCheck {
  verdict: CheckedFile['verdict'];
  reason: string | undefined;
  by: string | undefined;
  level: string | undefined;
  findings: CompactFinding[] | undefined;
  finding_count: number;
  axioms: string[] | undefined;
  next: string | undefined;
  notes: string[] | undefined;
  [state: string]: unknown;
}

const STATES = ['proved', 'conditional', 'sorry', 'refused', 'assumed'];

function checkLines(told: CompactCheck): string[] {
  const { findings = [], finding_count: all } = told;
  const lines = [headLine(told), ...findings.flatMap(findingLines)];
  if (all > findings.length) lines.push(`… ${all - findings.length} more findings (detail: full)`);
  for (const state of STATES) {
    const names = told[state];
    if (Array.isArray(names)) lines.push(`${state}: ${names.join(', ')}`);
  }
  if (told.axioms !== undefined) lines.push(`axioms: ${told.axioms.join(', ')}`);
  if (told.next !== undefined) lines.push(`next: ${told.next}`);
  return [...lines, ...noteLines(told.notes ?? [])];
}

function headLine({ verdict, by, level, reason }: CompactCheck): string {
  switch (verdict) {
    case 'accepted':
      return level === 'compile' ? 'It compiles; it was not audited.' : `accepted (${level ?? 'audit'}), no sorry.`;
    case 'unfinished':
      return 'unfinished: it compiles, with sorry left.';
    case 'rejected':
      return `rejected by ${by === 'lean' ? 'Lean' : `the ${by ?? 'audit'}`}.`;
    case 'unchecked':
      return `unchecked (${reason ?? 'not known why'}): this says neither yes nor no.`;
  }
}

function findingLines({ line, column, severity, what, of, text }: CompactFinding): string[] {
  const place = line === undefined ? '' : `${line}:${(column ?? 0) + 1}: `;
  // A sorry's text says whose it is.
  const whose = of === undefined || what === 'sorry' ? '' : ` in ${ellipsis(onOneLine(of), 80)}`;
  const [first = '', ...more] = text.split('\n');
  return [`${place}${severity} [${what}]${whose}: ${first}`, ...more.map((part) => `  ${part}`)];
}
