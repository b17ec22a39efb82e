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
import type { RunResumed, RunStarted } from '../prove/events.ts';
import { isProved, isUnanswered, type ProveOutcome } from '../prove/outcome.ts';
import { ORIGINAL_FILE, REPORT_FILE } from '../prove/run/folder.ts';
import type { RunRecord } from '../prove/run/record.ts';
import type { RunSummary } from '../prove/run/summary.ts';
import { STRATEGIES } from '../prove/strategies.ts';
import type { StrategyName } from '../prove/strategy-names.ts';
import { proveReport, type ProveReport } from '../report/prove-report.ts';
import { renderProve } from '../report/prove-text.ts';
import { showProofProgress } from '../ui/proof-progress.ts';
import { findHoles } from '../verify/hole/holes.ts';
import { isBeyondBounds } from '../verify/verdict.ts';
import { chosenHoles } from './chosen-holes.ts';
import {
  chosenStrategies,
  makeStrategies,
  openAskedModel,
  requireTryable,
  retrieves,
  wantsIndex,
  wantsLibrary,
} from './chosen-strategies.ts';
import type { CommandContext, CommandOutcome } from './command.ts';
import { deadlineOf } from './deadline.ts';
import { inWordsOf } from './in-words.ts';
import type { ProveAsked } from './prove-options.ts';
import { openProving, type Proving } from './proving.ts';
import { requirePrice } from './require-price.ts';

export interface Sitting {
  file: UserFile;
  /** As shown. */
  path: string;
  /** The run's name. */
  id: string;
  /** Opens the record, to begin it or to go on with it. */
  open: () => RunRecord;
  /** What an earlier sitting put into the file, by the file's word; null where it put nothing there. */
  written: string | null;
  /** The run that is done again, and the model that gives its answers; null where it asked none. */
  replays: { model: ChatModel | null; of: RunSummary } | null;
}

type Asked = ProveAsked & { record: string | null };

export async function runProve(asked: Asked, context: CommandContext, sitting: Sitting): Promise<CommandOutcome> {
  const { settings, cwd, log } = context;
  requireTryable(asked, settings);
  const target = targetOf(asked, context, sitting);
  if (target !== null) await requireWritable(target, asked.output.to === 'file' ? 'inPlace' : 'elsewhere');
  const recording = asked.record === null ? null : resolve(cwd, asked.record);
  const model = sitting.replays === null ? await openAskedModel(asked, settings, recording) : sitting.replays.model;
  requirePrice(model, asked.limits.cost);
  const options = { ...asked, indexed: wantsIndex(asked), library: wantsLibrary(asked), judges: true };
  const proving = await openProving(options, context, sitting.file.path);
  try {
    warnOfIndex(context, proving, sitting.file);
    const names = chosenStrategies(asked, settings, proving.index !== null, log);
    const record = sitting.open();
    try {
      return await sit(asked, context, sitting, { proving, model: needsModel(names) ? model : null, names, record });
    } finally {
      record.close();
    }
  } finally {
    await proving.close();
  }
}

/** An index of another Mathlib, or a stale one, still brings something. */
function warnOfIndex({ log }: CommandContext, { index }: Proving, { path, text }: UserFile): void {
  const note = index === null ? null : unknownImportsNote(index, path, readPlace(text, null).imports);
  if (note !== null) log.warn(note);
}

const needsModel = (names: readonly StrategyName[]): boolean => names.some((name) => STRATEGIES[name].needs.model);

interface Parts {
  proving: Proving;
  model: ChatModel | null;
  names: readonly StrategyName[];
  record: RunRecord;
}

async function sit(asked: Asked, context: CommandContext, sitting: Sitting, parts: Parts): Promise<CommandOutcome> {
  const { proving, model, names, record } = parts;
  const { file, path, id } = sitting;
  const first = beginning(asked, context, sitting, parts);
  record.append(first);
  context.stream?.({ ...first });
  const budget = new Budget(asked.limits);
  budget.charge(record.spentBefore, [...record.attemptKeys()].length);
  const progress = showProofProgress(context.log, context.startProgress);
  let outcome: ProveOutcome;
  try {
    outcome = await proving.prover.prove({
      text: file.text,
      file: file.path,
      shownPath: path,
      strategies: makeStrategies(names, asked, context.settings, proving.tactics),
      model,
      retrieves: retrieves(asked),
      hidden: new Set(),
      inWords: inWordsOf(asked),
      hiddenStatement: null,
      isWanted: chosenHoles(findHoles(file.text), asked, path),
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
  } catch (error) {
    if (context.signal.aborted) throw interrupted(sitting);
    if (error instanceof Failure) endWith(record, error.detail.exit);
    throw error;
  } finally {
    progress.stop();
  }
  const written = await write(asked, context, sitting, outcome, record);
  const exit = exitOf(outcome);
  const then = sitting.replays?.of ?? null;
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

function beginning(
  asked: Asked,
  context: CommandContext,
  { file, id, replays }: Sitting,
  parts: Parts,
): RunStarted | RunResumed {
  const { proving, names, model, record } = parts;
  const { installation, index, sandbox } = proving;
  const digest = index?.meta('digest') ?? null;
  const { limits } = asked;
  const now = { version: packageVersion(), toolchain: installation.version.text, index_digest: digest, limits };
  if (record.before.length > 0) return { event: 'run_resumed', ...now };
  record.keepFile(ORIGINAL_FILE, file.text);
  const { name, baseUrl, temperature, maxOutputTokens } = context.settings.model;
  return {
    event: 'run_started',
    id,
    ...now,
    file: file.path,
    file_hash: sha256(file.text),
    asked: {
      prove: { ...asked },
      model: { name, baseUrl, temperature, maxOutputTokens },
      index: context.settings.indexPath,
      library: context.settings.libraryPath,
      vectors: { store: context.settings.libraryStore, embedder: context.settings.embedder },
    },
    strategies: [...names],
    model: model?.name ?? null,
    endpoint: model?.endpoint ?? null,
    sandbox,
    replay_of: replays?.of.id ?? null,
    machine: {
      platform: `${process.platform}-${process.arch}`,
      cpus: cpus().length,
      memory_bytes: totalmem(),
      node: process.versions.node,
    },
  };
}

function interrupted({ id, replays }: Sitting): Failure {
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
  sitting: Sitting,
  { edits, objection, text }: ProveOutcome,
  record: RunRecord,
): Promise<string | null> {
  const { file, id } = sitting;
  if (sitting.written === text) return file.path;
  // The record can be edited: what the file holds counts only where it is what was proved now.
  if (sitting.written !== null) throw otherwiseWritten(sitting);
  const path = targetOf(asked, context, sitting);
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

function otherwiseWritten({ file, id }: Sitting): Failure {
  return new Failure({
    exit: 'no',
    code: 'file-changed',
    message: `${file.path} holds something else than what run ${id} proves now.`,
    reason: 'The run says that it wrote the file, but its result has come out otherwise.',
    next: `lemmahead check ${file.path}`,
  });
}

/** Where what is accepted is to be written to; null for nowhere. */
function targetOf({ output }: Asked, { cwd }: CommandContext, { file, written }: Sitting): string | null {
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
