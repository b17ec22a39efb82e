/** The events of a recorded run, for tests that kill and resume it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `home`: the LEMMAHEAD_HOME of the run. */
export const eventsOf = (home: string, id: string): any[] =>
  readFileSync(join(home, 'runs', id, 'run.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Counts the requests whose answer was on record. */
export function repeatedRequests(events: readonly any[]): number {
  const answered = new Set<string>();
  let repeated = 0;
  for (const { event, prompt, sample } of events) {
    const key = `${prompt}:${sample}`;
    if (event === 'prompt' && answered.has(key)) repeated++;
    if (event === 'answer') answered.add(key);
  }
  return repeated;
}
