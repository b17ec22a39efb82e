/** One session of a run of `formalize`, for `formalize`, `resume` and `replay`: formalizes problems, writes results. */
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { sha256 } from '../base/hash.ts';
import { machineFacts } from '../base/machine.ts';
import { packageVersion } from '../base/version.ts';
import { LocalWork, runUnits } from '../base/work.ts';
import { Budget } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import { openModelFrom } from '../llm/open-model.ts';
import type { FormalizeRunRequest, ProblemInWords } from '../options/formalize-options.ts';
import type { ProblemEnded, ProveEvent } from '../prove/events.ts';
import { PROBLEMS_FILE, REPORT_FILE } from '../prove/run/folder.ts';
import type { OpenRun } from '../prove/run/record.ts';
import type { RunSummary } from '../prove/run/summary.ts';
import { formalizeReport } from '../report/formalize-report.ts';
import { isUnfinished } from '../report/formalize-batch-schema.ts';
import type { FormalizeReport } from '../report/formalize-schema.ts';
import { batchText } from '../session/batch-problems.ts';
import type { CommandContext } from '../session/command-context.ts';
import { deadlineOf } from '../session/deadline.ts';
import { exitOf } from '../session/formalize-exit.ts';
import { formalizerSettings } from '../session/formalize-problem.ts';
import { type FormalizerSession, withFormalizer } from '../session/formalizer-session.ts';
import { requireUserFolders } from '../session/prover-session.ts';
import { formalizeRecorded, type FormalizeRun, type RecordedProblem } from '../session/recorded-problem.ts';
import { EMBEDDING_PRICE, requirePrice } from '../session/require-price.ts';
import { retrievalSettings } from '../session/semantic-concepts.ts';
import { showFormalizeProgress } from '../session/formalize-progress.ts';
import type { CommandOutcome } from './command.ts';
import { formalizeOutcome, type ProblemResult, type RunResult, writeProblem } from './formalize-outcome.ts';

export interface FormalizeSource {
  problems: readonly ProblemInWords[];
  /** The file of a batch; null for one text. */
  file: string | null;
  /** Imports and other commands above the theorem, by the user; null for ours. */
  fileHeader: string | null;
  /** The text of the prompt that the user wrote; null for none. */
  userTemplate: string | null;
  /** File to which the answers are also written; null for none. */
  record: string | null;
  /** Opens the record, new or existing. */
  open: () => OpenRun;
  /** The replayed run, and the model with its recorded answers. */
  replays: { model: ChatModel; of: RunSummary } | null;
}

/** `request.out`: absolute. */
export async function runFormalize(
  request: FormalizeRunRequest,
  context: CommandContext,
  source: FormalizeSource,
): Promise<CommandOutcome> {
  const { settings, signal } = context;
  const model = source.replays?.model ?? (await openModelFrom(settings.model, { record: source.record }));
  const judges = await openJudges(request.judges, context, source);
  for (const each of [model, ...judges.map((judge) => judge.model)])
    requirePrice(each, request.limits.cost ?? request.costEach);
  requireUserFolders(settings);
  const run = source.open();
  try {
    if (run.record.before.length === 0) {
      run.record.storeFile(PROBLEMS_FILE, batchText(source.problems));
      emit(context, run, requestEvent(request, context, source, run));
    }
    const work = (session: FormalizerSession): Promise<CommandOutcome> => {
      if (source.replays === null) {
        for (const each of session.helperModels)
          requirePrice(each, request.limits.cost ?? request.costEach, EMBEDDING_PRICE);
      }
      return new FormalizeSession(request, context, source, { run, model, judges, session }).run();
    };
    const options = { ...request, fileHeader: source.fileHeader };
    return await withFormalizer(options, context, work, { isReplay: source.replays !== null });
  } catch (error) {
    // An interrupted run is left open, so it can be resumed.
    if (signal.aborted) throw interrupted(source, run);
    if (!(error instanceof Failure)) throw error;
    // The user will type the command again.
    if (error.detail.exit === 'usage' && run.record.before.length === 0) run.record.discard();
    else recordFailure(run, error.detail.exit);
    throw error;
  } finally {
    run.record.close();
  }
}

/** In a replay, the record answers for them. */
export async function openJudges(
  names: readonly string[],
  { settings }: CommandContext,
  { replays, record }: Pick<FormalizeSource, 'replays' | 'record'>,
): Promise<FormalizeRun['judges']> {
  const judges = [];
  for (const name of names) {
    const model = replays?.model ?? (await openModelFrom({ ...settings.model, name }, { record }));
    judges.push({ name, model });
  }
  return judges;
}

function emit({ stream }: CommandContext, { record }: OpenRun, event: ProveEvent): void {
  record.append(event);
  stream?.({ ...event });
}

