/** Reads `run.jsonl`: the events of a run in their order, whatever a kill left of the last line. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { completeLines } from '../../base/journal.ts';
import type { ProveEvent } from '../events.ts';
import { EVENTS_FILE } from './folder.ts';
import { isServable } from './servable.ts';

/** `at`: ISO 8601, when it was written. */
export type RecordedEvent = ProveEvent & { at: string };

/** @throws {Failure} `run-damaged`, exit `missing`, where a line before the last is no event. */
export function readRunEvents(folder: string): RecordedEvent[] {
  const path = join(folder, EVENTS_FILE);
  let lines: string[];
  // Its folder is made first, and may be all that there is.
  if (!existsSync(path)) return [];
  try {
    lines = completeLines(path);
  } catch (error) {
    throw damaged(path, (error as Error).message);
  }
  return lines.map((line, at) => eventOf(line) ?? fail(path, at + 1));
}

function eventOf(line: string): RecordedEvent | null {
  try {
    const value = JSON.parse(line) as RecordedEvent | null;
    return typeof value === 'object' && typeof value?.event === 'string' && isServable(value) ? value : null;
  } catch {
    return null;
  }
}

function fail(path: string, line: number): never {
  throw damaged(path, `line ${line} is no event`);
}

function damaged(path: string, reason: string): Failure {
  return new Failure({
    exit: 'missing',
    code: 'run-damaged',
    message: `The record ${path} cannot be read.`,
    reason,
    next: 'lemmahead runs list',
  });
}
