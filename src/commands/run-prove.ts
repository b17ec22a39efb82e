/** One sitting of a run: opens what it needs, tries, writes, and leaves a report; `prove`, `resume` and `replay` share it. */
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { sha256 } from '../base/hash.ts';
import { packageVersion } from '../base/version.ts';
import { replaceUserFile, requireWritable, type UserFile, writeOtherFile } from '../lean/user-file.ts';
import { readPlace } from '../lean/place.ts';
import type { ChatModel } from '../llm/chat.ts';
import { unknownImportsNote } from '../prove/retrieval/retrieve.ts';
import { Budget } from '../llm/budget.ts';
import type { RecordedRequest, RunResumed, RunStarted } from '../prove/events.ts';
import { isProved, isUnanswered, type ProveOutcome } from '../prove/outcome.ts';
import { ORIGINAL_FILE, REPORT_FILE } from '../prove/run/folder.ts';
import type { OpenRun, RunRecord } from '../prove/run/record.ts';
import type { RunSummary } from '../prove/run/summary.ts';
import { STRATEGIES } from '../prove/strategies.ts';
import type { StrategyName } from '../prove/strategy-names.ts';
import { proveReport, type ProveReport } from '../report/prove-report.ts';
import { renderProve } from '../report/prove-text.ts';
import { showProofProgress } from '../ui/proof-progress.ts';
import { findHoles } from '../verify/hole/holes.ts';
import { isBeyondBounds } from '../verify/verdict.ts';
import { selectHoles } from './select-holes.ts';
import {
  selectStrategies,
  makeStrategies,
  openRequestedModel,
  requireSomethingToTry,
  retrieves,
  needsIndex,
  needsLibrary,
} from './select-strategies.ts';
import type { CommandContext, CommandOutcome } from './command.ts';
import { deadlineOf } from './deadline.ts';
import { informalInputOf } from './informal-input.ts';
import type { ProveRequest } from './prove-options.ts';
import { openProverSession, requireUserFolders, type ProverSession } from './prover-session.ts';
import { requirePrice } from './require-price.ts';

export interface Session {
  file: UserFile;
  /** As shown. */
  path: string;
  /** Opens the record, to begin it or to go on with it. */
  open: () => OpenRun;
  /** What an earlier sitting put into the file, by the file's word; null where it put nothing there. */
  written: string | null;
  /** The run that is done again, and the model that gives its answers; null where it asked none. */
  replays: { model: ChatModel | null; of: RunSummary } | null;
}

type Asked = ProveRequest & { record: string | null };

export async function runProve(asked: Asked, context: CommandContext, session: Session): Promise<CommandOutcome> {
  requireSomethingToTry(asked, context.settings);
  const target = targetOf(asked, context, session);
  if (target !== null) await requireWritable(target, asked.output.to === 'file' ? 'inPlace' : 'elsewhere');
  requireUserFolders(context.settings);
  const run = session.open();
  try {
    const begun = whatIsAsked(asked, context, session, run.id);
    // Before Lean is looked for: whatever ends this process from here on ends a run that is known.
    if (run.record.before.length === 0) {
      run.record.keepFile(ORIGINAL_FILE, session.file.text);
      tell(context, run.record, begun);
    }
    const tools = await orEnd(() => openTools(asked, context, session), context, session, run).catch(
      (error: unknown) => {
        // What was typed wrongly is typed anew.
        const isTypedWrongly = error instanceof Failure && error.detail.exit === 'usage';
        if (isTypedWrongly && run.record.before.length === 0) run.record.discard();
        throw error;
      },
    );
    try {
      return await sit(asked, context, session, { ...tools, ...run, begun });
    } finally {
      await tools.proving.close();
    }
  } finally {
    run.record.close();
  }
}

/** What a sitting works with. */
interface Tools {
  proving: ProverSession;
  model: ChatModel | null;
  names: readonly StrategyName[];
}