interface Parts {
  run: OpenRun;
  model: ChatModel;
  judges: FormalizeRun['judges'];
  session: FormalizerSession;
}

/** `id`: the number of the problem, from 1. */
interface Unit {
  id: number;
  problem: ProblemInWords;
}

class FormalizeSession {
  readonly #request: FormalizeRunRequest;
  readonly #context: CommandContext;
  readonly #source: FormalizeSource;
  readonly #parts: Parts;
  readonly #total: Budget;
  readonly #results = new Map<string, ProblemResult>();
  readonly #stop: Pick<RunResult, 'stoppedBy' | 'modelFailure'> = { stoppedBy: null, modelFailure: null };

  constructor(request: FormalizeRunRequest, context: CommandContext, source: FormalizeSource, parts: Parts) {
    this.#request = request;
    this.#context = context;
    this.#source = source;
    this.#parts = parts;
    this.#total = new Budget({ ...request.limits, attempts: null });
  }

  async run(): Promise<CommandOutcome> {
    const { run, model } = this.#parts;
    const { signal } = this.#context;
    emit(this.#context, run, startEvent(this.#request, this.#context, this.#source, this.#parts));
    this.#total.charge(run.record.spentBefore, 0);
    const units = this.#source.problems.map((problem, at): Unit => ({ id: at + 1, problem }));
    const remaining = units.filter((unit) => !this.#isFinished(unit));
    const progress = showFormalizeProgress(this.#context.startProgress, units.length, remaining.length);
    const shared = this.#shared(progress.onEvent);
    try {
      await runUnits({
        work: new LocalWork(remaining, ([unit], result: RecordedProblem) => this.#store(unit!, result)),
        concurrency: units.length === 1 ? 1 : this.#request.jobs,
        signal,
        run: async ([unit]) => this.#formalize(unit!, shared, progress.onStep),
      });
    } catch (error) {
      if (!(error instanceof RunStopped)) throw error;
    } finally {
      progress.stop();
    }
    const { tokens, cost } = this.#total.spent;
    const outcome = await formalizeOutcome(this.#request, {
      ...{ run: run.id, file: this.#source.file, model: model.name, replayOf: this.#source.replays?.of ?? null },
      results: this.#source.problems.map((problem) => ({ problem, result: this.#results.get(problem.id) ?? null })),
      ...{ ...this.#stop, tokens, cost: model.price === null ? null : cost },
    });
    this.#recordEnd(outcome);
    return outcome;
  }

  #shared(onEvent: (event: ProveEvent) => void): FormalizeRun {
    const { settings, signal, stream } = this.#context;
    const { run, model, judges, session } = this.#parts;
    const { costEach: cost, maxTime } = this.#request;
    // A recording must contain every answer, and a replay must not depend on other files.
    const keeps = this.#source.record === null && this.#source.replays === null && !model.name.startsWith('replay:');
    return {
      ...{ session, model, judges, signal, record: run.record, total: this.#total },
      replays: this.#source.replays?.model ?? null,
      answers: keeps ? join(settings.dataHome, 'answers') : null,
      each: { cost, tokens: null, attempts: null },
      deadline: deadlineOf(maxTime, signal),
      onEvent: (event) => {
        onEvent(event);
        stream?.({ ...event });
      },
    };
  }

  /** Takes the result of an earlier session. */
  #isFinished({ id, problem }: Unit): boolean {
    const end = this.#parts.run.record.problemEnd(id);
    // What was missing may be available now.
    if (end === null || isUnfinished(end.event)) return false;
    this.#results.set(problem.id, { ended: end.event, report: end.report as FormalizeReport });
    return true;
  }

  async #formalize(
    { id: number, problem: { id, statement } }: Unit,
    shared: FormalizeRun,
    onStep: Parameters<typeof formalizeRecorded>[3],
  ): Promise<RecordedProblem> {
    if (this.#stop.stoppedBy !== null || this.#stop.modelFailure !== null) throw new RunStopped();
    const of = this.#source.problems.length;
    emit(this.#context, this.#parts.run, { event: 'problem_started', problem: number, of, id, statement });
    const { fileHeader, userTemplate } = this.#source;
    // Each problem of a batch takes one process of Lean at a time.
    const jobs = of === 1 ? this.#request.jobs : 1;
    const request = {
      ...this.#request,
      jobs,
      statement,
      fileHeader,
      userTemplate,
      model: formalizerSettings(this.#context.settings),
    };
    const done = await formalizeRecorded(number, request, shared, onStep);
    if (done.isRunSpent) this.#stop.stoppedBy ??= done.outcome.stoppedBy;
    this.#stop.modelFailure ??= done.outcome.modelFailure;
    return done;
  }

  async #store({ id: number, problem: { id } }: Unit, done: RecordedProblem): Promise<void> {
    const { run } = this.#parts;
    const report = formalizeReport(done, {
      ...{ asked: this.#request.samples, run: run.id, written_to: null, replay_of: null, differs: false },
    });
    const result = run.record.storeResult(JSON.stringify(report));
    const ended = { ...endOf(done), problem: number, result };
    this.#results.set(id, { ended, report });
    const { out } = this.#request;
    if (this.#source.file !== null && out !== null) await writeProblem(out, id, report);
    emit(this.#context, run, ended);
  }

  #recordEnd({ exit, data }: CommandOutcome): void {
    const { record } = this.#parts.run;
    record.storeFile(REPORT_FILE, `${JSON.stringify(data, null, 2)}\n`);
    const filled = [...this.#results.values()].filter(({ ended }) => ended.exit === 'done').length;
    const { tokens, cost } = this.#total.spent;
    record.append({
      ...{ event: 'run_ended', exit, filled, open: this.#source.problems.length - filled, attempts: 0, tokens },
      cost: this.#parts.model.price === null ? null : cost,
      stopped_by: this.#stop.stoppedBy,
    });
  }
}

/** A limit of the run is reached, or the model failed for good: no further problem is begun. */
class RunStopped extends Error {}

function endOf(done: RecordedProblem): Omit<ProblemEnded, 'problem' | 'result'> {
  const { candidates, chosen, answers, stoppedBy, modelFailure } = done.outcome;
  const exit = exitOf(done);
  return {
    event: 'problem_ended',
    exit,
    statement: chosen?.text ?? null,
    stopped: done.isRunSpent || modelFailure !== null,
    note: noteOf(exit, { candidates, stoppedBy, modelFailure }),
    answers,
    compiled: candidates.filter(({ verdict }) => verdict.kind === 'compiles').length,
  };
}

/** Why there is no statement, or why it is incomplete. */
function noteOf(
  exit: Exit,
  {
    candidates,
    stoppedBy,
    modelFailure,
  }: Pick<RecordedProblem['outcome'], 'candidates' | 'stoppedBy' | 'modelFailure'>,
): string | null {
  if (stoppedBy !== null) return `the limit for ${stoppedBy} is used up`;
  if (modelFailure !== null) return modelFailure.message;
  if (exit === 'done') return null;
  const verdict = candidates[0]?.verdict;
  switch (verdict?.kind) {
    case 'fails':
      return verdict.diagnostics[0]?.text ?? 'Lean refuses it';
    case 'unchecked':
      return verdict.detail;
    case 'refused':
    case 'none':
      return verdict.why;
    default:
      return null;
  }
}

function requestEvent(
  request: FormalizeRunRequest,
  { settings }: CommandContext,
  { problems, file, fileHeader, userTemplate, replays }: FormalizeSource,
  { id, record }: OpenRun,
): Extract<ProveEvent, { event: 'run_asked' }> {
  const { name, baseUrl, temperature, topP, maxOutputTokens } = settings.model;
  return {
    event: 'run_asked',
    id,
    version: packageVersion(),
    file: file ?? join(record.folder, PROBLEMS_FILE),
    file_hash: sha256(batchText(problems)),
    asked: {
      formalize: request,
      header: fileHeader,
      template: userTemplate,
      batch: file !== null,
      model: { name, baseUrl, temperature, topP, maxOutputTokens },
      index: settings.indexPath,
      concepts: settings.conceptsPath,
      retrieval: retrievalSettings(settings),
      temperature: settings.formalize.temperature,
    },
    replay_of: replays?.of.id ?? null,
  };
}

function startEvent(
  request: FormalizeRunRequest,
  context: CommandContext,
  source: FormalizeSource,
  { run, model, session }: Parts,
): ProveEvent {
  const limits = { ...request.limits, attempts: null };
  const toolchain = session.lean?.toolchain ?? 'none';
  const now = { version: packageVersion(), toolchain, index_digest: session.index.meta('digest') ?? null, limits };
  if (run.record.before.some(({ event }) => event === 'run_started')) return { event: 'run_resumed', ...now };
  return {
    ...requestEvent(request, context, source, run),
    ...now,
    event: 'run_started',
    strategies: [request.formalizer],
    model: model.name,
    endpoint: model.endpoint,
    sandbox: session.lean?.sandbox ?? 'none',
    machine: machineFacts(),
  };
}

function interrupted({ replays }: FormalizeSource, { id }: OpenRun): Failure {
  return new Failure('interrupted', 'interrupted', {
    message: 'Interrupted.',
    next: replays === null ? `lemmahead runs resume ${id}` : `lemmahead runs replay ${replays.of.id}`,
  });
}

/** Records the end of a run that failed without a result. */
function recordFailure({ record }: OpenRun, exit: Exit): void {
  const nothing = { filled: 0, open: 0, attempts: 0, tokens: 0, cost: null, stopped_by: null };
  record.append({ event: 'run_ended', exit, ...nothing });
}
