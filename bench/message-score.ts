/** Compares the labelled class of each message with the class that lemmahead detects. */
import { diagnosticOf } from '../src/lean/message/diagnostics.ts';
import type { Severity } from '../src/lean/message/message-class.ts';

/** One line of `lean_messages.jsonl`. */
interface Labelled {
  class: string;
  text: string;
  severity: string;
  era: string;
  source: string;
}

export interface Outcome {
  text: string;
  expected: string;
  actual: string;
}

const USED_BY_REPAIR = new RegExp(
  '^(?:unknown_identifier|type_mismatch(?::kernel)?|failed_to_synthesize|unsolved_goals|no_goals|invalid_field|' +
    'function_expected|tactic_failed:(?:rewrite|apply|simp|no_progress)|timeout:.*)$',
);

export function isUsedByRepair(name: string): boolean {
  return USED_BY_REPAIR.test(name);
}

/** Classifies the messages in `jsonl` that are not marked as unverified. `total` counts those too. */
export function scoreMessages(jsonl: string): { total: number; outcomes: Outcome[] } {
  const all = jsonl
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Labelled);
  const verified = all.filter(({ era, source }) => !/UNVERIFIED|\[U\b/.test(`${era} ${source}`));
  return { total: all.length, outcomes: verified.map(outcomeOf) };
}

function outcomeOf(message: Labelled): Outcome {
  const { text } = message;
  const diagnostic = diagnosticOf({ severity: severityOf(message), line: 1, column: 0, text });
  return { text, expected: expectedClass(message), actual: diagnostic.class };
}

/** An unknown constant counts as an unknown identifier. A text with a header counts by the text after the header. */
function expectedClass({ class: label, text }: Labelled): string {
  if (label === 'unknown_constant') return 'unknown_identifier';
  if (label !== 'text_mode_header') return label;
  return text.includes('): Unknown identifier ') ? 'unknown_identifier' : 'failed_to_synthesize';
}

/** Severities that only the REPL uses count as errors. */
function severityOf({ severity }: Labelled): Severity {
  return severity === 'warning' || severity === 'information' ? severity : 'error';
}

export function shareCorrect(outcomes: Outcome[]): number {
  return outcomes.filter(({ expected, actual }) => expected === actual).length / outcomes.length;
}
