/** Where runs lie and what they are called: one folder a run under `runs/`, named by when it began. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';

export const EVENTS_FILE = 'run.jsonl';
export const ORIGINAL_FILE = 'original.lean';
export const REPORT_FILE = 'report.json';

export function runsFolder(dataHome: string): string {
  return join(dataHome, 'runs');
}

/** A name that no run has, and the folder that it will have: `20261122-053012-4f2a`, in UTC. Nothing is created. */
export function newRunFolder(dataHome: string, now: Date): { id: string; folder: string } {
  for (;;) {
    const [day, time] = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T');
    const id = `${day}-${time}-${randomBytes(2).toString('hex')}`;
    const folder = join(runsFolder(dataHome), id);
    if (!existsSync(folder)) return { id, folder };
  }
}

/** Oldest first: names sort by time. */
export function listRunIds(dataHome: string): string[] {
  const runs = runsFolder(dataHome);
  if (!existsSync(runs)) return [];
  return readdirSync(runs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(runs, entry.name, EVENTS_FILE)))
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
