/** Runs every system on every problem, several runs in parallel, and stores the results. Uses the loop of `prove`. */
import { wordSet } from '../../base/words.ts';
import { Failure } from '../../base/errors.ts';
import { runUnits } from '../../base/work.ts';
import type { ChatModel } from '../../llm/chat.ts';
import { Budget, type Limits } from '../../llm/budget.ts';
import type { ProveEvent, RunStarted } from '../../prove/events.ts';
import { NOTHING_HIDDEN, type Hidden } from '../../prove/hidden.ts';
import { withImports } from '../../prove/attempt/headers.ts';
import type { ProveOutcome } from '../../prove/outcome.ts';
import type { ProverRequest, Prover } from '../../prove/prover.ts';
import { type RecordedEvent, readRunEvents } from '../../prove/run/event-file.ts';
import { RunRecord, spentIn } from '../../prove/run/record.ts';
import type { InformalInput, Strategy } from '../../prove/strategy.ts';
import type { ExperimentFolder } from '../experiment/folder.ts';
import { runFolder } from './folder.ts';
import { toUnchecked, resultOf, secondsOf, uncheckedResult } from './outcome-result.ts';
import { fileName, type BenchProblem } from './problem.ts';
import { resultKey, type ResultId, type RunResult } from './result.ts';
import type { System } from './system.ts';

/** A system with its strategy and model instances. */
export interface OpenSystem extends System {
  strategyInstance: Strategy;
  /** Whether the strategy receives the informal proof by a human. */
  readsHumanProof: boolean;
  openModel: ChatModel | null;
}

export interface BenchRequest {
  prover: Pick<Prover, 'prove'>;
  folder: ExperimentFolder<RunResult>;
  problems: readonly BenchProblem[];
  systems: readonly OpenSystem[];
  runs: number;
  /** Number of parallel runs. */
  jobs: number;
  /** By problem name. */
  hidden: ReadonlyMap<string, Hidden>;
  /** Whether answers are checked. */
  checks: boolean;
  /** Limits per run. */
  limits: Limits;
  seconds: number | null;
  /** Budget of all runs together, including those on record. */
  total: Budget;
  /** Aborted when the total time is over. */
  totalDeadline: AbortSignal;
  /** Until the total time is over; null for no limit. */
  secondsLeft: () => number | null;
  signal: AbortSignal;
  /** Facts for the first event of each run record. */
  about: Pick<RunStarted, 'version' | 'toolchain' | 'sandbox' | 'index_digest' | 'machine'>;
  onResult: (result: RunResult) => void;
}

/** Runs in these states are repeated: what was missing may be available now. */
const RETRIED: ReadonlySet<RunResult['state']> = new Set(['model_failed', 'unchecked']);

/** A run as a unit of work. Its id is the key of its result. */
interface RunUnit extends ResultId {
  id: string;
}

/**
 * Runs without an answer, in execution order. The systems run one after another on each problem, so they meet the same
 * conditions of the machine.
 */
export function remainingRuns(
  request: Pick<BenchRequest, 'folder' | 'problems' | 'systems' | 'runs' | 'checks'>,
): RunUnit[] {
  const { folder, problems, systems, runs, checks } = request;
  const all = problems.flatMap(({ name: problem }) =>
    Array.from({ length: runs }, (_, run) => run).flatMap((run) =>
      systems.map(({ id: system }) => ({ id: resultKey({ system, problem, run }), system, problem, run })),
    ),
  );
  return folder.remaining(all, ({ state }) => RETRIED.has(state) && (checks || state !== 'unchecked'));
}

/**
 * Runs until all runs are done, a total limit is reached, or the signal is aborted. Returns the limit reached, or null.
 * @throws {Failure} if nothing can be judged on this machine
 */
export async function runBench(request: BenchRequest): Promise<keyof Limits | 'time' | null> {
  const remaining = remainingRuns(request);
  chargeStoredResults(request, remaining);
  const { folder, signal, totalDeadline, jobs: concurrency, onResult } = request;
  try {
    await runUnits({
      work: folder.workOn(remaining),
      ...{ concurrency, signal, onDone: onResult },
      run: ([unit]) => {
        if (totalDeadline.aborted) throw new TotalSpent('time');
        return new BenchRun(request, unit!).execute();
      },
    });
    return null;
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof TotalSpent) return error.limit;
    // An error of the machine affects every problem.
    throw error;
  }
}

