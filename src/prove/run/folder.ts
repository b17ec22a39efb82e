/** Where runs lie and what they are called: one folder a run under `runs/`, named by when it began. */
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../base/errors.ts';

export const EVENTS_FILE = 'run.jsonl';
export const ORIGINAL_FILE = 'original.lean';
export const REPORT_FILE = 'report.json';

export function runsFolder(dataHome: string): string {
  return join(dataHome, 'runs');
}

/** In UTC, with four digits that tell the runs of a second apart: `20261122-053012-4f2a`. */
const RUN_ID = /^\d{8}-\d{6}-[0-9a-f]{4}$/;
const LAST_DIGITS = 0xffff;
/** Below which the first run of a second gets a number, and how far behind it the next one comes: hundreds find room. */
const FIRST_DIGITS = 0x8000;
const STEP = 0x40;

/** The user's own alone: prompts hold his text. */
const OWNER_ONLY = 0o700;

/** Makes the folder of a new run, under a name that sorts behind those of all runs that began before. */
export function makeRunFolder(dataHome: string, now: Date): { id: string; folder: string } {
  const runs = runsFolder(dataHome);
  mkdirSync(runs, { recursive: true, mode: OWNER_ONLY });
  for (let second = now; ; second = new Date(second.getTime() + 1000)) {
    const [day, time] = second.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T');
    const last = idsIn(runs).findLast((id) => id.startsWith(`${day}-${time}-`));
    const digits =
      last === undefined ? randomInt(FIRST_DIGITS) : Number.parseInt(last.slice(-4), 16) + 1 + randomInt(STEP);
    if (digits > LAST_DIGITS) continue;
    const id = `${day}-${time}-${digits.toString(16).padStart(4, '0')}`;
    if (make(join(runs, id))) return { id, folder: join(runs, id) };
  }
}

/** False where another process was faster. */
function make(folder: string): boolean {
  try {
    mkdirSync(folder, OWNER_ONLY);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Oldest first: names sort by time. Those too that were stopped before their first event. */
export function listRunIds(dataHome: string): string[] {
  return idsIn(runsFolder(dataHome));
}

/** The run that began before the one in `folder`; null where that is the first. */
export function runBefore(folder: string): string | null {
  return idsIn(dirname(folder)).findLast((id) => id < basename(folder)) ?? null;
}

function idsIn(runs: string): string[] {
  if (!existsSync(runs)) return [];
  return readdirSync(runs, { withFileTypes: true })
    .filter(({ name }) => RUN_ID.test(name) || existsSync(join(runs, name, EVENTS_FILE)))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/**
 * The run that is meant: its id, the only one that begins (or ends) so, or `last`.
 * @throws {Failure} exit `usage`, with those that it could be.
 */
export function findRun(dataHome: string, wanted: string): { id: string; folder: string } {
  const ids = listRunIds(dataHome);
  const found = wanted === 'last' ? ids.slice(-1) : ids.includes(wanted) ? [wanted] : matching(ids, wanted);
  const [id] = found;
  if (id !== undefined && found.length === 1) return { id, folder: join(runsFolder(dataHome), id) };
  const some = (list: readonly string[]): string => list.slice(-5).join(', ') + (list.length > 5 ? ', …' : '');
  throw new Failure({
    exit: 'usage',
    code: found.length > 1 ? 'run-ambiguous' : 'run-unknown',
    message: found.length > 1 ? `'${wanted}' could be ${found.length} runs.` : `There is no run '${wanted}'.`,
    ...(ids.length === 0
      ? { reason: 'No run is on record yet.' }
      : { reason: `There are ${some(found.length > 1 ? found : ids)}` }),
    next: ids.length === 0 ? 'lemmahead prove My/File.lean' : 'lemmahead runs list',
  });
}

function matching(ids: readonly string[], wanted: string): string[] {
  if (wanted === '') return [];
  const beginning = ids.filter((id) => id.startsWith(wanted));
  return beginning.length > 0 ? beginning : ids.filter((id) => id.endsWith(wanted));
}
