/** One session of a run, for `prove`, `resume` and `replay`: tries candidates, writes the file, records a report. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { sha256 } from '../base/hash.ts';
import { machineFacts } from '../base/machine.ts';
import { packageVersion } from '../base/version.ts';
import { replaceUserFile, requireWritable, writeOtherFile } from '../lean/user-file.ts';
import { Budget } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import type { ProveRequest } from '../options/prove-options.ts';
import type { RecordedRequest, RunResumed, RunStarted, TacticsFound } from '../prove/events.ts';
import { isProved, isUnanswered, type ProveOutcome } from '../prove/outcome.ts';
import { ORIGINAL_FILE, REPORT_FILE } from '../prove/run/folder.ts';
import { RecordedCalls } from '../prove/run/recorded-calls.ts';
import type { OpenRun, RunRecord } from '../prove/run/record.ts';
import type { RecordedLean } from '../prove/run/recorded-lean.ts';
import type { RunSummary } from '../prove/run/summary.ts';
import { proveReport, type ProvenFile } from '../report/prove-report.ts';
import type { ProveReport } from '../report/prove-schema.ts';
import { renderProve } from '../report/prove-text.ts';
import type { CommandContext } from '../session/command-context.ts';
import { deadlineOf } from '../session/deadline.ts';
import {
  openProofTools,
  openQueueTools,
  type ProofFile,
  type ProofTools,
  proverRequest,
  showProofEvents,
} from '../session/proof-tools.ts';
import { requireUserFolders } from '../session/prover-session.ts';
import { requireNoReplay } from '../session/queue-session.ts';
import { requireQueueToConfirm } from '../session/require-queue.ts';
import { recordedProbe } from '../prove/portfolio/recorded-probe.ts';
import { openRequestedModel, requireSomethingToTry } from '../session/select-strategies.ts';
import { isBeyondBounds } from '../verify/verdict.ts';
import type { CommandOutcome } from './command.ts';

export interface RunSource extends ProofFile {
  /** Opens the record, new or existing. */
  open: () => OpenRun;
  /** The file's present text if an earlier session wrote it; otherwise null. */
  written: string | null;
  /** Null if it replays no run. */
  replays: Replays | null;
}

/** A replayed run, the model with its recorded answers (null if it used none), and what answers in place of Lean. */
interface Replays {
  model: ChatModel | null;
  of: RunSummary;
  lean: RecordedLean | null;
}

type RunRequest = ProveRequest & { record: string | null };

export async function runProve(
  request: RunRequest,
  context: CommandContext,
  source: RunSource,
): Promise<CommandOutcome> {
  requireSomethingToTry(request, context.settings);
  if (isQueued(context, source)) requireNoReplay([context.settings.model.name]);
  // A replay confirms nothing again.
  if (source.replays === null) requireQueueToConfirm(request, context);
  const target = targetOf(request, context, source);
  if (target !== null) await requireWritable(target, request.output.to === 'file' ? 'inPlace' : 'elsewhere');
  requireUserFolders(context.settings);
  const run = source.open();
  try {
    const begun = requestEvent(request, context, source, run.id);
    // Recorded before searching for Lean, so the run is known even if the process ends there.
    if (run.record.before.length === 0) {
      run.record.storeFile(ORIGINAL_FILE, source.file.text);
      emit(context, run.record, begun);
    }
    const tools = await orRecordEnd(() => openTools(request, context, source), context, source, run).catch(
      (error: unknown) => {
        // The user will type the command again.
        const isUsageError = error instanceof Failure && error.detail.exit === 'usage';
        if (isUsageError && run.record.before.length === 0) run.record.discard();
        throw error;
      },
    );
    try {
      return await runSession(request, context, source, { ...tools, ...run, begun });
    } finally {
      await tools.session.close();
    }
  } finally {
    run.record.close();
  }
}

/** Whether the workers of a queue prove. A replay stays here, because its answers are here. */
const isQueued = ({ settings }: CommandContext, { replays }: RunSource): boolean =>
  settings.queueUrl !== null && replays === null;

