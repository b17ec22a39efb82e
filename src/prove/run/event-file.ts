/** Reads `run.jsonl`: the events of a run in order. Ignores a torn last line. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { completeLines } from '../../base/journal.ts';
import { valueOr } from '../../base/read-or-null.ts';
import type { ProveEvent } from '../events.ts';
import { EVENTS_FILE } from './folder.ts';
import { isValidEvent } from './event-schema.ts';

/** `at`: time of writing, ISO 8601. */
export type RecordedEvent = ProveEvent & { at: string };

/** @throws {Failure} `run-damaged`, exit `missing`, if a line before the last is not an event */
export function readRunEvents(folder: string): RecordedEvent[] {
  const path = join(folder, EVENTS_FILE);
  let lines: string[];
  // The run folder is created first and may still be empty.
  if (!existsSync(path)) return [];
  try {
    lines = completeLines(path);
  } catch (error) {
    throw damaged(path, (error as Error).message);
  }
  return lines.map((line, at) => eventOf(line) ?? throwDamaged(path, at + 1));
}

function eventOf(line: string): RecordedEvent | null {
  const value = valueOr(null, () => JSON.parse(line) as RecordedEvent | null);
  return typeof value?.event === 'string' && isValidEvent(value) ? value : null;
}

function throwDamaged(path: string, line: number): never {
  throw damaged(path, `line ${line} is not a valid event`);
}

function damaged(path: string, reason: string): Failure {
  return new Failure('missing', 'run-damaged', {
    message: `The record ${path} cannot be read.`,
    reason,
    next: 'lemmahead runs list',
  });
}
