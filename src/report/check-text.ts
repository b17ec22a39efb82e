/** The text report of `check`, for terminals and editors: findings, declarations, verdict. Pure. */
import { columns, ellipsis } from '../base/columns.ts';
import { pluralize } from '../base/pluralize.ts';
import { firstLine } from '../base/one-line.ts';
import type { CheckedDeclaration, CheckedFile, CheckFinding, CheckReport } from './check-schema.ts';
import { joinBlocks, upTo, withoutControls } from './layout.ts';
import { LEVEL_LABELS } from './level-labels.ts';
import { paint, type TextStyle } from './style.ts';
import { wrap } from './wrap.ts';

/** Maximum number of listed declarations without problems; if there are more, only their number is shown. */
const MAX_LISTED = 40;
/** Maximum number of lines of one message of Lean. */
const MAX_LINES = 14;

export function renderCheck(report: CheckReport, style: TextStyle): string {
  const parts = report.files.map((file) => renderFile(file, report, style));
  if (report.files.length > 1) parts.push(total(report.files, style));
  return `${parts.join('\n\n')}\n`;
}

function renderFile(file: CheckedFile, report: CheckReport, style: TextStyle): string {
  return joinBlocks([
    file.findings.flatMap((finding) => findingLines(file.file, finding, style)),
    declarationLines(file.declarations, style),
    verdictLines(file, report, style),
  ]);
}

/** `File.lean:9:3: error: …` in the format of compilers; further lines of the message are indented. */
function findingLines(file: string, finding: CheckFinding, style: TextStyle): string[] {
  const color = paint(style);
  const place = [file, finding.line, finding.line === null ? null : (finding.column ?? 0) + 1];
  const severity = finding.severity === 'error' ? color.red.bold('error') : color.yellow.bold('warning');
  const by = finding.by === 'lean' || finding.by === null ? '' : `${color.dim(`[${finding.by}]`)} `;
  const [first = '', ...more] = finding.text.replace(/\s+$/, '').split('\n').map(withoutControls);
  const head = `${color.cyan(place.filter((part) => part !== null).join(':'))}: ${severity}: ${by}${first}`;
  const shown = upTo(MAX_LINES, more, (count) => `… ${pluralize(count, 'line')} more`);
  return [head, ...shown.map((line) => color.dim(`    ${line}`))];
}

const SIGNS: Record<CheckedDeclaration['state'], string> = {
  proved: '✓',
  defined: '✓',
  assumed: '!',
  conditional: '?',
  sorry: '–',
  refused: '✗',
};

function declarationLines(declarations: readonly CheckedDeclaration[], style: TextStyle): string[] {
  const color = paint(style);
  const shown = declarations.filter(({ state, name }) => !isGood(state) || !MADE_BY_MACROS.test(name));
  const good = shown.filter(({ state }) => isGood(state));
  const hidden = good.length > MAX_LISTED ? new Set(good) : new Set<CheckedDeclaration>();
  const listed = shown.filter((declaration) => !hidden.has(declaration));
  const names = Math.min(Math.max(0, ...listed.map(({ name }) => columns(name))), Math.floor(style.width / 2));
  const kinds = Math.max(0, ...listed.map(({ kind }) => columns(kind)));
  const lines = listed.map((declaration) => {
    const { state, kind, name } = declaration;
    const sign = colorOf(state, style)(SIGNS[state]);
    const wrapped = wrap(stateText(declaration), { width: style.width - kinds - names - 6, indent: 0 });
    const description = wrapped.join(`\n${' '.repeat(kinds + names + 6)}`);
    return `${sign} ${color.dim(kind.padEnd(kinds))}  ${padded(ellipsis(withoutControls(name), names), names)}  ${description}`;
  });
  if (hidden.size > 0) lines.push(color.dim(`✓ ${hidden.size} declarations without problems (--json lists them)`));
  return lines;
}

const MADE_BY_MACROS = /\._hyg\.|«_@»/;

function isGood(state: CheckedDeclaration['state']): boolean {
  return state === 'proved' || state === 'defined';
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}

function colorOf(state: CheckedDeclaration['state'], style: TextStyle): (text: string) => string {
  const color = paint(style);
  if (state === 'refused') return color.red;
  return isGood(state) ? color.green : color.yellow;
}

function stateText({ state, axioms }: CheckedDeclaration): string {
  const rest = axioms.length === 0 ? 'no axioms' : axioms.join(', ');
  switch (state) {
    case 'proved':
      return `proved; ${rest}`;
    case 'defined':
      return rest;
    case 'assumed':
      return 'assumed, not proved';
    case 'conditional':
      return `proved, but depends on a sorry elsewhere; ${rest}`;
    case 'sorry':
      return 'sorry';
    case 'refused':
      return `refused; ${rest}`;
  }
}

