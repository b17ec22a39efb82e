/** What can be asked, whichever door it comes through: each question is answered by the function of its command. */
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import type { CommandContext, CommandOutcome } from '../commands/command.ts';
import type { Settings } from '../config/settings.ts';
import { answeringContext, type OnProgress } from './headless-context.ts';
import { checkOptions, proveOptions, searchOptions, type JobRules } from './request-options.ts';
import { ORIGINAL, ProjectFiles } from './project-files.ts';
import type { CheckRequest, HolesRequest, LeanRequest, ProveRequest, SearchRequest } from './requests.ts';
import { type Found, Searchers } from './searchers.ts';
import { Slots } from './concurrency-limiter.ts';

/** A command's data with what it warned of. */
export interface Answer {
  exit: Exit;
  data: CommandOutcome['data'] & { warnings: string[] };
}

/** Who asks, and what they want to hear while they wait. */
export interface Caller {
  /** Aborted where they leave or take it back. */
  signal: AbortSignal;
  onProgress?: OnProgress;
  /** Of a proof: what `--json-stream` prints. */
  onEvent?: (event: { event: string } & Record<string, unknown>) => void;
}

export interface ServiceOptions extends JobRules {
  /** Threads that search. */
  threads: number;
  /** Searches that may wait. */
  searchQueue: number;
  searchTimeoutMs: number;
  /** Checks and proofs at a time, and those that may wait. */
  jobs: number;
  jobQueue: number;
}

export class Service {
  readonly files: ProjectFiles;
  readonly settings: Settings;
  readonly rules: JobRules;
  readonly #context: CommandContext;
  readonly #searchers: Searchers;
  readonly #slots: Slots;

  constructor(context: CommandContext, options: ServiceOptions) {
    const { settings, cwd } = context;
    this.#context = context;
    this.settings = settings;
    this.rules = options;
    this.files = new ProjectFiles(settings, cwd);
    const { threads, searchQueue: waiting, searchTimeoutMs: timeoutMs } = options;
    this.#searchers = new Searchers({ cwd, settings, threads, waiting, timeoutMs });
    const { jobs: atOnce, jobQueue } = options;
    this.#slots = new Slots({ what: 'checks and proofs', atOnce, waiting: jobQueue, retryAfter: RETRY_JOB_SECONDS });
  }

  /** Checks and proofs: how many are under way and how many wait. */
  get load(): { jobs: number; waiting: number } {
    return { jobs: this.#slots.busy, waiting: this.#slots.waiting };
  }

  /** What can be said of a proof before it begins. @throws {Failure} where it says no file, or one outside; `Busy` */
  requireProvable(request: ProveRequest): void {
    this.files.namedBy(request);
    this.#slots.requireRoom();
  }

  /** The data as JSON: it is the same object as `lemmahead search --json` prints. */
  search(request: SearchRequest, { signal }: Caller): Promise<Found> {
    const options = searchOptions(request, this.settings);
    if (options.in !== null) options.in = this.#placeWithin(options.in);
    return this.#searchers.ask({ ask: 'search', options }, signal);
  }

  show(name: string, { signal }: Caller): Promise<Found> {
    return this.#searchers.ask({ ask: 'show', name }, signal);
  }

  stats({ signal }: Caller): Promise<Found> {
    return this.#searchers.ask({ ask: 'stats' }, signal);
  }

  /** The list alone is read off the text, in a thread; `goals` asks Lean, and so waits its turn. */
  holes(request: HolesRequest, caller: Caller): Promise<Answer> {
    if (request.goals !== true) return this.files.withLean(request, (file) => this.#listHoles(file, caller));
    return this.#inTurn(caller, async (signal) => {
      const { holes } = await import('../commands/holes.ts');
      const { requireSandbox } = this.rules;
      return this.files.withLean(request, (file) =>
        this.#answer((context) => holes({ file, goals: true, requireSandbox }, context), { ...caller, signal }),
      );
    });
  }

