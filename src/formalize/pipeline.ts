/**
 * Formalizes one statement: asks a model several times, takes the statement out of each answer, merges equal ones,
 * compiles and checks them, and chooses one. The order is from cheap to dear.
 */
import { forEachConcurrent } from '../base/for-each-concurrent.ts';
import type { FailureDetail } from '../base/errors.ts';
import { getOrAdd } from '../base/memoize.ts';
import { BudgetSpent, type BudgetStop } from '../llm/budget.ts';
import type { ChatAnswer } from '../llm/chat.ts';
import { isFatal } from '../llm/fatal-model-errors.ts';
import { ModelError } from '../llm/model-error.ts';
import type { Hint } from '../verify/trial/check-mode.ts';
import { choose, type Choice } from './choose.ts';
import { type FormalChecks, runFormalChecks, type StatementChecks } from './formal-checks.ts';
import { leanFile } from './lean-file.ts';
import { type OwnDefinition, readFormalStatement, type ReadStatement } from './read-statement.ts';

export interface FormalizeRequest {
  /** Number of answers. */
  samples: number;
  /** Imports and opens of the file. */
  header: string;
  /** Name of the theorem. */
  name: string;
  /** Whether definitions are allowed before the theorem. */
  allowDefs: boolean;
  /** While no statement compiles, those that fail are corrected so often. */
  rounds: number;
  /** Whether the stages before have ended the requests. */
  before: Pick<FormalizeOutcome, 'stoppedBy' | 'modelFailure'>;
}

export interface FormalizeTools {
  /** Asks the model for the answer with this number. */
  ask: (sample: number) => Promise<ChatAnswer>;
  /** Asks the model to correct a statement that Lean refuses. */
  repair: (failed: FailedCandidate) => Promise<ChatAnswer>;
  /** Maximum number of answers asked for at once. */
  concurrency: number;
  /** Compiles a file. Null: nothing is checked. */
  check: ((text: string) => Promise<Hint>) | null;
  /** Files to compile at once. */
  jobs: number;
  /** Null: the statements that compile are not checked further. */
  formal: FormalChecks | null;
  signal: AbortSignal;
  onProgress: (stage: FormalizeProgress, done: number, total: number) => void;
}

export type FormalizeProgress = 'ask' | 'repair' | 'compile' | 'check';

/** A statement, or the reason why answers have none. Answers with the same statement are one candidate. */
export interface FormalCandidate {
  /** Numbers of the answers, from 0. */
  samples: number[];
  /** The Lean file; null without a statement. */
  text: string | null;
  /** Definitions of the model's that the file adds before the theorem. */
  definitions: readonly OwnDefinition[];
  /** `refused`: by the gate. `none`: no statement in the answer. */
  verdict: Hint | { kind: 'refused' | 'none'; why: string };
  /** Null if they were not made. */
  checks: StatementChecks | null;
  /** Number of its class of equivalent statements, from 0; null if they were not compared. */
  class: number | null;
}

/** A statement that Lean refuses. */
export interface FailedCandidate extends FormalCandidate {
  text: string;
  verdict: Extract<Hint, { kind: 'fails' }>;
}

export interface FormalizeOutcome extends Pick<Choice, 'chosen'> {
  /** Best first. */
  candidates: FormalCandidate[];
  chosenBy: Choice['by'];
  answers: number;
  /** Answers that correct a statement, among them. */
  repairs: number;
  /** The limit that stopped the requests; null if none did. */
  stoppedBy: BudgetStop['limit'] | null;
  /** Why the model was no longer asked; null if it was. */
  modelFailure: FailureDetail | null;
}

export async function formalize(request: FormalizeRequest, tools: FormalizeTools): Promise<FormalizeOutcome> {
  const { samples, rounds, before } = request;
  const { stoppedBy, modelFailure } = before;
  const state: State = { found: new Map(), answers: 0, asked: 0, stoppedBy, modelFailure };
  const questions = Array.from({ length: samples }, (_, sample) => () => tools.ask(sample));
  let open = await answersTo('ask', questions, state, request, tools);
  for (let round = 1; ; round++) {
    await checkAll(open, tools);
    const isDone = round > rounds || [...state.found.values()].some(({ verdict }) => verdict.kind === 'compiles');
    const failed = open.filter(hasFailed);
    if (isDone || failed.length === 0) break;
    const repairs = failed.map((candidate) => () => tools.repair(candidate));
    open = await answersTo('repair', repairs, state, request, tools);
  }
  const { ordered, chosen, by } = choose(await withFormalChecks([...state.found.values()], tools));
  const repairs = ordered.flatMap((each) => each.samples).filter((sample) => sample >= samples).length;
  const { answers } = state;
  return {
    candidates: ordered,
    ...{ chosen, chosenBy: by, answers, repairs },
    stoppedBy: state.stoppedBy,
    modelFailure: state.modelFailure,
  };
}