async function openTools(request: RunRequest, context: CommandContext, source: RunSource): Promise<ProofTools> {
  const { settings, cwd } = context;
  if (isQueued(context, source)) {
    const model = await openRequestedModel(request, settings, { isNamed: true });
    return openQueueTools(request, context, { file: source.file, model });
  }
  const record = request.record === null ? null : resolve(cwd, request.record);
  const model =
    source.replays === null ? await openRequestedModel(request, settings, { record }) : source.replays.model;
  const { lean = null, of } = source.replays ?? {};
  const recorded = lean && { lean, version: of?.started?.toolchain ?? '' };
  return openProofTools(request, context, { file: source.file, model, judges: true, recorded });
}

/** Records the end of the run on failure. An interrupted run is left open, so it can be resumed. */
async function orRecordEnd<T>(
  work: () => Promise<T>,
  { signal }: CommandContext,
  source: RunSource,
  run: OpenRun,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw interrupted(source, run);
    if (error instanceof Failure) recordFailure(run.record, error.detail.exit);
    throw error;
  }
}

function emit(
  { stream }: CommandContext,
  record: RunRecord,
  event: RecordedRequest | RunStarted | RunResumed | TacticsFound,
): void {
  record.append(event);
  stream?.({ ...event });
}

type SessionParts = ProofTools & OpenRun & { begun: RecordedRequest };

async function runSession(
  request: RunRequest,
  context: CommandContext,
  source: RunSource,
  parts: SessionParts,
): Promise<CommandOutcome> {
  const { session, record, id } = parts;
  const { file, path } = source;
  emit(context, record, startEvent(request, parts));
  const budget = new Budget(request.limits);
  budget.charge(record.spentBefore, [...record.attemptKeys()].length);
  const progress = showProofEvents(context);
  const tactics = recordedProbe(session.tactics, (event) => emit(context, record, event));
  const deadline = deadlineOf(request.maxTime, context.signal);
  const prove = async (): Promise<ProveOutcome> =>
    session.prover.prove({
      ...(await proverRequest(request, context, { ...parts, session: { ...session, tactics } }, source)),
      record,
      replayedCalls: source.replays === null ? null : new RecordedCalls(source.replays.of.events),
      budget,
      deadline,
      timeLimits: { seconds: null, end: deadline, secondsLeft: request.maxTime },
      onEvent: progress.onEvent,
    });
  const outcome = await orRecordEnd(prove, context, source, parts).finally(() => progress.stop());
  const written = await write(request, context, source, outcome, parts);
  const exit = exitOf(outcome);
  const report = proveReport(outcome, {
    path,
    text: file.text,
    written,
    run: id,
    replayed: source.replays && compareReplay(source.replays, outcome),
  });
  recordEnd(record, report, exit);
  const isExact = request.output.to === 'diff';
  return { exit, data: { ...report }, isExact, render: (style) => renderProve(report, style, isExact) };
}

function requestEvent(
  request: RunRequest,
  context: CommandContext,
  { file, replays }: RunSource,
  id: string,
): RecordedRequest {
  const { record: _, ...prove } = request;
  const { name, baseUrl, temperature, topP, maxOutputTokens } = context.settings.model;
  return {
    event: 'run_asked',
    id,
    version: packageVersion(),
    file: file.path,
    file_hash: sha256(file.text),
    asked: {
      prove,
      model: { name, baseUrl, temperature, topP, maxOutputTokens },
      index: context.settings.indexPath,
      library: context.settings.libraryPath,
      graph: context.settings.templateGraph,
      vectors: { store: context.settings.libraryStore, embedder: context.settings.embedder },
    },
    replay_of: replays?.of.id ?? null,
  };
}

