/** How many messages of a labelled file get the right class: the classes as labelled, and as they are read here. */
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
  wanted: string;
  got: string;
}

const USED_BY_REPAIR = new RegExp(
  '^(?:unknown_identifier|type_mismatch(?::kernel)?|failed_to_synthesize|unsolved_goals|no_goals|invalid_field|' +
    'function_expected|tactic_failed:(?:rewrite|apply|simp|no_progress)|timeout:.*)$',
);

export function isUsedByRepair(name: string): boolean {
  return USED_BY_REPAIR.test(name);
}

/** Reads `jsonl` and classifies every message that is not marked unverified there; `total` counts those too. */
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

export function shareRight(outcomes: Outcome[]): number {
  return outcomes.filter(({ wanted, got }) => wanted === got).length / outcomes.length;
}
