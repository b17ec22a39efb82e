/** Compares labels of people with the checks of `bench formalize`, and people with each other. Pure. */
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { getOrAdd } from '../../base/memoize.ts';
import { jsonLines } from '../../session/json-lines.ts';
import type { Agreement, FormalizeLabelsReport } from './bench-formalize-schema.ts';
import type { FormalizeResult } from './formalize-result.ts';

const labelSchema = z.object({
  id: z.string().describe('of the problem'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  faithful: z.boolean(),
  who: z.string().min(1),
});

type Label = z.infer<typeof labelSchema>;

/** @throws {Failure} exit `usage` at a line that is not a label */
export function readLabels(text: string, shown: string): Label[] {
  return Array.from(jsonLines(text, shown, labelSchema, malformed), ({ value }) => value);
}

const CHECKS = 'checks';

/** Verdicts by person, then by statement. */
type Verdicts = Map<string, Map<string, boolean>>;

export function compareLabels(labels: readonly Label[], results: readonly FormalizeResult[]): FormalizeLabelsReport {
  const checks = new Map(
    results.flatMap(({ statements }) => statements.map(({ sha256, consistent }) => [sha256, consistent] as const)),
  );
  const people: Verdicts = new Map();
  for (const { who, sha256, faithful } of labels) getOrAdd(people, who, () => new Map()).set(sha256, faithful);
  const all: [string, ReadonlyMap<string, boolean>][] = [...people, [CHECKS, checks]];
  return {
    schema: 'lemmahead/bench-formalize-labels@1',
    labels: labels.length,
    unmatched: labels.filter(({ sha256 }) => !checks.has(sha256)).length,
    agreements: all.flatMap(([first, one], at) =>
      all.slice(at + 1).map(([second, other]) => ({ first, second, ...agreementOf(one, other) })),
    ),
  };
}

/** Cohen's kappa: (observed − expected) / (1 − expected), with the share of each that says yes. */
export function agreementOf(
  one: ReadonlyMap<string, boolean>,
  other: ReadonlyMap<string, boolean>,
): Omit<Agreement, 'first' | 'second'> {
  const pairs = [...one].flatMap(([key, a]) => (other.has(key) ? [{ a, b: other.get(key)! }] : []));
  const n = pairs.length;
  const count = (has: (pair: { a: boolean; b: boolean }) => boolean): number => pairs.filter(has).length;
  const agree = count(({ a, b }) => a === b);
  const [yesA, yesB] = [count(({ a }) => a) / n, count(({ b }) => b) / n];
  const expected = yesA * yesB + (1 - yesA) * (1 - yesB);
  return {
    ...{ n, agree },
    accuracy: n === 0 ? null : agree / n,
    kappa: n === 0 || expected === 1 ? null : (agree / n - expected) / (1 - expected),
    false_yes: count(({ a, b }) => b && !a),
    false_no: count(({ a, b }) => a && !b),
  };
}

function malformed(place: string, reason: string): Failure {
  return new Failure('usage', 'labels-malformed', {
    message: `${place} is not a label.`,
    reason,
    next: 'Write one JSON object per line: {"id": "…", "sha256": "…", "faithful": true, "who": "…"}',
  });
}
