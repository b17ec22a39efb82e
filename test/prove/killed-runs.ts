/** Kills and resumes recorded runs of the real binary, and reads their events. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { startLemmahead } from '../cli/spawn.ts';

const MOST_KILLS_OF_A_RUN = 6;

/** `home`: the LEMMAHEAD_HOME of the run. */
export const eventsOf = (home: string, id: string): any[] =>
  readFileSync(join(home, 'runs', id, 'run.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Counts the requests whose answer was on record. */
function repeatedRequests(events: readonly any[]): number {
  const answered = new Set<string>();
  let repeated = 0;
  for (const { event, prompt, sample } of events) {
    const key = `${prompt}:${sample}`;
    if (event === 'prompt' && answered.has(key)) repeated++;
    if (event === 'answer') answered.add(key);
  }
  return repeated;
}

export interface KilledRuns<Essence> {
  /** The LEMMAHEAD_HOME of the runs. */
  home: string;
  kills: number;
  start: (args: string[]) => ReturnType<typeof startLemmahead>;
  /** The command, and that which resumes a run. */
  prove: string[];
  resume: (id: string) => string[];
  /** What must be the same at the end of each run. */
  essence: (stdout: string, id: string) => Essence;
}

/**
 * Runs the command once, then again and again with kills at random times until each run ends. Each end must have the
 * essence of the first, and no answer on record may be requested again. Returns that essence.
 */
export async function killAtRandom<Essence>(runs: KilledRuns<Essence>): Promise<Essence> {
  const { home, kills, start, prove, resume, essence } = runs;
  const idsNow = (): string[] => readdirSync(join(home, 'runs')).toSorted();
  const newId = (known: ReadonlySet<string>): string | undefined => idsNow().find((id) => !known.has(id));
  const knownAtFirst = new Set(idsNow());
  const began = Date.now();
  const reference = await start(prove).ended;
  const duration = Date.now() - began;
  expect(reference.status).toBe(0);
  const expected = essence(reference.stdout, newId(knownAtFirst)!);
  for (let made = 0; made < kills;) {
    const known = new Set(idsNow());
    let id: string | undefined;
    for (let times = 0; ; times++) {
      const { child, ended } = start(id === undefined ? prove : resume(id));
      const mayKill = made < kills && times < MOST_KILLS_OF_A_RUN;
      const timer = mayKill ? setTimeout(() => child.kill('SIGKILL'), Math.random() * duration) : undefined;
      const { status, stdout } = await ended;
      clearTimeout(timer);
      id ??= newId(known);
      if (status !== null) {
        expect(status).toBe(0);
        expect(essence(stdout, id!)).toEqual(expected);
        expect(repeatedRequests(eventsOf(home, id!))).toBe(0);
        break;
      }
      made++;
    }
  }
  return expected;
}
