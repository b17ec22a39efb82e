/** A mathematical text: from an argument, a file, or stdin. */
import { readFile, stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { Failure } from '../base/errors.ts';
import type { CommandContext } from './command-context.ts';

const MAX_CHARS = 100_000;
const MAX_BYTES = 4 * MAX_CHARS;
const FILES = new Set(['.txt', '.md', '.tex']);

/** LaTeX commands whose argument is a name, not a text. */
const NAMING =
  /\\(?:begin|end|label|ref|eqref|cite|input|include|usepackage|documentclass)\*?(?:\[[^\]]{0,100}\])?\{[^{}]{0,100}\}(?:\[[^\]]{0,100}\])?/gu;
const QUESTION = /[?？][^\p{L}\p{N}]*$/u;
const DEFINITION =
  /^\s*(?:\\begin\{definition\}|definition\b|we (?:say|call)\b|(?:an?|the|let)\s[^]{1,300}?\b(?:is|are) (?:called|said to be|defined (?:as|to be))\b)/iu;
/** Words of a text that claims something, also about what it defines. */
const CLAIM = /\b(?:prove|show|then|hence|theorem|lemma|every|each)\b/iu;

/** A declaration with its value, or a file's imports. */
const LEAN_CODE = /^(?:theorem|lemma|def)\s+[\p{L}_][\p{L}\p{N}_.']*\s*[({[⦃:][^]*?:=|^import [A-Z][\w.]*$/mu;

/**
 * `input`: `-` for stdin, the path of a text file, or the text itself. A single word with the extension of a text file is
 * always taken as a path.
 * @throws {Failure} exit `usage` if there is no usable text
 */
export async function readStatementText(
  input: string,
  stdin: Readable,
  { cwd, signal }: Pick<CommandContext, 'cwd' | 'signal'>,
): Promise<string> {
  const text = input === '-' ? decode(await readStdin(stdin, signal), 'Stdin') : await textOf(input, cwd);
  return requireStatement(text);
}

/** The text without spaces around it. @throws {Failure} exit `usage` if it contains no statement, or is too long */
export function requireStatement(text: string): string {
  const plain = text.trim();
  if (plain.length > MAX_CHARS) throw unusable('text-too-long', `The text has more than ${MAX_CHARS} characters.`);
  if (plain.includes('\0')) throw unusable('text-unusable', 'The text contains a NUL character.');
  // LaTeX commands alone say nothing.
  if (!/[\p{L}\p{N}]/u.test(plain.replaceAll(NAMING, '').replaceAll(/\\[a-zA-Z]+/g, ''))) {
    throw unusable('text-empty', 'The text contains no statement.');
  }
  if (LEAN_CODE.test(plain)) throw unusable('text-unusable', 'The text is Lean code, not a statement in words.');
  return plain;
}

/** What the user should know about a text that may be no statement. `isOpen`: the user said that it is a question. */
export function statementNotices(text: string, isOpen: boolean): string[] {
  const question =
    'The text is a question. If the answer may be no, use --open-question, so that a false statement is allowed.';
  const definition = 'The text is a definition, and claims nothing: a statement of it in Lean can only be made up.';
  return [
    ...(!isOpen && QUESTION.test(text) ? [question] : []),
    ...(DEFINITION.test(text) && !CLAIM.test(text) ? [definition] : []),
  ];
}

async function textOf(input: string, cwd: string): Promise<string> {
  if (input.trim() === '') return input;
  const path = resolve(cwd, input);
  const found = input.length < 4096 && !input.includes('\0') ? await stat(path).catch(() => null) : null;
  const extension = /\s/u.test(input) ? '' : extname(input);
  if (extension === '.lean') throw unusable('text-unusable', `${input} is a Lean file, not a text in words.`);
  if (found?.isDirectory() === true) throw unusable('text-unusable', `${input} is a folder.`);
  // A pipe or device as a path would otherwise be taken for the text.
  if (found !== null && !found.isFile()) throw unusable('text-unusable', `${input} is not a regular file.`);
  if (found === null) {
    if (FILES.has(extension)) throw unusable('text-unreadable', `There is no file ${input}.`);
    return input;
  }
  if (found.size > MAX_BYTES) throw unusable('text-too-long', `The text has more than ${MAX_CHARS} characters.`);
  try {
    return decode(await readFile(path), input);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unusable('text-unreadable', `${input} cannot be read.`, (error as Error).message);
  }
}

async function readStdin(stdin: Readable, signal: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of addAbortSignal(signal, stdin) as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > MAX_BYTES) throw unusable('text-too-long', `The text has more than ${MAX_CHARS} characters.`);
  }
  return Buffer.concat(parts);
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unusable('text-unusable', `${name} is not UTF-8.`);
  }
}

function unusable(code: string, message: string, reason?: string): Failure {
  return new Failure('usage', code, {
    message,
    ...(reason === undefined ? {} : { reason }),
    next: "Give one statement in words: 'Every finite group has …', a file (.txt, .md, .tex), or - for stdin.",
  });
}