function verdictLines(file: CheckedFile, report: CheckReport, style: TextStyle): string[] {
  const lines = [`${paint(style).bold(file.file)}: ${verdictText(file, style)}`];
  if (file.against !== null) lines.push(fact('against', file.against, style));
  if (file.detail !== null) lines.push(fact('why', firstLine(file.detail), style));
  if (file.verdict !== 'unchecked') lines.push(fact('by', methodText(file, report), style));
  if (file.confirmed_by !== null)
    lines.push(fact('workers', `${file.worker}, confirmed by ${file.confirmed_by}`, style));
  if (file.cautions.length > 0) lines.push(fact('but', cautionText(file.cautions), style));
  for (const note of file.notes) lines.push(fact('note', note, style));
  if (file.unguarded.length > 0) lines.push(fact('kernel', knownBugs(file.unguarded), style));
  // On one line, so it can be copied.
  if (file.next !== null) lines.push(fact('next', file.next, { ...style, width: Infinity }));
  return lines;
}

function cautionText(cautions: CheckedFile['cautions']): string {
  const words = cautions.map(({ word, line }) => `'${word}' (line ${line})`).join(', ');
  return `the proved statement may differ from what the text appears to say, because the file contains ${words}; check --against an original to be sure`;
}

function knownBugs(threads: readonly string[]): string {
  return `${pluralize(threads.length, 'known bug')} in this Lean's kernel that the audit does not cover (lemmahead doctor)`;
}

const LABEL_WIDTH = 11;

function fact(label: string, text: string, style: TextStyle): string {
  const wrapped = wrap(text, { width: Math.max(style.width, 60), indent: LABEL_WIDTH });
  const words = wrapped.join('\n').slice(LABEL_WIDTH);
  return `  ${paint(style).dim(`${label}:`.padEnd(LABEL_WIDTH - 2))}${words}`;
}

function verdictText(file: CheckedFile, style: TextStyle): string {
  const color = paint(style);
  const counts = countsOf(file);
  const tail = counts === '' ? '.' : `: ${counts}.`;
  switch (file.verdict) {
    case 'accepted':
      if (file.level === 'compile') return `${color.green.bold('compiles')}, not audited${tail}`;
      if (counts === '' && file.declarations.length === 0)
        return `${color.green.bold('accepted')}, but it contains no declarations.`;
      return `${color.green.bold('accepted')}${tail}`;
    case 'unfinished':
      return `${color.yellow.bold('not finished')}${tail}`;
    case 'rejected':
      return `${color.red.bold('rejected')} by ${BY[file.by ?? 'audit']}${tail}`;
    case 'unchecked':
      return `${color.yellow.bold('could not be checked')}.`;
  }
}

const BY = { lean: 'Lean', gate: 'the gate', audit: 'the audit' };

function countsOf({ findings, declarations }: CheckedFile): string {
  const count = (state: CheckedDeclaration['state']): number =>
    declarations.filter((declaration) => declaration.state === state).length;
  const holes = findings.filter(({ what, by }) => what === 'sorry' && by === null).length;
  const errors = findings.filter(({ by, severity }) => by === 'lean' && severity === 'error').length;
  const counts: [number, string][] = [
    [errors, errors === 1 ? 'error' : 'errors'],
    [count('proved'), 'proved'],
    [count('conditional'), 'proved except for a sorry elsewhere'],
    [holes, 'sorry'],
    [count('refused'), 'refused'],
  ];
  return counts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`)
    .join(', ');
}

function methodText(file: CheckedFile, { allowed_axioms: allowed }: CheckReport): string {
  const words = [file.level === null ? STAGES[file.by ?? 'audit'] : LEVEL_LABELS[file.level]];
  if (file.lean !== null) words.push(file.lean.version);
  if (file.sandbox !== null) words.push(file.sandbox === 'none' ? 'no sandbox' : `sandbox: ${file.sandbox}`);
  if (allowed.length > 0) words.push(`allowed axioms: ${allowed.join(', ')}`);
  return words.join(' · ');
}

/** The stage that rejected the file. */
const STAGES = { lean: 'compiler', gate: 'gate, before running Lean', audit: 'audit' };

function total(files: readonly CheckedFile[], style: TextStyle): string {
  const color = paint(style);
  const good = files.filter(({ exit }) => exit === 'done').length;
  const words = `${good} of ${files.length} files accepted.`;
  return good === files.length ? color.green(words) : color.yellow(words);
}
