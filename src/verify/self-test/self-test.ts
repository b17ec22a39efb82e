/** The judge tried on cases with a known answer, on the toolchain that it is to judge with: it was not written against it. */
import { availableParallelism } from 'node:os';
import { firstLine } from '../../base/one-line.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import type { Bounds } from '../audit/compile.ts';
import { gate } from '../hole/gate.ts';
import { findHoles } from '../hole/holes.ts';
import { openJudge, type Judge, type JudgeOptions } from '../audit/judge.ts';
import { readAttacks, readHonestProofs, type Attack, type HonestProof } from './known-cases.ts';
import type { Verdict } from '../verdict.ts';

export interface SelfTestOptions extends Bounds {
  installation: LeanInstallation;
  /** Where the judge keeps its compiled auditor. */
  cacheFolder?: string;
  /** Whether one case that is not right ends it: nothing more can help then. */
  untilFailure?: boolean;
  /** Results by name that are known already; those of the other cases are added as they come. */
  results?: Map<string, CaseResult>;
  onProgress?: (done: number, total: number, name: string) => void;
  /** Another judge, for tests of the self-test. */
  open?: (options: JudgeOptions) => Promise<Judge>;
}

/** `wrong`: the answer is not the known one. `unclear`: there was none. `notApplicable`: this Lean cannot read the case. */
export interface CaseResult {
  /** `attacks/macro-rules-sum`. */
  name: string;
  words: string;
  state: 'right' | 'wrong' | 'unclear' | 'notApplicable';
  /** What should have come and what came, where it is not right. */
  detail: string;
}

export interface SelfTestResult {
  attacks: CaseResult[];
  honest: CaseResult[];
}

/** Honest proofs that must be accepted at the least: on a Lean that can read fewer, the test has shown nothing. */
const FEWEST_HONEST = 20;

export function isFailure({ state }: CaseResult): boolean {
  return state === 'wrong' || state === 'unclear';
}

export function isRight({ state }: CaseResult): boolean {
  return state === 'right';
}

/** Whether enough of the results are honest proofs that were accepted. */
export function acceptsHonest(results: readonly CaseResult[]): boolean {
  return results.filter((result) => result.name.startsWith('honest/') && isRight(result)).length >= FEWEST_HONEST;
}

/** The first case that came out wrong, else the first without an answer; null where the judge can be relied on. */
export function failureOf({ attacks, honest }: SelfTestResult): CaseResult | null {
  const all = [...attacks, ...honest];
  const failure = all.find(({ state }) => state === 'wrong') ?? all.find(({ state }) => state === 'unclear');
  if (failure !== undefined) return failure;
  if (acceptsHonest(honest)) return null;
  const unread = honest.find(({ state }) => state === 'notApplicable');
  return unread === undefined ? null : { ...unread, state: 'unclear' };
}

/**
 * Tries every attack without the gate (and the gate by itself), and every honest proof. An attack that may pass without
 * the gate, because it only runs code, is left to the gate: nothing of the kind is run here.
 */
