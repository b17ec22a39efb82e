/**
 * Checks the statements that compile: those with the same elaborated type become one, Lean looks for a refutation and a
 * contradiction of each, models may judge it, and those that are left are compared.
 */
import { getOrAdd } from '../base/memoize.ts';
import type { CheckedStatement } from '../prove/statement/check-statement.ts';
import { isConsistent } from './choose.ts';
import type { FormalCandidate } from './pipeline.ts';

/** What the checks say about one statement. */
export type StatementChecks = Pick<CheckedStatement, 'verdict' | 'findings' | 'remarks' | 'judgement' | 'unanswered'>;

/** Lean's checks of statements; each text is a Lean file with one. */
export interface FormalChecks {
  /** Equal for statements with the same elaborated type; null if Lean gave no answer. */
  typeOf: (text: string) => Promise<string | null>;
  check: (text: string) => Promise<StatementChecks>;
  /** Whether each was proved from the other by simple steps. */
  areEquivalent: (one: string, other: string) => Promise<boolean>;
}

/** A candidate with a statement. */
type Stated = FormalCandidate & { text: string };

export interface CheckProgress {
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/** Returns one candidate for each elaborated type. Each then has its checks and, if none holds against it, its class. */
export async function runFormalChecks(
  candidates: readonly Stated[],
  checks: FormalChecks,
  { signal, onProgress }: CheckProgress,
): Promise<Stated[]> {
  const different = await mergeSame(candidates, checks, signal);
  for (const [done, candidate] of different.entries()) {
    onProgress(done, different.length);
    candidate.checks = await checks.check(candidate.text);
    signal.throwIfAborted();
  }
  await findClasses(different.filter(isConsistent), checks, signal);
  return different;
}

/** The statement that most answers give stands for the others. */
async function mergeSame(candidates: readonly Stated[], checks: FormalChecks, signal: AbortSignal): Promise<Stated[]> {
  const byType = new Map<string, Stated>();
  for (const candidate of candidates.toSorted((a, b) => b.samples.length - a.samples.length)) {
    const type = await checks.typeOf(candidate.text);
    signal.throwIfAborted();
    const known = getOrAdd(byType, type ?? `unread ${candidate.text}`, () => candidate);
    if (known !== candidate) known.samples = [...known.samples, ...candidate.samples].toSorted((a, b) => a - b);
  }
  return [...byType.values()];
}

/** A comparison is dear, so none is made if one statement has most of the answers anyway. */
async function findClasses(candidates: readonly Stated[], checks: FormalChecks, signal: AbortSignal): Promise<void> {
  const all = candidates.flatMap(({ samples }) => samples).length;
  const isDecided = candidates.some(({ samples }) => samples.length * 2 > all);
  const classes: Stated[] = [];
  for (const candidate of candidates) {
    candidate.class = isDecided ? classes.length : await classOf(candidate, classes, checks, signal);
    if (candidate.class === classes.length) classes.push(candidate);
  }
}

/** `classes`: one candidate of each. Returns their number if it belongs to none. */
async function classOf(
  { text }: Stated,
  classes: readonly Stated[],
  checks: FormalChecks,
  signal: AbortSignal,
): Promise<number> {
  for (const [number, other] of classes.entries()) {
    const isSame = await checks.areEquivalent(other.text, text);
    signal.throwIfAborted();
    if (isSame) return number;
  }
  return classes.length;
}
