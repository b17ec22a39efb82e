/** Asks every system for every problem, some side by side, and keeps what came of it: the loop is that of `prove`. */
import { forEachConcurrent } from '../../base/for-each-concurrent.ts';
import { Failure } from '../../base/errors.ts';
import type { ChatModel } from '../../llm/chat.ts';
import { Budget, type Limits } from '../../llm/budget.ts';
import type { ProveEvent, RunStarted } from '../../prove/events.ts';
import { withImports } from '../../prove/attempt/headers.ts';
import type { ProveOutcome } from '../../prove/outcome.ts';
import type { Prover } from '../../prove/prover.ts';
import type { RecordedEvent } from '../../prove/run/event-file.ts';
import { RunRecord } from '../../prove/run/record.ts';
import type { InWords, Strategy } from '../../prove/strategy.ts';
import type { BenchFolder } from './folder.ts';
import { asUnchecked, resultOf, secondsOf, uncheckedResult, type ResultId } from './outcome-result.ts';
import { fileName, inWordsAlready, type BenchProblem } from './problem.ts';
import { resultKey, type RunResult } from './result.ts';
import { furtherSamples } from './samples.ts';
import type { System } from './system.ts';
import type { Hidden } from './contamination.ts';

/** A system ready to be asked. */
export interface OpenSystem extends System {
  strategyToAsk: Strategy;
  /** Whether it is told of a human's proof in words. */
  readsHumanProof: boolean;
  openModel: ChatModel | null;
}

export interface BenchRequest {
  prover: Pick<Prover, 'prove'>;
  folder: BenchFolder;
  problems: readonly BenchProblem[];
  systems: readonly OpenSystem[];
  runs: number;
  /** How many runs at once. */
  jobs: number;
  hidden: ReadonlyMap<string, Hidden>;
  /** Whether what is answered is checked. */
  checks: boolean;
  /** Of each run. */
  limits: Limits;
  seconds: number | null;
  /** Of all runs together. What is on record counts. */
  total: Budget;
  /** Aborted when the time of the whole is over. */
  totalDeadline: AbortSignal;
  signal: AbortSignal;
  /** What a record says of itself at its beginning. */
  about: Pick<RunStarted, 'version' | 'toolchain' | 'sandbox' | 'index_digest' | 'machine'>;
  onResult: (result: RunResult) => void;
}

/** A run whose result is no answer is made again: what was missing may be here now. */
const AGAIN: ReadonlySet<RunResult['state']> = new Set(['model_failed', 'unchecked']);

/** What has no answer yet, in the order in which it is asked: a problem's systems next to each other, under one weather. */
export function runsLeft(
  request: Pick<BenchRequest, 'folder' | 'problems' | 'systems' | 'runs' | 'checks'>,
): ResultId[] {
  const { folder, problems, systems, runs, checks } = request;
  const isAgain = (state: RunResult['state']): boolean => AGAIN.has(state) && (checks || state !== 'unchecked');
  return problems.flatMap(({ name }) =>
    Array.from({ length: runs }, (_, run) => run).flatMap((run) =>
      systems.flatMap(({ id }) => {
        const of = { system: id, problem: name, run };
        const known = folder.result(of);
        return known !== null && !isAgain(known.state) ? [] : [of];
      }),
    ),
  );
}

/**
 * Until all is asked, a limit of the whole is reached, or it is interrupted; null, or the limit.
 * @throws {Failure} where nothing can be judged on this machine
 */
export async function runBench(request: BenchRequest): Promise<keyof Limits | 'time' | null> {
  const left = runsLeft(request);
  chargeWhatIsKept(request, left);
  const { signal, totalDeadline, jobs } = request;
  let stoppedBy: keyof Limits | 'time' | null = null;
  try {
    await forEachConcurrent(left, jobs, async (id) => {
      if (signal.aborted) return;
      if (totalDeadline.aborted) stoppedBy ??= 'time';
      if (stoppedBy !== null) return;
      stoppedBy = (await new BenchRun(request, id).take()) ?? stoppedBy;
    });
  } catch (error) {
    // What is wrong with the machine is wrong for every problem; after an interrupt it is no matter.
    if (!signal.aborted) throw error;
  }
  return signal.aborted ? null : stoppedBy;
}

/** Earlier sittings spent of the whole too; what runs that are made again spent is in their records. */
function chargeWhatIsKept({ folder, total }: BenchRequest, left: readonly ResultId[]): void {
  const again = new Set(left.map(resultKey));
  for (const result of folder.results) {
    if (again.has(resultKey(result))) continue;
    total.charge({ tokens: result.counted_tokens, cost: result.cost ?? 0 }, result.attempts);
  }
}

/** What the system is told of the problem in words: of a human's proof only where it is guided by one. */
export function inWordsFor(
  { readsHumanProof }: Pick<OpenSystem, 'readsHumanProof'>,
  { informal, informalProof }: Pick<BenchProblem, 'informal' | 'informalProof'>,
): InWords {
  const statement = informal === null ? null : { text: informal, from: 'dataset' as const };
  return { statement, proof: readsHumanProof ? informalProof : null };
}

