/** The program of `watchdog.ts`: records families from standard input, and kills the remaining ones at its end. */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { killFamily } from './process-family.ts';

const SECOND_SWEEP_MS = 300;

/** By family, the leader of its process group if known. */
const families = new Map<string, number | null>();

for await (const line of createInterface({ input: process.stdin })) {
  const [word, family, leader] = line.split(' ');
  if (family === undefined) continue;
  if (word === 'watch') families.set(family, leader === undefined ? null : Number(leader));
  else families.delete(family);
}
const killAll = (): void => families.forEach((leader, family) => killFamily(leader, family));
killAll();
// Processes that were being started at that moment have no mark yet.
await sleep(SECOND_SWEEP_MS);
killAll();
