/** The prover: its resources are opened once and used for any number of files, also concurrently. */
import { sha256 } from '../base/hash.ts';
import { pathBelow } from '../base/path-below.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { PackageRoots } from '../index/package-roots.ts';
import type { ChatModel } from '../llm/chat.ts';
import { ModelClient } from '../llm/model-client.ts';
import type { ProjectFacts } from '../prompt/prompts.ts';
import type { Judge } from '../verify/audit/judge.ts';
import { findHoles, type Hole } from '../verify/hole/holes.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { versionName } from '../lean/toolchain/lean-version.ts';
import type { Verdict } from '../verify/verdict.ts';
import type { CheckMode, ModeOptions } from '../verify/trial/check-mode.ts';
import type { ColdLean } from '../verify/trial/cold.ts';
import type { Budget } from '../llm/budget.ts';
import type { Cache } from './attempt/cache.ts';
import { requireCompiles } from './whole-file/compiles-before.ts';
import type { OnEvent, ProveEvent } from './events.ts';
import { FileRun } from './file-run.ts';
import type { Hidden } from './hidden.ts';
import { Headers, headerCheck } from './attempt/headers.ts';
import { knownRejections, surroundingsOf } from './attempt/known-rejections.ts';
import { assemble } from './whole-file/final-audit.ts';
import { fillHoles } from './loop.ts';
import type { ProveOutcome } from './outcome.ts';
import { dryRun, type DryRunHole } from './dry-run.ts';
import { libraryNames } from './retrieval/library-names.ts';
import { retrieval } from './retrieval/retrieve.ts';
import { PassageRetriever, type SearchPassages } from './retrieval/passage-retriever.ts';
import { CachedRetriever } from './retrieval/cached-retriever.ts';
import type { RunRecord } from './run/record.ts';
import type { RecordedLean } from './run/recorded-lean.ts';
import type { RecordedCalls } from './run/recorded-calls.ts';
import type { FindSolved, InformalInput, Strategy, Tools } from './strategy.ts';
import { openTrial } from './attempt/trial.ts';

export interface ProverOptions extends ModeOptions {
  lean: ColdLean;
  mode: Pick<CheckMode, 'name' | 'check'>;
  judge: Pick<Judge, 'candidate' | 'file'>;
  level: string;
  allowedAxioms: readonly string[];
  /** Null to search nothing. */
  index: LibraryIndex | null;
  /** Where its packages are, if not where it says. */
  roots?: PackageRoots | null;
  /** Null if the library is unavailable or disabled. */
  library: LibrarySearch | null;
  /** Null if no graph of templates is open. */
  findSolved: FindSolved | null;
  /** The run that is replayed without Lean: its record answers in place of Lean. Absent for all others. */
  recordedLean?: RecordedLean;
  /** Null to keep nothing between runs. */
  cache: Cache | null;
  /** Number of holes of a file tried concurrently. */
  jobs: number;
}

export interface LibrarySearch {
  /** Changes whenever the results of `search` or `entriesAbout` may change. */
  digest: string;
  search: SearchPassages;
  /** Ids of the entries that link to one of these declarations, with their copies. */
  entriesAbout: (declarations: ReadonlySet<string>) => ReadonlySet<number>;
}

export interface ProverRequest {
  text: string;
  /** Absolute path of the text, existing or intended. */
  file: string;
  /** The path for display. */
  displayPath: string;
  /** Used at each hole in this order. */
  strategies: readonly Strategy[];
  model: ChatModel | null;
  /** Added to the sample number of each request: runs with different numbers get independent answers. */
  firstSample?: number;
  /** Whether strategies may retrieve declarations. */
  retrieves: boolean;
  /** What retrieval leaves out. */
  hidden: Hidden;
  /** Informal input; null if there is only the file. */
  informalInput: InformalInput | null;
  isSelected: (hole: Hole, number: number) => boolean;
  mayAddImports: boolean;
  /** The record of the run, including earlier sessions; null to record nothing. */
  record: RunRecord | null;
  /** The calls of the run that is replayed; null for another run. */
  replayedCalls?: RecordedCalls | null;
  budget: Budget;
  /** Aborts the run. */
  signal: AbortSignal;
  /** Ends the attempts; fillings found are still audited. */
  deadline: AbortSignal;
  /** What `deadline` is made of, for a prover in another process. Absent for no limit. */
  timeLimits?: TimeLimits;
  onEvent?: OnEvent;
}

export interface TimeLimits {
  /** For this file, from the start of its run; null for no limit. */
  seconds: number | null;
  /** Aborted when the time for everything is over, or by the user. */
  end: AbortSignal;
  /** Until then; null for no limit. */
  secondsLeft: number | null;
}

export class Prover {
  readonly #options: ProverOptions;
  readonly #surroundings: (text: string) => string;

