/** What a run's events come to: what it was asked, how far it is, what it spent. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { sha256 } from '../../base/hash.ts';
import { readHolder } from '../../base/lock.ts';
import type { HoleEnded, HoleStarted, RecordedRequest, RunEnded, RunStarted } from '../events.ts';
import { readRunEvents, type RecordedEvent } from './event-file.ts';
import { ORIGINAL_FILE, runBefore } from './folder.ts';
import { spentIn } from './record.ts';

export interface RunSummary {
  id: string;
  folder: string;
  events: readonly RecordedEvent[];
  /** How it began. */
  asked: (RecordedRequest | RunStarted) & { at: string };
  /** Null where it was stopped while what it needs was looked for. */
  started: (RunStarted & { at: string }) | null;
  /** Of the last sitting; null where it came to no end. */
  ended: (RunEnded & { at: string }) | null;
  /** A process has it open. */
  isGoingOn: boolean;
  /** The last that is known of each hole. */
  holes: { started: HoleStarted; ended: HoleEnded | null }[];
  sessions: number;
  attempts: number;
  tokens: number;
  /** Null where the price of what was asked is not known. */
  cost: number | null;
  prompts: number;
  answers: number;
  retrievals: number;
}

/**
 * @throws {Failure} `run-damaged` where it cannot be read, or does not begin as a run of `prove` does; `run-not-begun`
 *   where it was stopped before its first event.
 */
export function summariseRun(id: string, folder: string): RunSummary {
  const events = readRunEvents(folder);
  if (events.length === 0) throw notBegun(id, folder);
  const started = events.find((event) => event.event === 'run_started') ?? null;
  const asked = events.find((event) => event.event === 'run_asked') ?? started;
  if (asked === null) throw damaged(id, folder);
  const count = (what: RecordedEvent['event']): number => events.filter(({ event }) => event === what).length;
  const { tokens, cost } = spentIn(events);
  const last = events.at(-1);
  return {
    id,
    folder,
    events,
    asked,
    started,
    ended: last?.event === 'run_ended' ? last : null,
    isGoingOn: readHolder(join(folder, 'lock')) !== null && last?.event !== 'run_ended',
    holes: holesOf(events),
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

/** @throws {Failure} `run-damaged` where it is gone, or not the text that the run began with. */
export function originalOf({ folder, id, asked }: Pick<RunSummary, 'folder' | 'id' | 'asked'>): string {
  const path = join(folder, ORIGINAL_FILE);
  if (!existsSync(path)) throw damaged(id, folder);
  const text = readFileSync(path, 'utf8');
  if (sha256(text) !== asked.file_hash) throw damaged(id, folder);
  return text;
}

/** Of what was asked nothing is known: it has to be typed again. */
function notBegun(id: string, folder: string): Failure {
  const before = runBefore(folder);
  return new Failure({
    exit: 'usage',
    code: 'run-not-begun',
    message: `The run ${id} was interrupted before it began.`,
    reason: 'It had not noted yet what it was asked for.',
    next: `Type its lemmahead prove command again.${before === null ? '' : `\nFor the run before it: lemmahead runs resume ${before}`}`,
  });
}

function damaged(id: string, folder: string): Failure {
  return new Failure({
    exit: 'missing',
    code: 'run-damaged',
    message: `The run ${id} does not say how it began.`,
    reason: `${folder} lacks its first event, or the text that it began with.`,
    next: 'lemmahead runs list',
  });
}