/** A limit of all runs together ended a run early: it has no result. */
class TotalSpent extends Error {
  readonly limit: keyof Limits | 'time';

  constructor(limit: keyof Limits | 'time') {
    super(`the total limit for ${limit} is reached`);
    this.limit = limit;
  }
}

/** Charges earlier sessions to the total budget. Repeated runs are skipped: their records contain what they spent. */
function chargeStoredResults({ folder, total }: BenchRequest, remaining: readonly RunUnit[]): void {
  const repeated = new Set(remaining.map(({ id }) => id));
  for (const result of folder.results) {
    if (repeated.has(resultKey(result))) continue;
    total.charge({ tokens: result.counted_tokens, cost: result.cost ?? 0 }, result.attempts);
  }
}

/** What earlier sessions spent, also in runs that have no result. */
export function spentEarlier(request: Pick<BenchRequest, 'folder' | 'problems' | 'systems' | 'runs' | 'checks'>): {
  tokens: number;
  cost: number;
  attempts: number;
} {
  const remaining = remainingRuns(request);
  const repeated = new Set(remaining.map(({ id }) => id));
  const results = request.folder.results.filter((result) => !repeated.has(resultKey(result)));
  const sum = { tokens: 0, cost: 0, attempts: 0 };
  const add = (tokens: number, cost: number, attempts: number): void => {
    sum.tokens += tokens;
    sum.cost += cost;
    sum.attempts += attempts;
  };
  for (const result of results) add(result.counted_tokens, result.cost ?? 0, result.attempts);
  for (const unit of remaining) {
    const events = readRunEvents(runFolder(request.folder, unit));
    const { tokens, cost } = spentIn(events);
    add(tokens, cost, new Set(events.flatMap((event) => (event.event === 'attempt' ? [event.key] : []))).size);
  }
  return sum;
}

/** Informal input for a system. The human proof is included only if the strategy is guided by it. */
export function informalInputFor(
  { readsHumanProof }: Pick<OpenSystem, 'readsHumanProof'>,
  { informal, informalProof }: Pick<BenchProblem, 'informal' | 'informalProof'>,
): InformalInput {
  const statement = informal === null ? null : { text: informal, from: 'dataset' as const };
  return { statement, proof: readsHumanProof ? informalProof : null };
}

/** The part of a request that the system and the problem determine. */
export function proveRequest(
  system: OpenSystem,
  problem: BenchProblem,
  hidden: BenchRequest['hidden'],
): Omit<ProverRequest, 'strategies' | 'record' | 'budget' | 'signal' | 'deadline'> {
  return {
    ...{ text: problem.text, file: problem.file, displayPath: problem.place },
    model: system.openModel,
    retrieves: system.options.k > 0,
    hidden: hidden.get(problem.name) ?? NOTHING_HIDDEN,
    informalInput: informalInputFor(system, problem),
    isSelected: () => true,
    mayAddImports: true,
  };
}

/** More samples of one prompt than any run requests. */
const SAMPLES_PER_RUN = 1000;

/** One run of one problem by one system. */
class BenchRun {
  readonly #request: BenchRequest;
  readonly #id: ResultId;
  readonly #problem: BenchProblem;
  readonly #system: OpenSystem;
  readonly #events: (ProveEvent | RecordedEvent)[] = [];
  #start = 0;
  #hasWorker = false;

  constructor(request: BenchRequest, { system, problem, run }: ResultId) {
    this.#request = request;
    this.#id = { system, problem, run };
    this.#problem = request.problems.find(({ name }) => name === problem)!;
    this.#system = request.systems.find(({ id }) => id === system)!;
  }