/** One problem, one system, once. */
class BenchRun {
  readonly #request: BenchRequest;
  readonly #id: ResultId;
  readonly #problem: BenchProblem;
  readonly #system: OpenSystem;
  readonly #events: (ProveEvent | RecordedEvent)[] = [];

  constructor(request: BenchRequest, id: ResultId) {
    this.#request = request;
    this.#id = id;
    this.#problem = request.problems.find(({ name }) => name === id.problem)!;
    this.#system = request.systems.find((system) => system.id === id.system)!;
  }

  /** The limit of the whole that kept it from its end; null where it has a result. */
  async take(): Promise<keyof Limits | 'time' | null> {
    const record = new RunRecord(this.#request.folder.runFolder(this.#id));
    const began = performance.now();
    const secondsBefore = secondsOf(record.before);
    const seconds = (): number => secondsBefore + (performance.now() - began) / 1000;
    try {
      const outcome = await this.#prove(record);
      if (this.#request.signal.aborted) return null;
      const limit = this.#limitOfWhole(outcome);
      if (limit !== null) return limit;
      const told = resultOf(this.#id, outcome, this.#events, seconds());
      const result = this.#request.checks ? told : asUnchecked(told);
      if (result.state === 'solved') this.#export(outcome);
      this.#keep(result);
    } catch (error) {
      if (this.#request.signal.aborted) return null;
      if (!(error instanceof Failure) || !OF_THE_FILE.has(error.detail.code)) throw error;
      this.#keep(uncheckedResult(this.#id, error.detail, seconds()));
    } finally {
      record.close();
    }
    return null;
  }

  #prove(record: RunRecord): Promise<ProveOutcome> {
    const { prover, limits, total, hidden, signal } = this.#request;
    const { text, file, place } = this.#problem;
    const { strategyToAsk, openModel, options } = this.#system;
    for (const event of record.before) this.#remember(event);
    const budget = new Budget(limits, total);
    budget.charge(record.spentBefore, [...record.attemptKeys()].length);
    record.append(this.#beginning(record));
    const { own = [], twins = [] } = hidden.get(this.#problem.name) ?? {};
    return prover.prove({
      ...{ text, file, shownPath: place, record, budget, signal },
      strategies: [strategyToAsk],
      model: openModel && furtherSamples(openModel, this.#id.run),
      retrieves: options.k > 0,
      hidden: new Set([...own, ...twins]),
      inWords: inWordsFor(this.#system, this.#problem),
      hiddenStatement: inWordsAlready(this.#problem),
      isWanted: () => true,
      mayAddImports: true,
      deadline: this.#deadline(),
      onEvent: (event) => this.#remember(event),
    });
  }

  #deadline(): AbortSignal {
    const { seconds, totalDeadline, signal } = this.#request;
    const own = seconds === null ? [] : [AbortSignal.timeout(seconds * 1000)];
    return AbortSignal.any([signal, totalDeadline, ...own]);
  }

  /** Rejections are most of the events, and nothing of them goes into a result. */
  #remember(event: ProveEvent | RecordedEvent): void {
    if (event.event !== 'attempt' || event.verdict.kind === 'unchecked') this.#events.push(event);
  }

  #beginning(record: RunRecord): ProveEvent {
    const { about, limits } = this.#request;
    const { version, toolchain, index_digest: digest } = about;
    if (record.before.length > 0) return { event: 'run_resumed', version, toolchain, index_digest: digest, limits };
    const { file, digest: hash } = this.#problem;
    const { id, strategy, openModel } = this.#system;
    const { problem, run } = this.#id;
    record.keepFile('original.lean', this.#problem.text);
    return {
      event: 'run_started',
      id: `${problem} ${id} ${run + 1}`,
      ...{ file, file_hash: hash, asked: { problem, system: id, run }, strategies: [strategy] },
      ...{ model: openModel?.name ?? null, endpoint: openModel?.endpoint ?? null, limits, replay_of: null, ...about },
    };
  }

  /** Time is the run's own where its own is over too; else it was cut off. */
  #limitOfWhole({ stoppedBy, isParentsLimit }: ProveOutcome): keyof Limits | 'time' | null {
    if (stoppedBy === null) return null;
    if (stoppedBy === 'time') return this.#request.totalDeadline.aborted ? 'time' : null;
    return isParentsLimit ? stoppedBy : null;
  }

  #keep(result: RunResult): void {
    this.#request.folder.keep(result);
    this.#request.onResult(result);
  }

  /** A pair that `lemmahead check filled.lean --against original.lean` accepts. */
  #export({ text, addedImports }: ProveOutcome): void {
    const { folder } = this.#request;
    const { system, problem } = this.#id;
    const at = `proofs/${fileName(system)}/${fileName(problem)}`;
    folder.write(`${at}/original.lean`, withImports(this.#problem.text, addedImports).text);
    folder.write(`${at}/filled.lean`, text);
  }
}

/** What is wrong with one problem and not with the machine. */
const OF_THE_FILE: ReadonlySet<string> = new Set([
  'file-has-errors',
  'imports-missing',
  'lean-timed-out',
  'lean-failed',
]);