async function openTools(asked: Asked, context: CommandContext, session: Session): Promise<Tools> {
  const { settings, cwd, log } = context;
  const recording = asked.record === null ? null : resolve(cwd, asked.record);
  const model = session.replays === null ? await openRequestedModel(asked, settings, recording) : session.replays.model;
  requirePrice(model, asked.limits.cost);
  const options = { ...asked, indexed: needsIndex(asked), library: needsLibrary(asked), judges: true };
  const proving = await openProverSession(options, context, session.file.path);
  try {
    warnOfIndex(context, proving, session.file);
    const names = selectStrategies(asked, settings, proving.index !== null, log);
    return { proving, model: needsModel(names) ? model : null, names };
  } catch (error) {
    await proving.close();
    throw error;
  }
}

/** What stands in the way is no result, but ends the run; one that is interrupted can be gone on with. */
async function orEnd<T>(
  work: () => Promise<T>,
  { signal }: CommandContext,
  session: Session,
  run: OpenRun,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw interrupted(session, run);
    if (error instanceof Failure) endWith(run.record, error.detail.exit);
    throw error;
  }
}

function tell({ stream }: CommandContext, record: RunRecord, event: RecordedRequest | RunStarted | RunResumed): void {
  record.append(event);
  stream?.({ ...event });
}

/** An index of another Mathlib, or a stale one, still brings something. */
function warnOfIndex({ log }: CommandContext, { index }: ProverSession, { path, text }: UserFile): void {
  const note = index === null ? null : unknownImportsNote(index, path, readPlace(text, null).imports);
  if (note !== null) log.warn(note);
}

const needsModel = (names: readonly StrategyName[]): boolean => names.some((name) => STRATEGIES[name].needs.model);

type Parts = Tools & OpenRun & { begun: RecordedRequest };

async function sit(asked: Asked, context: CommandContext, session: Session, parts: Parts): Promise<CommandOutcome> {
  const { proving, model, names, record, id } = parts;
  const { file, path } = session;
  tell(context, record, beginning(asked, parts));
  const budget = new Budget(asked.limits);
  budget.charge(record.spentBefore, [...record.attemptKeys()].length);
  const progress = showProofProgress(context.log, context.startProgress);
  const prove = (): Promise<ProveOutcome> =>
    proving.prover.prove({
      text: file.text,
      file: file.path,
      shownPath: path,
      strategies: makeStrategies(names, asked, context.settings, proving.tactics),
      model,
      retrieves: retrieves(asked),
      hidden: new Set(),
      inWords: informalInputOf(asked),
      hiddenStatement: null,
      isWanted: selectHoles(findHoles(file.text), asked, path),
      mayAddImports: asked.addImports,
      record,
      budget,
      signal: context.signal,
      deadline: deadlineOf(asked.maxTime, context.signal),
      onEvent: (event) => {
        progress.onEvent(event);
        context.stream?.({ ...event });
      },
    });
  const outcome = await orEnd(prove, context, session, parts).finally(() => progress.stop());
  const written = await write(asked, context, session, outcome, parts);
  const exit = exitOf(outcome);
  const then = session.replays?.of ?? null;
  const report = proveReport(outcome, {
    path,
    text: file.text,
    written,
    run: id,
    replayed: then && replayed(then, outcome),
  });
  end(record, report, exit);
  return { exit, data: { ...report }, render: (style) => renderProve(report, style, asked.output.to === 'diff') };
}

function whatIsAsked(asked: Asked, context: CommandContext, { file, replays }: Session, id: string): RecordedRequest {
  const { name, baseUrl, temperature, maxOutputTokens } = context.settings.model;
  return {
    event: 'run_asked',
    id,
    version: packageVersion(),
    file: file.path,
    file_hash: sha256(file.text),
    asked: {
      prove: { ...asked },
      model: { name, baseUrl, temperature, maxOutputTokens },
      index: context.settings.indexPath,
      library: context.settings.libraryPath,
      vectors: { store: context.settings.libraryStore, embedder: context.settings.embedder },
    },
    replay_of: replays?.of.id ?? null,
  };
}