  /** @throws {TotalSpent}; the reason of the signal; {Failure} if nothing can be judged on this machine */
  async execute(): Promise<RunResult> {
    const record = new RunRecord(runFolder(this.#request.folder, this.#id));
    this.#start = performance.now();
    const secondsBefore = secondsOf(record.before);
    const seconds = (): number => secondsBefore + (performance.now() - this.#start) / 1000;
    try {
      const outcome = await this.#prove(record);
      this.#request.signal.throwIfAborted();
      this.#requireTotal(outcome);
      const checked = resultOf(this.#id, outcome, this.#events, seconds());
      const result = this.#request.checks ? checked : toUnchecked(checked);
      if (result.state === 'solved') this.#export(outcome);
      return result;
    } catch (error) {
      this.#request.signal.throwIfAborted();
      if (!(error instanceof Failure) || !PROBLEM_ERRORS.has(error.detail.code)) throw error;
      return uncheckedResult(this.#id, error.detail, seconds());
    } finally {
      record.close();
    }
  }

  #prove(record: RunRecord): Promise<ProveOutcome> {
    const { prover, limits, total, hidden, signal, totalDeadline: end, seconds, secondsLeft } = this.#request;
    for (const event of record.before) this.#addEvent(event);
    const budget = new Budget(limits, total);
    budget.charge(record.spentBefore, [...record.attemptKeys()].length);
    record.append(this.#startEvent(record));
    return prover.prove({
      ...proveRequest(this.#system, this.#problem, hidden),
      ...{ record, budget, signal },
      strategies: [this.#system.strategyInstance],
      firstSample: this.#id.run * SAMPLES_PER_RUN,
      deadline: this.#deadline(),
      timeLimits: { seconds, end, secondsLeft: secondsLeft() },
      onEvent: (event) => {
        this.#addEvent(event);
        if (event.event === 'worker_started' && !this.#hasWorker) this.#begin();
      },
    });
  }

  /** A unit may have waited long for a worker. */
  #begin(): void {
    this.#hasWorker = true;
    this.#start = performance.now();
  }

  #deadline(): AbortSignal {
    const { seconds, totalDeadline, signal } = this.#request;
    const own = seconds === null ? [] : [AbortSignal.timeout(seconds * 1000)];
    return AbortSignal.any([signal, totalDeadline, ...own]);
  }

  /** Drops rejected attempts: they are most of the events and do not affect the result. */
  #addEvent(event: ProveEvent | RecordedEvent): void {
    if (event.event !== 'attempt' || event.verdict.kind === 'unchecked') this.#events.push(event);
  }

  #startEvent(record: RunRecord): ProveEvent {
    const { about, limits } = this.#request;
    const { version, toolchain, index_digest: digest } = about;
    if (record.before.length > 0) return { event: 'run_resumed', version, toolchain, index_digest: digest, limits };
    const { file, digest: hash } = this.#problem;
    const { id, strategy, openModel } = this.#system;
    const { problem, run } = this.#id;
    record.storeFile('original.lean', this.#problem.text);
    return {
      event: 'run_started',
      id: `${problem} ${id} ${run + 1}`,
      ...{ file, file_hash: hash, asked: { problem, system: id, run }, strategies: [strategy] },
      ...{ model: openModel?.name ?? null, endpoint: openModel?.endpoint ?? null, limits, replay_of: null, ...about },
    };
  }

  /** A timeout belongs to the run itself unless the total time is over. */
  #requireTotal({ stoppedBy, isParentsLimit }: ProveOutcome): void {
    const isTotal = stoppedBy === 'time' ? this.#request.totalDeadline.aborted : isParentsLimit;
    if (stoppedBy !== null && isTotal) throw new TotalSpent(stoppedBy);
  }

  /** Writes a pair of files that `lemmahead check filled.lean --against original.lean` accepts. */
  #export({ text, addedImports }: ProveOutcome): void {
    const { folder } = this.#request;
    const { system, problem } = this.#id;
    const path = `proofs/${fileName(system)}/${fileName(problem)}`;
    folder.write(`${path}/original.lean`, withImports(this.#problem.text, addedImports).text);
    folder.write(`${path}/filled.lean`, text);
  }
}

/** Codes of errors that concern one problem and not the machine. */
const PROBLEM_ERRORS = wordSet('file-has-errors imports-missing lean-timed-out lean-failed unit-dead unit-cancelled');
