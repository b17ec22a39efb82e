/** Reads the problem of `lemmahead solve`: a text, the name of a file with one, or stdin. */
import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { readBoundedText } from '../base/read-bounded.ts';
import type { CommandContext } from './command-context.ts';
import { readQuery } from './query-input.ts';

/** As long as the longest query on stdin. */
const MAX_CHARACTERS = 1_000_000;
/** Nobody writes a problem like this: it is the name of a file, perhaps misspelled. */
const FILE_NAME = /^\S+\.(?:txt|tex|md)$|^(?:\.{0,2}|~)\/\S*$/u;

/** @throws {Failure} `problem-unreadable` for a file, and as `readQuery` */
export async function readProblem(given: string, context: CommandContext): Promise<string> {
  if (given === '-') return readQuery(process.stdin, context, { what: 'problem', command: 'solve' });
  const path = resolve(context.cwd, given);
  if (fileAt(path)?.isFile() !== true && !FILE_NAME.test(given)) return given;
  let text: string;
  try {
    text = readBoundedText(path).trim();
  } catch (error) {
    throw unreadable(given, (error as Error).message);
  }
  if (text.length > MAX_CHARACTERS) throw unreadable(given, `It has more than ${MAX_CHARACTERS} characters.`);
  return text;
}

/** Null also if a text cannot be a name of a file, because it is too long. */
function fileAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

const unreadable = (given: string, reason: string): Failure =>
  new Failure('usage', 'problem-unreadable', {
    message: `${given} cannot be read.`,
    reason,
    next: "Give a file with a problem, or the problem itself in quotes: lemmahead solve 'How many …?'",
  });