export async function selfTest(options: SelfTestOptions): Promise<SelfTestResult> {
  const attacks = readAttacks().filter((attack) => !attack.isOnlyForCi);
  const honest = readHonestProofs().filter((proof) => !proof.isOnlyForCi);
  const total = attacks.length + honest.length;
  const results = options.results ?? new Map<string, CaseResult>();
  const queue = inTurns(attacks, honest)
    .filter(({ name }) => !results.has(name))
    .toReversed();
  // One judge for all: it keeps what it knows of an original, and many cases share theirs.
  const judge = await (options.open ?? openJudge)(judgeOptions(options));
  const work = async (): Promise<void> => {
    for (let known = queue.pop(); known !== undefined; known = queue.pop()) {
      options.signal.throwIfAborted();
      const result = await tryCase(judge, known, options.installation);
      results.set(known.name, result);
      options.onProgress?.(results.size, total, known.name);
      if (options.untilFailure === true && isFailure(result)) queue.length = 0;
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  } finally {
    await judge.close();
  }
  options.signal.throwIfAborted();
  const resultOf = ({ name }: { name: string }): CaseResult[] => {
    const result = results.get(name);
    return result === undefined ? [] : [result];
  };
  return { attacks: attacks.flatMap(resultOf), honest: honest.flatMap(resultOf) };
}

/** One of either as long as there are both: what is broken off has then seen yes and no. */
function inTurns<A, B>(some: readonly A[], others: readonly B[]): (A | B)[] {
  const longer = Math.max(some.length, others.length);
  return Array.from({ length: longer }, (_, at) => [...some.slice(at, at + 1), ...others.slice(at, at + 1)]).flat();
}

function judgeOptions(options: SelfTestOptions): JudgeOptions {
  const { sandbox, timeoutMs, memoryBytes, signal, cacheFolder } = options;
  return {
    // The cases are no part of the project, and must read the same in every one.
    installation: { ...options.installation, options: [], projectRoot: null },
    level: 'audit',
    sandbox,
    allowedAxioms: [],
    allowNew: false,
    gate: false,
    timeoutMs,
    memoryBytes,
    signal,
    ...(cacheFolder === undefined ? {} : { cacheFolder }),
  };
}

async function tryCase(judge: Judge, known: Attack | HonestProof, installation: LeanInstallation): Promise<CaseResult> {
  const { name, words, submission, generations } = known;
  const { generation } = installation.version;
  const result = (state: CaseResult['state'], detail = ''): CaseResult => ({ name, words, state, detail });
  const isAttack = 'row' in known;
  if (submission.kind === 'hole') {
    const reason = gate(submission.candidate);
    const expected = isAttack ? known.gate : null;
    if (reason !== expected)
      return result('wrong', `the gate said ${quoted(reason)}, and should say ${quoted(expected)}`);
  }
  if (!generations.includes(generation)) return result('notApplicable', 'written for another Lean');
  if (isAttack && (known.isEndless || (known.concerns === 'safety' && known.gate !== null))) return result('right');
  const verdict = await verdictOf(judge, known);
  if (verdict.kind === 'unchecked' && !(isAttack && isExpectedUnchecked(known, verdict))) {
    const { why, detail } = verdict;
    // On a Lean that was never seen, a case may be written in words that it does not know.
    if (why === 'originalFails' && generation !== '2021') return result('notApplicable', detail);
    return result('unclear', `${why}: ${detail}`);
  }
  const wrong = isAttack ? wrongOfAttack(known, verdict, generation === '2021') : wrongOfHonest(known, verdict);
  if (wrong === null) return result('right');
  const isUnreadable = !isAttack && verdict.kind === 'rejected' && verdict.by === 'lean' && generation !== '2021';
  return result(isUnreadable ? 'notApplicable' : 'wrong', wrong);
}

/** The judge's answer on one case. */
export async function verdictOf(judge: Judge, { original, submission }: Attack | HonestProof): Promise<Verdict> {
  if (submission.kind === 'file') return (await judge.file(submission.text, original, submission.declaration)).verdict;
  const hole = findHoles(original)[submission.hole];
  if (hole === undefined) throw new Error('a known case without its hole');
  return (await judge.candidate(original, hole, submission.candidate)).verdict;
}

/** What is wrong with the verdict on an attack that the gate did not see; null if nothing. `isShown`: on the Lean it was tried on. */
export function wrongOfAttack(attack: Attack, verdict: Verdict, isShown: boolean): string | null {
  const { withoutGate, concerns } = attack;
  if (verdict.kind === 'accepted') {
    return withoutGate === null && concerns === 'safety' ? null : 'an attack was accepted';
  }
  if (!isShown || withoutGate === null || isExpectedUnchecked(attack, verdict)) return null;
  const expected = expectedWords(withoutGate);
  const got = wordsOf(verdict);
  if (verdict.kind === 'unchecked') return `it got no answer from ${got} instead of ${expected}`;
  if (verdict.by !== withoutGate.by) return `refused by ${got} instead of ${expected}`;
  const isExpected =
    verdict.by !== 'audit' ||
    withoutGate.by !== 'audit' ||
    verdict.findings.some(({ rule }) => rule === withoutGate.rule);
  return isExpected ? null : `refused by ${got} instead of ${expected}`;
}

function isExpectedUnchecked({ withoutGate }: Attack, verdict: Verdict): boolean {
  return verdict.kind === 'unchecked' && withoutGate?.by === 'unchecked' && withoutGate.why === verdict.why;
}

function expectedWords(expected: NonNullable<Attack['withoutGate']>): string {
  switch (expected.by) {
    case 'lean':
      return 'lean';
    case 'audit':
      return `audit (${expected.rule})`;
    case 'unchecked':
      return `nobody (${expected.why})`;
  }
}

/** What is wrong with the verdict on an honest proof; null if nothing. */
export function wrongOfHonest({ conditional }: HonestProof, verdict: Verdict): string | null {
  if (verdict.kind !== 'accepted') return `an honest proof was refused by ${wordsOf(verdict)}`;
  const isSame = verdict.conditional.toSorted().join() === conditional.toSorted().join();
  return isSame ? null : `it rests on the holes of [${verdict.conditional.join()}] instead of [${conditional.join()}]`;
}

function wordsOf(verdict: Exclude<Verdict, { kind: 'accepted' }>): string {
  if (verdict.kind === 'unchecked') return `nobody (${verdict.why}: ${verdict.detail})`;
  switch (verdict.by) {
    case 'gate':
      return `the gate (${verdict.reason})`;
    case 'lean': {
      const [first] = verdict.diagnostics;
      return `lean (${first === undefined ? 'no message' : firstLine(first.text)})`;
    }
    case 'audit':
      return `audit (${verdict.findings.map(({ rule, detail }) => `${rule}: ${detail}`).join('; ')})`;
  }
}

function quoted(reason: string | null): string {
  return reason === null ? 'nothing' : `"${reason}"`;
}
