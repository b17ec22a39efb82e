/** The program of `watchdog.ts`: remembers the families named on standard input, and kills what is left at its end. */
import { createInterface } from 'node:readline';
import { killFamily } from './process-family.ts';

const families = new Map<string, number>();

for await (const line of createInterface({ input: process.stdin })) {
  const [leader, family] = line.slice(1).split(' ');
  if (leader === undefined || family === undefined) continue;
  if (line.startsWith('+')) families.set(family, Number(leader));
  else families.delete(family);
}
for (const [family, leader] of families) killFamily(leader, family);
