/**
 * How many messages of a labelled file get their right class: `node bench/message-classes.ts lean_messages.jsonl`
 * prints Markdown. One JSON object a line with `class`, `text`, `severity`, `era` and `source`; what is marked
 * unverified there is left out. Exit code 1 where a bar is missed.
 */
import { readFileSync } from 'node:fs';
import { diagnosticOf } from '../src/lean/diagnostics.ts';
import type { Severity } from '../src/lean/message-class.ts';

interface Labelled {
  class: string;
  text: string;
  severity: string;
  era: string;
  source: string;
}

interface Outcome {
  text: string;
  wanted: string;
  got: string;
}

/** Share of right ones in the classes that repair uses, taken together. */
const BAR = 0.95;
const USED_BY_REPAIR = new RegExp(
  '^(?:unknown_identifier|type_mismatch(?::kernel)?|failed_to_synthesize|unsolved_goals|no_goals|invalid_field|' +
    'function_expected|tactic_failed:(?:rewrite|apply|simp|no_progress)|timeout:.*)$',
);

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('usage: node bench/message-classes.ts lean_messages.jsonl');
const { markdown, isReached } = report(readFileSync(path, 'utf8'));
process.stdout.write(`${markdown.join('\n')}\n`);
if (!isReached) process.exitCode = 1;

function report(jsonl: string): { markdown: string[]; isReached: boolean } {
  const all = jsonl
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Labelled);
  const outcomes = all.filter(({ era, source }) => !/UNVERIFIED|\[U\b/.test(`${era} ${source}`)).map(outcomeOf);
  const repair = outcomes.filter(({ wanted }) => USED_BY_REPAIR.test(wanted));
  const taken = outcomes.filter(({ wanted, got }) => got === 'unknown_identifier' && wanted !== got);
  const wrong = outcomes.filter(({ wanted, got }) => wanted !== got);
  const markdown = [
    `${all.length} messages, ${outcomes.length} without those marked unverified.`,
    '',
    '| what | value | bar |',
    '|---|---|---|',
    `| right, classes that repair uses (${repair.length}) | ${percentRight(repair)} | ${100 * BAR} % |`,
    `| of another class, taken for unknown_identifier | ${taken.length} | 0 |`,
    `| right, all classes (${outcomes.length}) | ${percentRight(outcomes)} | – |`,
    '',
    '| class | right | of | repair uses it |',
    '|---|---|---|---|',
    ...classLines(outcomes),
    '',
    ...wrong.map(({ wanted, got, text }) => `- ${wanted} read as ${got}: \`${JSON.stringify(text.slice(0, 90))}\``),
  ];
  return { markdown, isReached: right(repair) >= BAR && taken.length === 0 };
}

function outcomeOf(message: Labelled): Outcome {
  const { text } = message;
  const diagnostic = diagnosticOf({ severity: severityOf(message), line: 1, column: 0, text });
  return { text, wanted: wantedClass(message), got: diagnostic.class };
}

/** A constant that is not there counts as an identifier; a text with a header by what stands behind it. */
function wantedClass({ class: label, text }: Labelled): string {
  if (label === 'unknown_constant') return 'unknown_identifier';
  if (label !== 'text_mode_header') return label;
  return text.includes('): Unknown identifier ') ? 'unknown_identifier' : 'failed_to_synthesize';
}

/** The REPL's own severities are errors. */
function severityOf({ severity }: Labelled): Severity {
  return severity === 'warning' || severity === 'information' ? severity : 'error';
}

function classLines(outcomes: Outcome[]): string[] {
  return [...new Set(outcomes.map(({ wanted }) => wanted))].toSorted().map((name) => {
    const group = outcomes.filter(({ wanted }) => wanted === name);
    const hits = group.filter(({ got }) => got === name).length;
    return `| ${name} | ${hits} | ${group.length} | ${USED_BY_REPAIR.test(name) ? 'yes' : ''} |`;
  });
}

function right(outcomes: Outcome[]): number {
  return outcomes.filter(({ wanted, got }) => wanted === got).length / outcomes.length;
}

function percentRight(outcomes: Outcome[]): string {
  return `${(100 * right(outcomes)).toFixed(1)} %`;
}
