/** What `prove`, its dry run, `runs resume` and `runs replay` share: the prover with its strategies, and the request to it. */
import { readPlace } from '../lean/place.ts';
import type { UserFile } from '../lean/user-file.ts';
import type { ChatModel } from '../llm/chat.ts';
import type { ProveRequest } from '../options/prove-options.ts';
import { NOTHING_HIDDEN } from '../prove/hidden.ts';
import type { ProverRequest } from '../prove/prover.ts';
import { unknownImportsNote } from '../prove/retrieval/retrieve.ts';
import type { RecordedLean } from '../prove/run/recorded-lean.ts';
import { STRATEGIES, type StrategyName } from '../prove/strategies.ts';
import { showProofProgress, type ProofProgress } from '../ui/proof-progress.ts';
import { findHoles } from '../verify/hole/holes.ts';
import type { CommandContext } from './command-context.ts';
import { informalInputOf } from './informal-input.ts';
import { type LocalSession, openProverSession, openReplaySession, type ProverSession } from './prover-session.ts';
import { openQueueSession } from './queue-session.ts';
import { requirePrice } from './require-price.ts';
import { selectHoles } from './select-holes.ts';
import {
  makeStrategies,
  needsIndex,
  needsLibrary,
  needsTemplates,
  retrieves,
  selectStrategies,
} from './select-strategies.ts';

/** A file to prove. */
export interface ProofFile {
  file: UserFile;
  /** The path as shown. */
  path: string;
}

export interface ProofTools<Session extends ProverSession = ProverSession> {
  session: Session;
  /** Null if no strategy needs it. */
  model: ChatModel | null;
  names: readonly StrategyName[];
}

export interface ProofSource {
  file: UserFile;
  model: ChatModel | null;
  judges: boolean;
  /** What answers in place of Lean; null or absent: Lean. */
  recorded?: { lean: RecordedLean; version: string } | null;
}

/**
 * `judges`: as in `ProverSessionOptions`. The caller closes the session.
 * @throws {Failure} if a model, its price, an index, Lean or the judge is unavailable
 */
export function openProofTools(
  request: ProveRequest,
  context: CommandContext,
  { file, model, judges, recorded = null }: ProofSource,
): Promise<ProofTools<LocalSession>> {
  const options = { ...neededFor(request), judges };
  return openTools(request, context, { file, model }, () =>
    recorded === null
      ? openProverSession(options, context, file.path)
      : openReplaySession(options, context, { file: file.path, ...recorded }),
  );
}

/** As `openProofTools`, but the workers of a queue prove. @throws {Failure} also if the queue cannot be used */
export function openQueueTools(
  request: ProveRequest & { record: string | null },
  context: CommandContext,
  source: Pick<ProofSource, 'file' | 'model'>,
): Promise<ProofTools> {
  return openTools(request, context, source, () =>
    openQueueSession({ ...neededFor(request), record: request.record, judges: true }, context, source.file.path),
  );
}

function neededFor(request: ProveRequest): ProveRequest & { indexed: boolean; library: boolean; templates: boolean } {
  return {
    ...request,
    indexed: needsIndex(request),
    library: needsLibrary(request),
    templates: needsTemplates(request),
  };
}

async function openTools<Session extends ProverSession>(
  request: ProveRequest,
  context: CommandContext,
  { file, model }: Pick<ProofSource, 'file' | 'model'>,
  open: () => Promise<Session>,
): Promise<ProofTools<Session>> {
  requirePrice(model, request.limits.cost);
  const session = await open();
  try {
    warnOfUnknownImports(context, session, file);
    const names = selectStrategies(request, context.settings, session.index !== null, context.log);
    const needsModel = names.some((name) => STRATEGIES[name].needs.model);
    return { session, model: needsModel ? model : null, names };
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** Only warns: a stale index, or one of another Mathlib, is still useful. */
function warnOfUnknownImports({ log }: CommandContext, { index }: ProverSession, { path, text }: UserFile): void {
  const note = index === null ? null : unknownImportsNote(index, path, readPlace(text, null).imports);
  if (note !== null) log.warn(note);
}

/** The request to the prover, without what differs between a run and a dry run. */
export async function proverRequest(
  request: ProveRequest,
  { settings, signal }: CommandContext,
  { session, model, names }: ProofTools,
  { file, path }: ProofFile,
): Promise<Omit<ProverRequest, 'record' | 'budget' | 'deadline'>> {
  return {
    text: file.text,
    file: file.path,
    displayPath: path,
    strategies: await makeStrategies(names, request, settings, session.tactics),
    model,
    retrieves: retrieves(request),
    hidden: NOTHING_HIDDEN,
    informalInput: informalInputOf(request),
    isSelected: selectHoles(findHoles(file.text), request, path),
    mayAddImports: request.addImports,
    signal,
  };
}

/** Shows the events of a proof as progress, and streams them with `--json-stream`. */
export function showProofEvents({ log, startProgress, stream }: CommandContext): ProofProgress {
  const progress = showProofProgress(log, startProgress);
  return {
    stop: progress.stop,
    onEvent: (event) => {
      progress.onEvent(event);
      stream?.({ ...event });
    },
  };
}