function beginning({ limits }: Asked, { proving, names, model, record, begun }: Parts): RunStarted | RunResumed {
  const { installation, index, sandbox } = proving;
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
    machine: {
      platform: `${process.platform}-${process.arch}`,
      cpus: cpus().length,
      memory_bytes: totalmem(),
      node: process.versions.node,
    },
  };
}

function interrupted({ replays }: Session, { id }: OpenRun): Failure {
  return new Failure({
    exit: 'interrupted',
    code: 'interrupted',
    message: 'Interrupted.',
    next: replays === null ? `lemmahead runs resume ${id}` : `lemmahead runs replay ${replays.of.id}`,
  });
}

/** Where it was written to; null for nowhere. */
async function write(
  asked: Asked,
  context: CommandContext,
  session: Session,
  { edits, objection, text }: ProveOutcome,
  { record, id }: OpenRun,
): Promise<string | null> {
  const { file } = session;
  if (session.written === text) return file.path;
  // The record can be edited: what the file holds counts only where it is what was proved now.
  if (session.written !== null) throw otherwiseWritten(session, id);
  const path = targetOf(asked, context, session);
  if (edits.length === 0 || objection !== null || path === null) return null;
  record.append({ event: 'writing', path, hash: sha256(text) });
  try {
    if (asked.output.to === 'other') await writeOtherFile(path, text);
    else await replaceUserFile(file, text);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { next } = error.detail;
    throw new Failure(
      { ...error.detail, next: `${next ?? ''}\nWhat was found is on record: lemmahead runs show ${id}` },
      error,
    );
  }
  return path;
}

function otherwiseWritten({ file }: Session, id: string): Failure {
  return new Failure({
    exit: 'no',
    code: 'file-changed',
    message: `${file.path} holds something else than what run ${id} proves now.`,
    reason: 'The run says that it wrote the file, but its result has come out otherwise.',
    next: `lemmahead check ${file.path}`,
  });
}

/** Where what is accepted is to be written to; null for nowhere. */
function targetOf({ output }: Asked, { cwd }: CommandContext, { file, written }: Session): string | null {
  if (written !== null || output.to === 'show' || output.to === 'diff') return null;
  return output.to === 'other' ? resolve(cwd, output.path) : file.path;
}

function end(record: RunRecord, report: ProveReport, exit: Exit): void {
  record.keepFile(REPORT_FILE, `${JSON.stringify(report, null, 2)}\n`);
  const { filled, open, attempts, tokens, cost, stopped_by } = report;
  record.append({ event: 'run_ended', exit, filled, open, attempts, tokens, cost, stopped_by });
}

/** What stood in the way is no result, but the run is over. */
function endWith(record: RunRecord, exit: Exit): void {
  const nothing = { filled: 0, open: 0, attempts: 0, tokens: 0, cost: null, stopped_by: null };
  record.append({ event: 'run_ended', exit, ...nothing });
}

function exitOf({ holes, stoppedBy, objection, modelFailure, isRefusedTogether }: ProveOutcome): Exit {
  if (objection !== null) {
    if (objection.kind === 'refused') return 'refused';
    return isBeyondBounds(objection.why) ? 'budget' : 'missing';
  }
  const asked = holes.filter(({ state }) => state !== 'unasked');
  if (asked.every(isProved)) return 'done';
  if (isRefusedTogether) return 'refused';
  if (stoppedBy !== null) return 'budget';
  if (modelFailure !== null) return 'missing';
  return asked.some(isUnanswered) ? 'missing' : 'no';
}

/** Holes that came out otherwise then. */
function replayed({ id, holes }: RunSummary, outcome: ProveOutcome): { of: string; differs: number[] } {
  const differs = holes.filter(({ started: { hole }, ended }) => {
    const now = outcome.holes[hole - 1];
    return ended?.state !== now?.state || ended?.candidate?.text !== now?.proposal?.candidate.text;
  });
  return { of: id, differs: differs.map(({ started }) => started.hole) };
}
