/** The service used by HTTP and MCP: each request runs the function of a command. */
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { CommandOutcome } from '../commands/command.ts';
import { indexPathFor, libraryPathFor } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { withLibrary } from '../library/library.ts';
import { countGraph, templateGraphs } from '../library/template-graphs.ts';
import { GRAPH_MISSING } from '../session/command-graph.ts';
import type { ReferencesOptions } from '../options/graph-options.ts';
import type { EditorMessage, EditorReport } from '../report/editor-schema.ts';
import type { Place } from '../verify/editor/text-place.ts';
import { GraphMaker } from './graph-maker.ts';
import type { GraphThreadRequest } from './graph-requests.ts';
import { headlessContext, type OnProgress } from './headless-context.ts';
import {
  checkOptions,
  conceptsOptions,
  formalizeOptions,
  solveOptions,
  pictureOptions,
  proveOptions,
  searchOptions,
  statementOptions,
  templatesOptions,
  type JobRules,
} from './request-options.ts';
import { ORIGINAL, RequestFiles } from './request-files.ts';
import type {
  CheckRequest,
  ConceptsRequest,
  FormalizeRequest,
  SolveRequest,
  HolesRequest,
  LeanRequest,
  PlaceRequest,
  RunRequest,
  TryRequest,
  PictureRequest,
  ProveRequest,
  SearchRequest,
  StatementRequest,
  TemplatesRequest,
} from './requests.ts';
import type { SearcherResult, ThreadRequest } from './searcher-thread.ts';
import { Searchers } from './searchers.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { Editors } from './editors.ts';

/** A command's data with its warnings. */
export interface CommandResult {
  exit: Exit;
  data: Outcome['data'] & { warnings: string[] };
}

/** The client of a request, with its callbacks. */
export interface Caller {
  /** Aborted if the client disconnects or cancels the request. */
  signal: AbortSignal;
  onProgress?: OnProgress;
  /** The events of a proof, as `--json-stream` prints them. */
  onEvent?: (event: { event: string } & Record<string, unknown>) => void;
}

export interface ServiceOptions extends JobRules {
  /** Number of search threads. */
  threads: number;
  /** Maximum number of waiting searches. */
  searchQueue: number;
  searchTimeoutMs: number;
  /** How long a request waits for a missing dependency graph. */
  graphWaitMs: number;
  /** Number of concurrent checks and proofs. */
  jobs: number;
  /** Maximum number of waiting checks and proofs. */
  maxWaiting: number;
}

/** Each further thread takes memory that may never be needed. */
const WARM_THREADS = 2;

export class Service {
  readonly files: RequestFiles;
  readonly settings: Settings;
  readonly rules: JobRules;
  readonly #context: CommandContext;
  readonly #searchers: Searchers;
  readonly #graphMaker: GraphMaker;
  readonly #threads: number;
  readonly #editors: Editors;
  readonly #limiter: ConcurrencyLimiter;

  constructor(context: CommandContext, options: ServiceOptions) {
    const { settings, cwd } = context;
    this.#context = context;
    this.settings = settings;
    this.rules = options;
    this.files = new RequestFiles(settings, cwd);
    const { threads, searchQueue, searchTimeoutMs: timeoutMs } = options;
    this.#threads = threads;
    this.#editors = new Editors(options);
    this.#searchers = new Searchers({ cwd, settings, threads, maxWaiting: searchQueue, timeoutMs });
    this.#graphMaker = new GraphMaker(indexPathFor(settings), options.graphWaitMs);
    const { jobs: concurrency, maxWaiting } = options;
    const tasks = 'checks and proofs';
    this.#limiter = new ConcurrencyLimiter({ tasks, concurrency, maxWaiting, retryAfter: RETRY_JOB_SECONDS });
  }

