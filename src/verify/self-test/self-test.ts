/** Runs the judge on cases with a known verdict, with the user's toolchain: the judge was not developed against it. */
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
  /** The folder for the compiled auditor. */
  cacheFolder?: string;
  /** Stop at the first failure. */
  untilFailure?: boolean;
  /** Known results by case name; new results are added. */
  results?: Map<string, CaseResult>;
  onProgress?: (done: number, total: number, name: string) => void;
  /** Opens a different judge, for tests of the self-test. */
  open?: (options: JudgeOptions) => Promise<Judge>;
}

/** `wrong`: not the known verdict. `unclear`: no verdict. `notApplicable`: this Lean cannot read the case. */
export interface CaseResult {
  /** `attacks/macro-rules-sum`. */
  name: string;
  words: string;
  state: 'right' | 'wrong' | 'unclear' | 'notApplicable';
  /** The expected and the actual verdict, if it is not right. */
  detail: string;
}

export interface SelfTestResult {
  attacks: CaseResult[];
  honest: CaseResult[];
}

/** The minimum number of accepted honest proofs: with a Lean that can read fewer, the test shows nothing. */
const MIN_HONEST = 20;

export function isFailure({ state }: CaseResult): boolean {
  return state === 'wrong' || state === 'unclear';
}

export function isRight({ state }: CaseResult): boolean {
  return state === 'right';
}

/** Whether the results include enough accepted honest proofs. */
export function acceptsHonest(results: readonly CaseResult[]): boolean {
  return results.filter((result) => result.name.startsWith('honest/') && isRight(result)).length >= MIN_HONEST;
}

/** The first case with a wrong verdict, otherwise the first without a verdict; null if the judge is reliable. */
export function failureOf({ attacks, honest }: SelfTestResult): CaseResult | null {
  const all = [...attacks, ...honest];
  const failure = all.find(({ state }) => state === 'wrong') ?? all.find(({ state }) => state === 'unclear');
  if (failure !== undefined) return failure;
  if (acceptsHonest(honest)) return null;
  const unread = honest.find(({ state }) => state === 'notApplicable');
  return unread === undefined ? null : { ...unread, state: 'unclear' };
}

/**
 * Tries every attack without the gate (and the gate separately), and every honest proof. An attack that may pass without
 * the gate, because it only runs code, is tested with the gate only: such code is never run here.
 */
export async function selfTest(options: SelfTestOptions): Promise<SelfTestResult> {
  const attacks = readAttacks().filter((attack) => !attack.isOnlyForCi);
  const honest = readHonestProofs().filter((proof) => !proof.isOnlyForCi);
  const total = attacks.length + honest.length;
  const results = options.results ?? new Map<string, CaseResult>();
  const queue = interleave(attacks, honest)
    .filter(({ name }) => !results.has(name))
    .toReversed();
  // One judge for all cases: it caches data about an original, and many cases have the same original.
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

/** Alternates between the lists: an interrupted test has then tried both kinds of cases. */
function interleave<A, B>(first: readonly A[], second: readonly B[]): (A | B)[] {
  const longer = Math.max(first.length, second.length);
  return Array.from({ length: longer }, (_, at) => [...first.slice(at, at + 1), ...second.slice(at, at + 1)]).flat();
}

function judgeOptions(options: SelfTestOptions): JudgeOptions {
  const { sandbox, timeoutMs, memoryBytes, signal, cacheFolder } = options;
  return {
    // The cases do not belong to the project, and must have the same meaning in every project.
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
      return result('wrong', `the gate returned ${quoted(reason)}, expected ${quoted(expected)}`);
  }
  if (!generations.includes(generation)) return result('notApplicable', 'written for another version of Lean');
  if (isAttack && (known.isEndless || (known.concerns === 'safety' && known.gate !== null))) return result('right');
  const verdict = await verdictOf(judge, known);
  if (verdict.kind === 'unchecked' && !(isAttack && isExpectedUnchecked(known, verdict))) {
    const { why, detail } = verdict;
    // An untested Lean may not know the syntax of a case.
    if (why === 'originalFails' && generation !== '2021') return result('notApplicable', detail);
    return result('unclear', `${why}: ${detail}`);
  }
  const wrong = isAttack ? attackFault(known, verdict, generation === '2021') : honestProofFault(known, verdict);
  if (wrong === null) return result('right');
  const isUnreadable = !isAttack && verdict.kind === 'rejected' && verdict.by === 'lean' && generation !== '2021';
  return result(isUnreadable ? 'notApplicable' : 'wrong', wrong);
}

/** The judge's verdict on one case. */
export async function verdictOf(judge: Judge, { original, submission }: Attack | HonestProof): Promise<Verdict> {
  if (submission.kind === 'file') return (await judge.file(submission.text, original, submission.declaration)).verdict;
  const hole = findHoles(original)[submission.hole];
  if (hole === undefined) throw new Error('a known case lacks its hole');
  return (await judge.candidate(original, hole, submission.candidate)).verdict;
}

/** What is wrong with the verdict on an attack, without the gate; null if nothing. `isTestedLean`: the Lean of 2021. */
export function attackFault(attack: Attack, verdict: Verdict, isTestedLean: boolean): string | null {
  const { withoutGate, concerns } = attack;
  if (verdict.kind === 'accepted') {
    return withoutGate === null && concerns === 'safety' ? null : 'an attack was accepted';
  }
  if (!isTestedLean || withoutGate === null || isExpectedUnchecked(attack, verdict)) return null;
  const expected = describeExpected(withoutGate);
  const actual = describeVerdict(verdict);
  if (verdict.kind === 'unchecked') return `${actual} instead of ${expected}`;
  if (verdict.by !== withoutGate.by) return `refused by ${actual} instead of ${expected}`;
  const isExpected =
    verdict.by !== 'audit' ||
    withoutGate.by !== 'audit' ||
    verdict.findings.some(({ rule }) => rule === withoutGate.rule);
  return isExpected ? null : `refused by ${actual} instead of ${expected}`;
}

function isExpectedUnchecked({ withoutGate }: Attack, verdict: Verdict): boolean {
  return verdict.kind === 'unchecked' && withoutGate?.by === 'unchecked' && withoutGate.why === verdict.why;
}

function describeExpected(expected: NonNullable<Attack['withoutGate']>): string {
  switch (expected.by) {
    case 'lean':
      return 'lean';
    case 'audit':
      return `audit (${expected.rule})`;
    case 'unchecked':
      return `no verdict (${expected.why})`;
  }
}

/** What is wrong with the verdict on an honest proof; null if nothing. */
export function honestProofFault({ conditional }: HonestProof, verdict: Verdict): string | null {
  if (verdict.kind !== 'accepted') return `an honest proof was refused by ${describeVerdict(verdict)}`;
  const isSame = verdict.conditional.toSorted().join() === conditional.toSorted().join();
  return isSame
    ? null
    : `it depends on the holes of [${verdict.conditional.join()}] instead of [${conditional.join()}]`;
}

function describeVerdict(verdict: Exclude<Verdict, { kind: 'accepted' }>): string {
  if (verdict.kind === 'unchecked') return `no verdict (${verdict.why}: ${verdict.detail})`;
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
