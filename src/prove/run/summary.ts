/** Summarizes a run's events: its request, progress and cost. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { sha256 } from '../../base/hash.ts';
import { readHolder } from '../../base/lock.ts';
import type {
  HoleEnded,
  HoleStarted,
  ProblemEnded,
  ProblemStarted,
  RecordedRequest,
  RunEnded,
  RunStarted,
} from '../events.ts';
import { readRunEvents, type RecordedEvent } from './event-file.ts';
import { ORIGINAL_FILE, PROBLEMS_FILE, runBefore } from './folder.ts';
import { spentIn } from './record.ts';

export interface RunSummary {
  id: string;
  /** The command. */
  kind: 'prove' | 'formalize';
  folder: string;
  events: readonly RecordedEvent[];
  /** Its first event. */
  request: (RecordedRequest | RunStarted) & { at: string };
  /** Null if it was stopped before its requirements were checked. */
  started: (RunStarted & { at: string }) | null;
  /** End of the last session; null if it was interrupted. */
  ended: (RunEnded & { at: string }) | null;
  /** Whether a process has it open. */
  isActive: boolean;
  /** Latest events of each hole. */
  holes: { started: HoleStarted; ended: HoleEnded | null }[];
  /** Latest events of each problem. */
  problems: { started: ProblemStarted; ended: ProblemEnded | null }[];
  sessions: number;
  attempts: number;
  tokens: number;
  /** Null if the model's price is unknown. */
  cost: number | null;
  prompts: number;
  answers: number;
  retrievals: number;
}

/**
 * @throws {Failure} `run-damaged` if it is unreadable or its first event is missing; `run-not-begun` if it was stopped
 *   before its first event.
 */
export function summariseRun(id: string, folder: string): RunSummary {
  const events = readRunEvents(folder);
  if (events.length === 0) throw notStarted(id, folder);
  const started = events.find((event) => event.event === 'run_started') ?? null;
  const request = events.find((event) => event.event === 'run_asked') ?? started;
  if (request === null) throw damaged(id, folder);
  const count = (what: RecordedEvent['event']): number => events.filter(({ event }) => event === what).length;
  const { tokens, cost } = spentIn(events);
  const last = events.at(-1);
  return {
    id,
    kind: kindOf(request),
    folder,
    events,
    request,
    started,
    ended: last?.event === 'run_ended' ? last : null,
    isActive: readHolder(join(folder, 'lock')) !== null && last?.event !== 'run_ended',
    holes: holesOf(events),
    problems: problemsOf(events),
    sessions: 1 + count('run_resumed'),
    attempts: new Set(events.flatMap((event) => (event.event === 'attempt' ? [event.key] : []))).size,
    tokens,
    cost: events.some((event) => event.event === 'prompt' && event.worst_cost === null) ? null : cost,
    prompts: new Set(events.flatMap((event) => (event.event === 'prompt' ? [event.prompt] : []))).size,
    answers: count('answer'),
    retrievals: count('retrieval'),
  };
}

function holesOf(events: readonly RecordedEvent[]): RunSummary['holes'] {
  const holes = new Map<number, { started: HoleStarted; ended: HoleEnded | null }>();
  for (const event of events) {
    if (event.event === 'hole_started') holes.set(event.hole, { started: event, ended: null });
    const known = event.event === 'hole_ended' ? holes.get(event.hole) : undefined;
    if (event.event === 'hole_ended' && known !== undefined) known.ended = event;
  }
  return [...holes.values()].sort((a, b) => a.started.hole - b.started.hole);
}

function problemsOf(events: readonly RecordedEvent[]): RunSummary['problems'] {
  const problems = new Map<number, RunSummary['problems'][number]>();
  for (const event of events) {
    if (event.event === 'problem_started') problems.set(event.problem, { started: event, ended: null });
    const known = event.event === 'problem_ended' ? problems.get(event.problem) : undefined;
    if (event.event === 'problem_ended' && known !== undefined) known.ended = event;
  }
  return [...problems.values()].sort((a, b) => a.started.problem - b.started.problem);
}

function kindOf({ asked }: Pick<RecordedRequest, 'asked'>): RunSummary['kind'] {
  // A record can be edited.
  return 'formalize' in (asked ?? {}) ? 'formalize' : 'prove';
}

/** The file to prove, or the problems to formalize. @throws {Failure} `run-damaged` if it is missing or changed */
export function originalOf({ folder, id, request }: Pick<RunSummary, 'folder' | 'id' | 'request'>): string {
  const path = join(folder, kindOf(request) === 'formalize' ? PROBLEMS_FILE : ORIGINAL_FILE);
  if (!existsSync(path)) throw damaged(id, folder);
  const text = readFileSync(path, 'utf8');
  if (sha256(text) !== request.file_hash) throw damaged(id, folder);
  return text;
}

/** The request is unknown, so the command must be run again. */
function notStarted(id: string, folder: string): Failure {
  const before = runBefore(folder);
  return new Failure('usage', 'run-not-begun', {
    message: `Run ${id} was interrupted before it started.`,
    reason: 'Its request was not recorded yet.',
    next: `Run its command again.${before === null ? '' : `\nFor the previous run: lemmahead runs resume ${before}`}`,
  });
}

function damaged(id: string, folder: string): Failure {
  return new Failure('missing', 'run-damaged', {
    message: `The record of run ${id} is incomplete.`,
    reason: `The first event or the original text is missing in ${folder}.`,
    next: 'lemmahead runs list',
  });
}
