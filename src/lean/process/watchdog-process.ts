/** The program of `watchdog.ts`: remembers the families named on standard input, and kills what is left at its end. */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { killFamily } from './process-family.ts';

const SECOND_LOOK_MS = 300;

/** With the leader of its group, where that is known. */
const families = new Map<string, number | null>();

for await (const line of createInterface({ input: process.stdin })) {
  const [word, family, leader] = line.split(' ');
  if (family === undefined) continue;
  if (word === 'watch') families.set(family, leader === undefined ? null : Number(leader));
  else families.delete(family);
}
const killAll = (): void => families.forEach((leader, family) => killFamily(leader, family));
killAll();
// Who was being started at that moment has no mark yet.
await sleep(SECOND_LOOK_MS);
killAll();