  constructor(options: ProverOptions) {
    this.#options = options;
    const { installation, timeoutMs, memoryBytes, sandbox, mode, level, allowedAxioms } = options;
    this.#surroundings = surroundingsOf({
      installation,
      timeoutMs,
      memoryBytes,
      sandbox,
      mode: mode.name,
      level,
      allowedAxioms,
    });
  }

  /**
   * Runs the full process on one file.
   * @throws {Failure} if the file does not compile, or candidates cannot be judged on this machine
   */
  async prove(request: ProverRequest): Promise<ProveOutcome> {
    const { judge, jobs, lean, installation, cache } = this.#options;
    const { text, displayPath, signal, isSelected, budget, model } = request;
    await requireCompiles(lean, { file: displayPath, text, projectRoot: installation.projectRoot }, signal);
    signal.throwIfAborted();
    const run = this.#openRun(request);
    try {
      const holes = await fillHoles(run, { isSelected, jobs });
      signal.throwIfAborted();
      const assembled = await assemble(recordedJudge(judge, run.parts.emit), text, holes);
      const dropped = assembled.holes.filter(({ isDropped }) => isDropped);
      if (dropped.length > 0) {
        run.parts.emit({ event: 'dropped', holes: dropped.map(({ number }) => number), why: dropped[0]?.note ?? '' });
      }
      const { tokens, cost } = budget.spent;
      const isPriced = model === null || model.price !== null;
      return {
        worker: null,
        confirmedBy: null,
        ...run.summary(),
        ...assembled,
        spent: { tokens, cost: isPriced ? cost : null },
      };
    } finally {
      cache?.flush();
    }
  }

  /** Shows the beginning of `prove` without sending anything. @throws {Failure} as `prove` */
  async dryRun(request: ProverRequest): Promise<DryRunHole[]> {
    const { lean, installation } = this.#options;
    const { text, displayPath, signal, isSelected, model } = request;
    await requireCompiles(lean, { file: displayPath, text, projectRoot: installation.projectRoot }, signal);
    signal.throwIfAborted();
    return dryRun(this.#openRun({ ...request, model: null }), isSelected, model);
  }

  /** Opens the state that all holes of a file share. */
  #openRun(request: ProverRequest): FileRun {
    const { mode, judge, sandbox, cache, lean, findSolved, recordedLean } = this.#options;
    const { text, strategies, model, firstSample = 0, budget, record, deadline } = request;
    const emit: OnEvent = (event) => {
      if (!isRecorded(event)) record?.append(event);
      request.onEvent?.(event);
      if (event.event === 'hole_ended') cache?.flush();
    };
    const holes = findHoles(text);
    const rejections = knownRejections({ record, cache, surroundings: this.#surroundings });
    return new FileRun({
      project: this.#project,
      text,
      holes,
      trial: recordedLean?.trial ?? openTrial({ mode, judge, sandbox, known: rejections, signal: deadline }),
      stepTrial:
        recordedLean?.trial ??
        openTrial({ mode, judge: acceptsAll(sandbox), sandbox, known: rejections, signal: deadline }),
      openHeaders: (variant, its) =>
        new Headers(
          variant,
          its,
          recordedLean === undefined
            ? headerCheck(lean, judge, variant, deadline)
            : (extended) => Promise.resolve(recordedLean.whyNotImported(extended, variant)),
        ),
      strategies,
      mayAddImports: request.mayAddImports,
      retrieval: this.#openRetriever(request, emit),
      library: this.#openPassageRetriever(request, emit),
      findSolved,
      informalInput: request.informalInput,
      modelClient: model && new ModelClient({ model, budget, signal: deadline, firstSample }),
      budget,
      record,
      replayedCalls: request.replayedCalls ?? null,
      recordedGoal: recordedLean === undefined ? null : (place) => recordedLean.goal(place),
      memoize: memoizeIn(cache),
      deadline,
      emit,
    });
  }

  /** Null if nothing is compiled. */
  get #project(): ProjectFacts | null {
    const { installation, index } = this.#options;
    if (installation.lean === '') return null;
    return { lean: versionName(installation.version), libraries: index && libraryNames(index) };
  }

  #openRetriever({ file, hidden, record, retrieves }: ProverRequest, onEvent: OnEvent): CachedRetriever | null {
    const { index, roots = null, cache, installation } = this.#options;
    // Without an index, earlier lemmas of the file can still be retrieved.
    if (!retrieves) return null;
    const { declarations } = hidden;
    const surroundings = [
      index?.meta('digest') ?? null,
      // A worker's project is elsewhere.
      pathBelow(installation.projectRoot, file) ?? file,
      [...declarations].sort(),
    ];
    const retrieve = retrieval({ index, roots, file, hidden: declarations });
    return new CachedRetriever({ retrieve, surroundings, record, cache, onEvent });
  }

  #openPassageRetriever({ hidden, record }: ProverRequest, onEvent: OnEvent): PassageRetriever | null {
    const { library } = this.#options;
    return library && new PassageRetriever({ ...library, hidden, record, onEvent });
  }
}

/** Accepts what compiles, at the level `compile`. */
function acceptsAll(sandbox: SandboxLevel): Pick<Judge, 'candidate'> {
  const verdict: Verdict = { kind: 'accepted', level: 'compile', axioms: [], conditional: [], sandbox };
  return { candidate: () => Promise.resolve({ verdict, filling: null }) };
}

/** A judge whose answers about whole files are on record. */
function recordedJudge(judge: Pick<Judge, 'file'>, emit: OnEvent): Pick<Judge, 'file'> {
  return {
    async file(text, original, declaration) {
      const { verdict, declarations } = await judge.file(text, original, declaration);
      const hashes = { text: sha256(text), original: sha256(original ?? '') };
      emit({ event: 'file_judged', ...hashes, verdict, declarations });
      return { verdict, declarations };
    },
  };
}

/** Whether the event comes from the record and must not be appended again. */
export function isRecorded(event: ProveEvent): boolean {
  if (event.event === 'attempt') return event.number === null && event.verdict.kind === 'rejected';
  const isServed = event.event === 'answer' || event.event === 'retrieval' || event.event === 'passages';
  return isServed && event.from === 'record';
}

function memoizeIn(cache: Cache | null): NonNullable<Tools['memoize']> {
  return (what, about, compute) => {
    const key = sha256(JSON.stringify([what, about]));
    const cached = cache?.find('once@1', key) ?? null;
    if (cached !== null) return cached as ReturnType<typeof compute>;
    const value = compute();
    cache?.store('once@1', key, value);
    return value;
  };
}