async function withFormalChecks(
  candidates: readonly FormalCandidate[],
  { formal, signal, onProgress }: FormalizeTools,
): Promise<readonly FormalCandidate[]> {
  if (formal === null) return candidates;
  const compiled = candidates.filter(hasStatement).filter(({ verdict }) => verdict.kind === 'compiles');
  const others = candidates.filter(({ verdict }) => verdict.kind !== 'compiles');
  const checked = await runFormalChecks(compiled, formal, {
    signal,
    onProgress: (done, total) => onProgress('check', done, total),
  });
  return [...checked, ...others];
}

/** `asked`: number of questions so far. `found`: the candidates by their keys. */
interface State extends Pick<FormalizeOutcome, 'answers' | 'stoppedBy' | 'modelFailure'> {
  asked: number;
  found: Map<string, FormalCandidate>;
}

function hasFailed(candidate: FormalCandidate): candidate is FailedCandidate {
  return candidate.verdict.kind === 'fails';
}

function hasStatement(candidate: FormalCandidate): candidate is FormalCandidate & { text: string } {
  return candidate.text !== null;
}

/** Puts the questions and adds the answers, in their order, to the candidates. Returns the new statements. */
async function answersTo(
  stage: 'ask' | 'repair',
  questions: readonly (() => Promise<ChatAnswer>)[],
  state: State,
  { header, name, allowDefs }: FormalizeRequest,
  tools: FormalizeTools,
): Promise<FormalCandidate[]> {
  const read = await readAll(stage, questions, state, allowDefs, tools);
  const before = new Set(state.found.values());
  const first = state.asked;
  state.asked += questions.length;
  for (const [place, answer] of [...read].toSorted(([a], [b]) => a - b)) {
    const key = answer.kind === 'statement' ? answer.statement.key : answer.why;
    const candidate = getOrAdd(state.found, `${answer.kind} ${key}`, () => candidateOf(answer, header, name));
    candidate.samples.push(first + place);
  }
  state.answers += read.size;
  return [...state.found.values()].filter((each) => each.text !== null && !before.has(each));
}

async function readAll(
  stage: 'ask' | 'repair',
  questions: readonly (() => Promise<ChatAnswer>)[],
  state: State,
  allowDefs: boolean,
  { concurrency, signal, onProgress }: FormalizeTools,
): Promise<Map<number, ReadStatement>> {
  const read = new Map<number, ReadStatement>();
  await forEachConcurrent(questions.entries(), concurrency, async ([place, ask]) => {
    if (state.stoppedBy !== null || state.modelFailure !== null) return;
    try {
      read.set(place, readFormalStatement(await ask(), allowDefs));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BudgetSpent) state.stoppedBy = error.stop.limit;
      else if (!(error instanceof ModelError)) throw error;
      else if (isFatal(error)) state.modelFailure = error.detail;
      else read.set(place, { kind: 'none', why: error.detail.message.replace(/\.$/u, '') });
    }
    onProgress(stage, read.size, questions.length);
  });
  return read;
}

function candidateOf(answer: ReadStatement, header: string, name: string): FormalCandidate {
  const unchecked = { samples: [], definitions: [], checks: null, class: null };
  if (answer.kind !== 'statement') return { ...unchecked, text: null, verdict: answer };
  const verdict: Hint = { kind: 'unchecked', why: 'notAsked', detail: 'not compiled' };
  const { statement } = answer;
  return { ...unchecked, definitions: statement.definitions, text: leanFile(header, name, statement), verdict };
}

async function checkAll(candidates: readonly FormalCandidate[], tools: FormalizeTools): Promise<void> {
  const { check, jobs, signal, onProgress } = tools;
  if (check === null) return;
  let done = 0;
  await forEachConcurrent(candidates, jobs, async (candidate) => {
    signal.throwIfAborted();
    candidate.verdict = await check(candidate.text!);
    signal.throwIfAborted();
    onProgress('compile', ++done, candidates.length);
  });
}