  async #listHoles(file: string, { signal }: Caller): Promise<Answer> {
    const found = await this.#searchers.ask({ ask: 'holes', file, root: this.files.root }, signal);
    const data = JSON.parse(found.json) as CommandOutcome['data'];
    return { exit: found.exit, data: this.files.told({ ...data, warnings: found.warnings }) };
  }

  check(request: CheckRequest, caller: Caller): Promise<Answer> {
    const { against: file, against_text: text } = request;
    return this.#inTurn(caller, async (signal) => {
      const { check } = await import('../commands/check.ts');
      return this.files.withLean(request, (path) =>
        this.#withOriginal({ file, text }, (against) =>
          this.#answer((context) => check(checkOptions(request, { file: path, against }, this.rules), context), {
            ...caller,
            signal,
          }),
        ),
      );
    });
  }

  /** Has its slot or its place in the queue when it returns: who asks for room and then for this gets it. */
  prove(request: ProveRequest, caller: Caller): Promise<Answer> {
    return this.#inTurn(caller, async (signal) => {
      const { prove } = await import('../commands/prove.ts');
      return this.files.withLean(request, (file) =>
        this.#answer((context) => prove(proveOptions(request, file, this.rules), context), { ...caller, signal }),
      );
    });
  }

  close(): Promise<void> {
    return this.#searchers.close();
  }

  /** Of the time that a job may take, waiting is no part. */
  #inTurn<T>(caller: Caller, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = AbortSignal.any([caller.signal, this.#context.signal]);
    return this.#slots.take(stop, async () => {
      const timeout = AbortSignal.timeout((this.rules.maxTime + GRACE_SECONDS) * 1000);
      try {
        return await work(AbortSignal.any([stop, timeout]));
      } catch (error) {
        // A proof ends by its own limit and says what it has; what is still there then is stopped.
        throw timeout.aborted && !stop.aborted ? tookTooLong(this.rules.maxTime) : error;
      }
    });
  }

  async #answer(call: (context: CommandContext) => Promise<CommandOutcome>, caller: Caller): Promise<Answer> {
    const warnings: string[] = [];
    const { exit, data } = await call(this.#contextFor(caller, warnings));
    return { exit, data: this.files.told({ ...data, warnings }) };
  }

  #contextFor({ signal, onProgress, onEvent }: Caller, warnings: string[]): CommandContext {
    const { settings } = this.#context;
    const leanTimeoutSeconds = Math.min(settings.leanTimeoutSeconds, this.rules.maxTime);
    const base = {
      ...this.#context,
      settings: { ...settings, leanTimeoutSeconds },
      cwd: this.files.root,
      signal,
      ...(onEvent ? { stream: (event: Parameters<typeof onEvent>[0]) => onEvent(this.files.told(event)) } : {}),
    };
    return answeringContext(base, warnings, onProgress);
  }

  #withOriginal<T>(original: LeanRequest, work: (against: string | null) => Promise<T>): Promise<T> {
    if (original.file === undefined && original.text === undefined) return work(null);
    return this.files.withLean(original, work, ORIGINAL);
  }

  /** `FILE` or `FILE:LINE`. */
  #placeWithin(place: string): string {
    const [, file = place, line = ''] = /^(.*?)(:\d+)?$/su.exec(place) ?? [];
    return `${this.files.within(file)}${line}`;
  }
}

/** After which to ask again for a check or a proof: some of them take seconds, some minutes. */
const RETRY_JOB_SECONDS = 10;
/** For the last look at what a proof found, and for tidying up. */
const GRACE_SECONDS = 60;

function tookTooLong(seconds: number): Failure {
  return new Failure({
    exit: 'budget',
    code: 'job-timeout',
    message: `It took more than ${seconds} seconds and was stopped.`,
    next: 'Ask for less at once, or start the server with a longer --max-time.',
  });
}