function startEvent(
  { limits }: RunRequest,
  { session, names, model, record, begun }: SessionParts,
): RunStarted | RunResumed {
  const { installation, index, sandbox } = session;
  const digest = index?.meta('digest') ?? null;
  const now = { version: packageVersion(), toolchain: installation.version.text, index_digest: digest, limits };
  if (record.before.some(({ event }) => event === 'run_started')) return { event: 'run_resumed', ...now };
  return {
    ...begun,
    ...now,
    event: 'run_started',
    strategies: [...names],
    model: model?.name ?? null,
    endpoint: model?.endpoint ?? null,
    sandbox,
    machine: machineFacts(),
  };
}

function interrupted({ replays }: RunSource, { id }: OpenRun): Failure {
  return new Failure('interrupted', 'interrupted', {
    message: 'Interrupted.',
    next: replays === null ? `lemmahead runs resume ${id}` : `lemmahead runs replay ${replays.of.id}`,
  });
}

/** Writes the result. Returns the path, or null if nothing was written. */
async function write(
  request: RunRequest,
  context: CommandContext,
  source: RunSource,
  { edits, objection, text }: ProveOutcome,
  { record, id }: OpenRun,
): Promise<string | null> {
  const { file } = source;
  if (source.written === text) return file.path;
  // The record can be edited: the file's content counts only if it equals the present result.
  if (source.written !== null) throw writtenDiffers(source, id);
  const path = targetOf(request, context, source);
  if (edits.length === 0 || objection !== null || path === null) return null;
  record.append({ event: 'writing', path, hash: sha256(text) });
  try {
    if (request.output.to === 'other') await writeOtherFile(path, text);
    else await replaceUserFile(file, text);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { next } = error.detail;
    throw Failure.of(
      { ...error.detail, next: `${next ?? ''}\nThe result is recorded: lemmahead runs show ${id}` },
      error,
    );
  }
  return path;
}

function writtenDiffers({ file }: RunSource, id: string): Failure {
  return new Failure('no', 'file-changed', {
    message: `The content of ${file.path} differs from the present result of run ${id}.`,
    reason: 'According to its record the run wrote the file, but resuming it gave another result.',
    next: `lemmahead check ${file.path}`,
  });
}

/** The path for accepted proofs; null if nothing is to be written. */
function targetOf({ output }: RunRequest, { cwd }: CommandContext, { file, written }: RunSource): string | null {
  if (written !== null || output.to === 'show' || output.to === 'diff') return null;
  return output.to === 'other' ? resolve(cwd, output.path) : file.path;
}

function recordEnd(record: RunRecord, report: ProveReport, exit: Exit): void {
  record.storeFile(REPORT_FILE, `${JSON.stringify(report, null, 2)}\n`);
  const { filled, open, attempts, tokens, cost, stopped_by } = report;
  record.append({ event: 'run_ended', exit, filled, open, attempts, tokens, cost, stopped_by });
}

/** Records the end of a run that failed without a result. */
function recordFailure(record: RunRecord, exit: Exit): void {
  const nothing = { filled: 0, open: 0, attempts: 0, tokens: 0, cost: null, stopped_by: null };
  record.append({ event: 'run_ended', exit, ...nothing });
}

function exitOf({ holes, stoppedBy, objection, modelFailure, isRefusedTogether }: ProveOutcome): Exit {
  if (objection !== null) {
    if (objection.kind === 'refused') return 'refused';
    return isBeyondBounds(objection.why) ? 'budget' : 'missing';
  }
  const selected = holes.filter(({ state }) => state !== 'unasked');
  if (selected.every(isProved)) return 'done';
  if (isRefusedTogether) return 'refused';
  if (stoppedBy !== null) return 'budget';
  if (modelFailure !== null) return 'missing';
  return selected.some(isUnanswered) ? 'missing' : 'no';
}

/** Numbers of the holes whose result differs from the original run. */
function compareReplay({ of: { id, holes }, lean }: Replays, outcome: ProveOutcome): ProvenFile['replayed'] {
  const differs = holes.filter(({ started: { hole }, ended }) => {
    const now = outcome.holes[hole - 1];
    return ended?.state !== now?.state || ended?.candidate?.text !== now?.proposal?.candidate.text;
  });
  return { of: id, differs: differs.map(({ started }) => started.hole), isByRecord: lean !== null };
}