  /** The number of running and of waiting checks and proofs. */
  get load(): { jobs: number; waiting: number } {
    return { jobs: this.#limiter.running, waiting: this.#limiter.waiting };
  }

  /** Checks a proof request before its job starts. @throws {Failure} if it has no file, or one outside the project; `Busy` */
  requireProvable(request: ProveRequest): void {
    this.files.requestedPath(request);
    this.#limiter.requireCapacity();
  }

  /** The data as JSON: the same object as `lemmahead search --json` prints. */
  search(request: SearchRequest, { signal }: Caller): Promise<SearcherResult> {
    const options = searchOptions(request, this.settings);
    if (options.in !== null) options.in = this.#placeWithin(options.in);
    return this.#searchers.run({ command: 'search', options }, signal);
  }

  /** Templates for a goal, or for a problem in words. @throws {Failure} `path-outside`, `bad-request` */
  async templates(request: TemplatesRequest, { signal }: Caller): Promise<SearcherResult> {
    const options = templatesOptions(request);
    if ('goal' in options && options.goal.in !== null) options.goal.in = this.#placeWithin(options.goal.in);
    return this.#searchers.run({ command: 'templates', options }, signal);
  }

  /** Sizes of the graphs of templates in the library; empty without a library, or if it cannot be read now. */
  async templateGraphs(): Promise<{ graph: string; templates: number; problems: number; theorems: number }[]> {
    const path = libraryPathFor(this.settings);
    if (!existsSync(path)) return [];
    try {
      return await withLibrary(path, {}, ({ database }) =>
        templateGraphs(database).map((graph) => {
          const { template = 0, problem = 0, theorem = 0 } = countGraph(database, graph) ?? {};
          return { graph, templates: template, problems: problem, theorems: theorem };
        }),
      );
    } catch (error) {
      if (error instanceof Failure) return [];
      throw error;
    }
  }

  /** Searches once in the first threads, so that they have read the large columns and the weights before a user waits. */
  warmUp(signal: AbortSignal): void {
    const request: SearchRequest = { query: 'continuous function', as: 'text', k: 1 };
    const threads = Math.min(this.#threads, WARM_THREADS);
    // A failure, such as that of an unreadable index, is reported to the first user.
    for (let started = 0; started < threads; started++) this.search(request, { signal }).catch(() => undefined);
  }

  show(name: string, { signal }: Caller): Promise<SearcherResult> {
    return this.#searchers.run({ command: 'show', name }, signal);
  }

  /** The meanings of a term, or the concepts and definitions of a statement. @throws {Failure} `bad-request` */
  async concepts(request: ConceptsRequest, { signal }: Caller): Promise<SearcherResult> {
    const command = conceptsOptions(request, this.settings);
    return this.#searchers.run({ command: 'concepts', options: command }, signal);
  }

  showConcept(name: string, { signal }: Caller): Promise<SearcherResult> {
    return this.#searchers.run({ command: 'show-concept', name }, signal);
  }

  /** A graph with its layout. @throws {Failure} `path-outside`; as `readPictureSource` */
  async picture(request: PictureRequest, { signal }: Caller): Promise<SearcherResult> {
    const options = pictureOptions(request, (file) => this.files.within(file));
    return this.#withGraph({ command: 'picture', options }, signal);
  }

  /** A question about the knowledge graph. */
  graph(request: GraphThreadRequest, { signal }: Caller): Promise<SearcherResult> {
    return this.#withGraph({ command: 'graph', request }, signal);
  }

  /** Makes the dependency graph first if it is needed and missing. */
  async #withGraph(request: ThreadRequest, signal: AbortSignal): Promise<SearcherResult> {
    try {
      return await this.#searchers.run(request, signal);
    } catch (error) {
      if (!(error instanceof Failure) || error.detail.code !== GRAPH_MISSING) throw error;
    }
    await this.#graphMaker.make(signal);
    return this.#searchers.run(request, signal);
  }

  modules(below: string, { signal }: Caller): Promise<SearcherResult> {
    return this.#searchers.run({ command: 'modules', below }, signal);
  }

  stats({ signal }: Caller): Promise<SearcherResult> {
    return this.#searchers.run({ command: 'stats' }, signal);
  }

  /** The goals at a place. Without Lean: a `Failure`, exit `missing`. */
  goal(request: PlaceRequest, caller: Caller): Promise<CommandResult> {
    return this.#edit(request, caller, async (file, context) => {
      const data = await this.#editors.goal(file, placeOf(request), context);
      return { exit: data.before === null && data.after === null && data.expected === null ? 'no' : 'done', data };
    });
  }

  /** What tactics or terms do at a place. Exit `no` if all fail. */
  try(request: TryRequest, caller: Caller): Promise<CommandResult> {
    const { attempts, timeout } = request;
    const timeoutMs = timeout === undefined ? null : timeout * 1000;
    return this.#edit(request, caller, async (file, context) => {
      const data = await this.#editors.tryAll(file, placeOf(request), { attempts, timeoutMs }, context);
      const works = data.attempts.some(({ state }) => state === 'closes' || state === 'leaves');
      return { exit: works ? 'done' : 'no', data };
    });
  }

  /** The messages of a snippet. Exit `no` if one is an error. */
  async run({ snippet, file, line }: RunRequest, caller: Caller): Promise<CommandResult> {
    if (file === undefined && line !== undefined) throw lineWithoutFile();
    const path = file === undefined ? null : this.files.within(file);
    return this.#withDeadline(caller, (signal) =>
      this.#run(
        async (context) => {
          const data = await this.#editors.run(path, snippet, line ?? null, context);
          return { exit: hasError(data.messages) ? 'no' : 'done', data };
        },
        { ...caller, signal },
      ),
    );
  }

  /** Lean's messages for a file. Exit `no` if one is an error. */
  diagnostics(request: LeanRequest, caller: Caller): Promise<CommandResult> {
    return this.#edit(request, caller, async (file, context) => {
      const data = await this.#editors.diagnostics(file, relative(this.files.root, file), context);
      return { exit: hasError(data.messages) ? 'no' : 'done', data };
    });
  }

  hover(request: PlaceRequest, caller: Caller): Promise<CommandResult> {
    return this.#edit(request, caller, async (file, context) => {
      const data = await this.#editors.hover(file, placeOf(request), context);
      return { exit: data.text === null ? 'no' : 'done', data };
    });
  }

  /** The declarations of a file, without Lean. */
  outline(request: LeanRequest, caller: Caller): Promise<CommandResult> {
    return this.files.withLeanFile(request, (file) => this.#readInThread({ command: 'outline', file }, caller));
  }

  references(options: ReferencesOptions, { signal }: Caller): Promise<SearcherResult> {
    return this.#withGraph({ command: 'references', options }, signal);
  }

  /** Not in the job queue: a proof must not delay a goal. The language servers have a queue of their own. */
  #edit(
    request: LeanRequest,
    caller: Caller,
    work: (file: string, context: CommandContext) => Promise<Outcome>,
  ): Promise<CommandResult> {
    return this.#withDeadline(caller, (signal) =>
      this.files.withLeanFile(request, (file) => this.#run((context) => work(file, context), { ...caller, signal })),
    );
  }

  /** Without `goals`, a search thread lists the holes; with `goals`, Lean runs, so the request is queued. */
  holes(request: HolesRequest, caller: Caller): Promise<CommandResult> {
    if (request.goals !== true)
      return this.files.withLeanFile(request, (file) => this.#readInThread({ command: 'holes', file }, caller));
    return this.#queued(caller, async (signal) => {
      const { holes } = await import('../commands/holes.ts');
      const { requireSandbox } = this.rules;
      return this.files.withLeanFile(request, (file) =>
        this.#run((context) => holes({ file, goals: true, requireSandbox }, context), { ...caller, signal }),
      );
    });
  }

  async #readInThread(
    request: { command: 'holes' | 'outline'; file: string },
    { signal }: Caller,
  ): Promise<CommandResult> {
    const { exit, json, warnings } = await this.#searchers.run({ ...request, root: this.files.root }, signal);
    const data = JSON.parse(json) as CommandOutcome['data'];
    return { exit, data: this.files.withoutScratchPaths({ ...data, warnings }) };
  }

  check(request: CheckRequest, caller: Caller): Promise<CommandResult> {
    const { against: file, against_text: text } = request;
    return this.#queued(caller, async (signal) => {
      const { check } = await import('../commands/check.ts');
      return this.files.withLeanFile(request, (path) =>
        this.#withOriginal({ file, text }, (against) =>
          this.#run((context) => check(checkOptions(request, { file: path, against }, this.rules), context), {
            ...caller,
            signal,
          }),
        ),
      );
    });
  }

  /** What waits and runs in the queue of the server. @throws {Failure} `queue-missing` if it has none */
  async queueStatus(caller: Caller): Promise<CommandResult> {
    const { queueStatus } = await import('../commands/queue-status.ts');
    return this.#run((context) => queueStatus({ watch: false }, this.#withQueue(context)), caller);
  }

  /** The workers of the queue. @throws {Failure} `queue-missing` if the server has none */
  async queueWorkers(caller: Caller): Promise<CommandResult> {
    const { queueWorkers } = await import('../commands/queue-workers.ts');
    return this.#run((context) => queueWorkers({ host: null }, this.#withQueue(context)), caller);
  }

  #withQueue(context: CommandContext): CommandContext {
    return { ...context, settings: { ...context.settings, queueUrl: this.settings.queueUrl } };
  }

  /** Checks statements, or compares two. */
  statement(request: StatementRequest, caller: Caller): Promise<CommandResult> {
    const { against: file, against_text: text } = request;
    return this.#queued(caller, async (signal) => {
      const [{ statementCheck }, { statementCompare }] = await Promise.all([
        import('../commands/statement-check.ts'),
        import('../commands/statement-compare.ts'),
      ]);
      return this.files.withLeanFile(request, (path) =>
        this.#withOriginal({ file, text }, (against) => {
          const options = statementOptions(request, { file: path, against }, this.rules);
          const command = (context: CommandContext): Promise<CommandOutcome> =>
            'check' in options ? statementCheck(options.check, context) : statementCompare(options.compare, context);
          return this.#run(command, { ...caller, signal });
        }),
      );
    });
  }

  /** Occupies its slot or queue position synchronously, so it succeeds directly after `requireProvable`. */
  prove(request: ProveRequest, caller: Caller): Promise<CommandResult> {
    return this.#queued(caller, async (signal) => {
      const { prove } = await import('../commands/prove.ts');
      return this.files.withLeanFile(request, (file) =>
        this.#run((context) => prove(proveOptions(request, file, this.rules), context), { ...caller, signal }),
      );
    });
  }

  /** Checks a request before its job starts. @throws {Failure} if it has no statement; `Busy` */
  requireFormalizable(request: FormalizeRequest): void {
    formalizeOptions(request, this.rules, this.settings);
    this.#limiter.requireCapacity();
  }

  /** As `prove`: directly after `requireFormalizable`, it succeeds. */
  formalize(request: FormalizeRequest, caller: Caller): Promise<CommandResult> {
    return this.#queued(caller, async (signal) => {
      const { formalize } = await import('../commands/formalize.ts');
      const options = formalizeOptions(request, this.rules, this.settings);
      return this.#run((context) => formalize(options, context), { ...caller, signal });
    });
  }

  /** Checks a request before its job starts. @throws {Failure} as `solveOptions`; `Busy` */
  requireSolvable(request: SolveRequest): void {
    solveOptions(request, this.rules, this.settings);
    this.#limiter.requireCapacity();
  }

  /** As `prove`: directly after `requireSolvable`, it succeeds. */
  solve(request: SolveRequest, caller: Caller): Promise<CommandResult> {
    return this.#queued(caller, async (signal) => {
      const { solve } = await import('../commands/solve.ts');
      const options = solveOptions(request, this.rules, this.settings);
      return this.#run((context) => solve(options, context), { ...caller, signal });
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#searchers.close(), this.#graphMaker.close(), this.#editors.close()]);
  }

  /** Runs `work` in the job queue. The time limit excludes waiting. */
  #queued<T>(caller: Caller, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = AbortSignal.any([caller.signal, this.#context.signal]);
    return this.#limiter.run(stop, () => this.#withDeadline({ signal: stop }, work));
  }

  async #withDeadline<T>({ signal }: Caller, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = AbortSignal.any([signal, this.#context.signal]);
    const timeout = AbortSignal.timeout((this.rules.maxTime + GRACE_SECONDS) * 1000);
    try {
      return await work(AbortSignal.any([stop, timeout]));
    } catch (error) {
      // A proof normally ends at its own time limit with a result; this is the limit for all other requests.
      throw timeout.aborted && !stop.aborted ? timedOut(this.rules.maxTime) : error;
    }
  }

  async #run(command: (context: CommandContext) => Promise<Outcome>, caller: Caller): Promise<CommandResult> {
    const warnings: string[] = [];
    const { exit, data } = await command(this.#contextFor(caller, warnings));
    return { exit, data: this.files.withoutScratchPaths({ ...data, warnings }) };
  }

  #contextFor({ signal, onProgress, onEvent }: Caller, warnings: string[]): CommandContext {
    const { settings } = this.#context;
    const leanTimeoutSeconds = Math.min(settings.leanTimeoutSeconds, this.rules.maxTime);
    const base = {
      ...this.#context,
      settings: { ...settings, leanTimeoutSeconds },
      cwd: this.files.root,
      signal,
      ...(onEvent
        ? { stream: (event: Parameters<typeof onEvent>[0]) => onEvent(this.files.withoutScratchPaths(event)) }
        : {}),
    };
    return headlessContext(base, warnings, onProgress);
  }

  #withOriginal<T>(original: LeanRequest, work: (against: string | null) => Promise<T>): Promise<T> {
    if (original.file === undefined && original.text === undefined) return work(null);
    return this.files.withLeanFile(original, work, ORIGINAL);
  }

  /** `FILE` or `FILE:LINE`. */
  #placeWithin(place: string): string {
    const [, file = place, line = ''] = /^(.*?)(:\d+)?$/su.exec(place) ?? [];
    return `${this.files.within(file)}${line}`;
  }
}

/** The result of a request, without a text for a terminal. */
type Outcome = Pick<CommandOutcome<CommandOutcome['data'] | EditorReport>, 'exit' | 'data'>;

const placeOf = ({ line, column }: PlaceRequest): Place => ({ line, column: column ?? null });

const hasError = (messages: readonly EditorMessage[]): boolean => messages.some(({ severity }) => severity === 'error');

/** When to retry a refused check or proof: some of them take seconds, some minutes. */
const RETRY_JOB_SECONDS = 10;
/** For the final audit of a proof, and for cleanup. */
const GRACE_SECONDS = 60;

function timedOut(seconds: number): Failure {
  return new Failure('budget', 'job-timeout', {
    message: `The request took more than ${seconds} seconds and was stopped.`,
    next:
      'Send a smaller request, or start the server with a longer --max-time. The first check on a machine also runs the ' +
      'self-test, for minutes; to run it in advance: lemmahead doctor --self-test',
  });
}

function lineWithoutFile(): Failure {
  return new Failure('usage', 'bad-request', {
    message: 'The request has a line, but no file.',
    next: 'file: the file after whose line the snippet is run',
  });
}
