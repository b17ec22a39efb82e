/** The record of a unit `prove`: events of the run, the texts that they refer to by hash, and the time that is left. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../base/hash.ts';
import { valueOr } from '../base/read-or-null.ts';
import {
  answered,
  askFailed,
  attempted,
  budgetStopped,
  dropped,
  fileJudged,
  holeEnded,
  holeStarted,
  importTried,
  nodeEnded,
  nodeStarted,
  passagesRetrieved,
  prompted,
  type ProveEvent,
  remarked,
  retrieval,
  stepTaken,
  tacticsFound,
  toolCalled,
  workerStarted,
} from '../prove/events.ts';
import { type RecordedEvent, readRunEvents } from '../prove/run/event-file.ts';

/** The events that a worker makes; the others are those of who sent the unit. */
const workerEvent = z.discriminatedUnion('event', [
  ...([workerStarted, holeStarted, retrieval, passagesRetrieved, stepTaken, prompted, answered, askFailed] as const),
  ...([toolCalled, importTried, attempted, tacticsFound, fileJudged, remarked, budgetStopped] as const),
  ...([holeEnded, nodeStarted, nodeEnded, dropped] as const),
]);

/** Longer than any prompt. */
const LONGEST_TEXT = 20_000_000;
const TEXT_FOLDERS = ['prompts', 'answers', 'premises', 'passages'] as const;

const storedText = z.strictObject({
  folder: z.enum(TEXT_FOLDERS),
  name: z.string().regex(/^[0-9a-f]{64}\.(?:txt|json)$/u),
  text: z.string().max(LONGEST_TEXT),
});

export type StoredText = z.infer<typeof storedText>;

const proveEntry = z.union([
  z.strictObject({ event: workerEvent }),
  z.strictObject({ stored: storedText }),
  z.strictObject({ earlier: z.looseObject({ event: z.string(), at: z.string() }) }),
  z.strictObject({ seconds_left: z.number().nullable() }),
]);

/**
 * `event`: by a worker. `stored`: a text of the record. `earlier`: an event of a session before, of any kind.
 * `seconds_left`: until everything must end, when it was written.
 */
export type ProveEntry = z.infer<typeof proveEntry>;

/** Null if it is not an entry of this version, or a text without its hash. */
export function readEntry(json: string): ProveEntry | null {
  const read = proveEntry.safeParse(valueOr(null, () => JSON.parse(json) as unknown));
  return read.success ? read.data : null;
}

/** Whether the text has the hash that names it. The name of a prompt is the hash of the request. */
export const isTrueToName = ({ folder, name, text }: StoredText): boolean =>
  folder === 'prompts' || name.startsWith(sha256(text));

/** All that another process needs to continue the run in this folder. */
export function entriesOfRun(folder: string): ProveEntry[] {
  const events = readRunEvents(folder);
  const texts = events.length === 0 ? [] : TEXT_FOLDERS.flatMap((each) => textsIn(folder, each));
  return [...texts.map((stored) => ({ stored })), ...events.map((earlier) => ({ earlier }))];
}

/** A later session reads no prompts. */
function textsIn(run: string, folder: StoredText['folder']): StoredText[] {
  if (folder === 'prompts') return [];
  const path = join(run, folder);
  const names = valueOr([], () => readdirSync(path)).filter((name) => storedText.shape.name.safeParse(name).success);
  return names.map((name) => ({ folder, name, text: readFileSync(join(path, name), 'utf8') }));
}

/** Events that who sent the unit writes itself. */
const OF_SENDER: ReadonlySet<ProveEvent['event']> = new Set(['writing', 'run_ended']);

/** How many events of each attempt of a worker are on record, by the id of the attempt. */
export function countByAttempt(events: readonly RecordedEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  let attempt: string | null = null;
  for (const event of events) {
    if (event.event === 'run_asked' || event.event === 'run_started' || event.event === 'run_resumed') attempt = null;
    else if (event.event === 'worker_started') {
      ({ attempt } = event);
      counts.set(attempt, counts.get(attempt) ?? 0);
    } else if (attempt !== null && !OF_SENDER.has(event.event)) counts.set(attempt, counts.get(attempt)! + 1);
  }
  return counts;
}
