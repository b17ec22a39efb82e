/**
 * Formalizes one statement: asks a model several times, takes the statement out of each answer, merges equal ones, checks
 * that Lean accepts them, and chooses one. The order is from cheap to dear.
 */
import { forEachConcurrent } from '../base/for-each-concurrent.ts';
import type { FailureDetail } from '../base/errors.ts';
import { getOrAdd } from '../base/memoize.ts';
import type { BudgetStop } from '../llm/budget.ts';
import { BudgetSpent } from '../llm/budget.ts';
import type { ChatAnswer } from '../llm/chat.ts';
import { isFatal } from '../llm/fatal-model-errors.ts';
import { ModelError } from '../llm/model-error.ts';
import type { Hint } from '../verify/trial/check-mode.ts';
import { leanFile } from './lean-file.ts';
import { readFormalStatement, type ReadStatement } from './read-statement.ts';

export interface FormalizeRequest {
  /** Number of answers. */
  samples: number;
  /** Imports and opens of the file. */
  header: string;
  /** Of the theorem. */
  name: string;
  /** Whether the stages before have ended the requests. */
  before: Pick<FormalizeOutcome, 'stoppedBy' | 'modelFailure'>;
}

export interface FormalizeTools {
  /** Asks the model for the answer with this number. */
  ask: (sample: number) => Promise<ChatAnswer>;
  /** Maximum number of answers asked for at once. */
  concurrency: number;
  /** Compiles a file. Null: nothing is checked. */
  check: ((text: string) => Promise<Hint>) | null;
  /** Files to compile at once. */
  jobs: number;
  signal: AbortSignal;
  onProgress: (stage: 'ask' | 'check', done: number, total: number) => void;
}

/** A statement, or the reason why answers have none. Answers with the same statement are one candidate. */
export interface FormalCandidate {
  /** Numbers of the answers, from 0. */
  samples: number[];
  /** The Lean file; null without a statement. */
  text: string | null;
  /** `refused`: by the gate. `none`: no statement in the answer. */
  verdict: Hint | { kind: 'refused' | 'none'; why: string };
}

export interface FormalizeOutcome {
  /** Those that may be chosen first, best first. */
  candidates: FormalCandidate[];
  /** The chosen candidate's Lean file; null if there is none. */
  chosen: FormalCandidate | null;
  answers: number;
  /** The limit that stopped the requests; null if none did. */
  stoppedBy: BudgetStop['limit'] | null;
  /** Why the model was no longer asked; null if it was. */
  modelFailure: FailureDetail | null;
}

export async function formalize(request: FormalizeRequest, tools: FormalizeTools): Promise<FormalizeOutcome> {
  const asked = await askAll(request, tools);
  const candidates = merge(asked.read, request);
  await checkAll(candidates, tools);
  const ordered = candidates.toSorted((a, b) => rank(a) - rank(b) || b.samples.length - a.samples.length);
  const [first] = ordered;
  const chosen = first !== undefined && rank(first) <= RANKS.unchecked ? first : null;
  const { stoppedBy, modelFailure } = asked;
  return { candidates: ordered, chosen, answers: asked.read.size, stoppedBy, modelFailure };
}

const RANKS = { compiles: 0, unchecked: 1, fails: 2, refused: 3, none: 4 };

function rank({ verdict }: FormalCandidate): number {
  return RANKS[verdict.kind];
}

interface Asked {
  /** By sample. */
  read: Map<number, ReadStatement>;
  stoppedBy: BudgetStop['limit'] | null;
  modelFailure: FailureDetail | null;
}

async function askAll({ samples, before }: FormalizeRequest, tools: FormalizeTools): Promise<Asked> {
  const { stoppedBy, modelFailure } = before;
  const asked: Asked = { read: new Map(), stoppedBy, modelFailure };
  const numbers = Array.from({ length: samples }, (_, at) => at);
  await forEachConcurrent(numbers, tools.concurrency, async (sample) => {
    if (asked.stoppedBy !== null || asked.modelFailure !== null) return;
    try {
      asked.read.set(sample, readFormalStatement(await tools.ask(sample)));
    } catch (error) {
      tools.signal.throwIfAborted();
      if (error instanceof BudgetSpent) asked.stoppedBy = error.stop.limit;
      else if (!(error instanceof ModelError)) throw error;
      else if (isFatal(error)) asked.modelFailure = error.detail;
      else asked.read.set(sample, { kind: 'none', why: error.detail.message.replace(/\.$/u, '') });
    }
    tools.onProgress('ask', asked.read.size, samples);
  });
  return asked;
}

/** One candidate for each statement and for each reason, in the order of the answers. */
function merge(read: ReadonlyMap<number, ReadStatement>, { header, name }: FormalizeRequest): FormalCandidate[] {
  const found = new Map<string, FormalCandidate>();
  for (const [sample, answer] of [...read].toSorted(([a], [b]) => a - b)) {
    const key = answer.kind === 'statement' ? answer.statement.key : answer.why;
    const candidate = getOrAdd(found, `${answer.kind} ${key}`, () => candidateOf(answer, header, name));
    candidate.samples.push(sample);
  }
  return [...found.values()];
}

function candidateOf(answer: ReadStatement, header: string, name: string): FormalCandidate {
  if (answer.kind !== 'statement') return { samples: [], text: null, verdict: answer };
  const verdict: Hint = { kind: 'unchecked', why: 'notAsked', detail: 'not compiled' };
  return { samples: [], text: leanFile(header, name, answer.statement), verdict };
}

async function checkAll(candidates: readonly FormalCandidate[], tools: FormalizeTools): Promise<void> {
  const { check, jobs, signal, onProgress } = tools;
  if (check === null) return;
  const open = candidates.filter(({ text }) => text !== null);
  let done = 0;
  await forEachConcurrent(open, jobs, async (candidate) => {
    signal.throwIfAborted();
    candidate.verdict = await check(candidate.text!);
    signal.throwIfAborted();
    onProgress('check', ++done, open.length);
  });
}
