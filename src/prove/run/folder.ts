/** Run folders: one per run under `runs/`, named by its start time. */
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { fileExists } from '../../base/file-exists.ts';

export const EVENTS_FILE = 'run.jsonl';
export const ORIGINAL_FILE = 'original.lean';
/** The problems of a run of `formalize`, as JSON Lines. */
export const PROBLEMS_FILE = 'problems.jsonl';
export const REPORT_FILE = 'report.json';

export function runsFolder(dataHome: string): string {
  return join(dataHome, 'runs');
}

/** UTC time with four hexadecimal digits that distinguish runs of the same second: `20261122-053012-4f2a`. */
const RUN_ID = /^\d{8}-\d{6}-[0-9a-f]{4}$/;
const MAX_DIGITS = 0xffff;
/** Limit of the first run's random number, and maximum step to the next run: allows hundreds of runs per second. */
const MAX_FIRST_DIGITS = 0x8000;
const MAX_STEP = 0x40;

/** Accessible only to the user, because prompts contain the user's text. */
const OWNER_ONLY = 0o700;

/** Creates the folder of a new run, with a name that sorts after all earlier runs. */
export function makeRunFolder(dataHome: string, now: Date): { id: string; folder: string } {
  const runs = runsFolder(dataHome);
  mkdirSync(runs, { recursive: true, mode: OWNER_ONLY });
  for (let second = now; ; second = new Date(second.getTime() + 1000)) {
    const [day, time] = second.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T');
    const last = idsIn(runs).findLast((id) => id.startsWith(`${day}-${time}-`));
    const digits =
      last === undefined ? randomInt(MAX_FIRST_DIGITS) : Number.parseInt(last.slice(-4), 16) + 1 + randomInt(MAX_STEP);
    if (digits > MAX_DIGITS) continue;
    const id = `${day}-${time}-${digits.toString(16).padStart(4, '0')}`;
    if (make(join(runs, id))) return { id, folder: join(runs, id) };
  }
}

/** Returns false if another process created it first. */
function make(folder: string): boolean {
  try {
    mkdirSync(folder, OWNER_ONLY);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Oldest first, including runs that were stopped before their first event. */
export function listRunIds(dataHome: string): string[] {
  return idsIn(runsFolder(dataHome));
}

/** The run before the one in `folder`; null if that is the first. */
export function runBefore(folder: string): string | null {
  return idsIn(dirname(folder)).findLast((id) => id < basename(folder)) ?? null;
}

function idsIn(runs: string): string[] {
  if (!fileExists(runs)) return [];
  return readdirSync(runs, { withFileTypes: true })
    .filter(({ name }) => RUN_ID.test(name) || existsSync(join(runs, name, EVENTS_FILE)))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/**
 * Finds a run by its id, a unique prefix or suffix of it, or `last`.
 * @throws {Failure} exit `usage`, with the possible runs
 */
export function findRun(dataHome: string, query: string): { id: string; folder: string } {
  const ids = listRunIds(dataHome);
  const found = query === 'last' ? ids.slice(-1) : ids.includes(query) ? [query] : matching(ids, query);
  const [id] = found;
  if (id !== undefined && found.length === 1) return { id, folder: join(runsFolder(dataHome), id) };
  const listed = (list: readonly string[]): string => list.slice(-5).join(', ') + (list.length > 5 ? ', …' : '');
  throw new Failure('usage', found.length > 1 ? 'run-ambiguous' : 'run-unknown', {
    message: found.length > 1 ? `'${query}' matches ${found.length} runs.` : `Run '${query}' does not exist.`,
    ...(ids.length === 0
      ? { reason: 'No runs are recorded yet.' }
      : { reason: `${found.length > 1 ? 'Matching' : 'Recorded'} runs: ${listed(found.length > 1 ? found : ids)}` }),
    next: ids.length === 0 ? 'lemmahead prove My/File.lean' : 'lemmahead runs list',
  });
}

function matching(ids: readonly string[], query: string): string[] {
  if (query === '') return [];
  const beginning = ids.filter((id) => id.startsWith(query));
  return beginning.length > 0 ? beginning : ids.filter((id) => id.endsWith(query));
}
