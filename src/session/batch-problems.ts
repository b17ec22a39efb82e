/** The problems of a run of `formalize`: one text, the statements of a PDF, or a batch in JSON Lines with the keys of public datasets. */
import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { jsonLines } from './json-lines.ts';
import type { ProblemInWords } from '../options/formalize-options.ts';
import type { PageRange } from '../sources/pdf/page-selection.ts';
import type { CommandContext } from './command-context.ts';
import { readStatementText, requireStatement } from './statement-input.ts';

/** Each thing has another key in each dataset. The first key with a value counts. */
const NAMES = ['full_name', 'name', 'problem_name', 'theorem_name', 'id', 'index'];
const TEXTS = [
  ...['informal_stmt', 'informal_statement', 'nl_statement', 'natural_language', 'informal_prefix', 'informal'],
];
/** In a dataset with formal statements, these may be formal. */
const OWN_TEXTS = ['statement', 'problem', 'text'];

export const RECORD = z.record(z.string(), z.unknown());
/** Some datasets append a proof. */
const PROOF = /\\begin\{proof\}/;
const MAX_ID = 200;

/** The first of these keys with a text or a number; '' if there is none. */
export function fieldOf(record: Record<string, unknown>, keys: readonly string[]): string {
  const found = keys.map((key) => record[key]).find((each) => typeof each === 'string' || typeof each === 'number');
  return found === undefined ? '' : String(found);
}

/** Name and informal statement of a record of a dataset; '' where it has none. */
export function informalPart(record: Record<string, unknown>): { name: string; text: string } {
  return { name: fieldOf(record, NAMES), text: withoutProof(fieldOf(record, TEXTS)) };
}

function withoutProof(text: string): string {
  return text.split(PROOF)[0]!.trim();
}

/**
 * `input`: the name of a .jsonl or .pdf file, or one text as `readStatementText` takes it. `pages`: of the PDF; null for all.
 * The statements of a PDF are no batch: one of them is meant.
 * @throws {Failure} exit `usage`
 */
export async function readProblems(
  input: string,
  pages: readonly PageRange[] | null,
  stdin: Readable,
  context: Pick<CommandContext, 'cwd' | 'signal' | 'log'>,
): Promise<{ problems: ProblemInWords[]; file: string | null }> {
  if (isPdf(input, context.cwd)) {
    const { statementsOfPdf } = await import('./pdf-statements.ts');
    const statements = await statementsOfPdf(input, pages, context);
    const problems = statements.map((text, at) => ({ id: String(at + 1), statement: requireStatement(text) }));
    return { problems, file: null };
  }
  if (pages !== null) {
    throw new Failure('usage', 'usage', {
      message: '--pages needs a PDF.',
      next: 'Omit --pages, or give a .pdf file.',
    });
  }
  if (/^\S+\.jsonl$/u.test(input)) return { problems: await readBatch(input, context.cwd), file: input };
  return { problems: [{ id: '1', statement: await readStatementText(input, stdin, context) }], file: null };
}

/** A single word with this extension is always taken as a path. */
function isPdf(input: string, cwd: string): boolean {
  return extname(input).toLowerCase() === '.pdf' && (!/\s/u.test(input) || fileExists(resolve(cwd, input)));
}

/** @throws {Failure} exit `usage` if the file cannot be read, a line has no usable statement, or an id is used twice */
async function readBatch(file: string, cwd: string): Promise<ProblemInWords[]> {
  const path = resolve(cwd, file);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new Failure('usage', 'batch-unreadable', {
      message: `${file} cannot be read.`,
      reason: (cause as Error).message,
      next: 'Give a file with one JSON object per line, each with an id and a statement.',
      cause,
    });
  }
  return problemsInBatch(text, file);
}

/** `shown`: the name of the file in errors. @throws {Failure} as `readBatch` */
export function problemsInBatch(text: string, shown: string): ProblemInWords[] {
  const problems: ProblemInWords[] = [];
  const places = new Map<string, string>();
  for (const { value, place } of jsonLines(text, shown, RECORD, malformed)) {
    const { name, text: informal } = informalPart(value);
    const id = name === '' ? String(problems.length + 1) : name;
    const statement = readStatement(informal === '' ? withoutProof(fieldOf(value, OWN_TEXTS)) : informal, place);
    const before = places.get(id);
    if (before !== undefined) throw malformed(place, `The id ${id} is used before: ${before}.`);
    if (id.length > MAX_ID) throw malformed(place, `The id has more than ${MAX_ID} characters.`);
    places.set(id, place);
    problems.push({ id, statement });
  }
  if (problems.length === 0) throw malformed(shown, 'It has no problem.');
  return problems;
}

function readStatement(text: string, place: string): string {
  if (text === '') throw malformed(place, 'It has no statement in words.');
  try {
    return requireStatement(text);
  } catch (error) {
    throw error instanceof Failure ? malformed(place, error.detail.message) : error;
  }
}

/** As stored with a run: `problemsInBatch` reads it. */
export function batchText(problems: readonly ProblemInWords[]): string {
  return problems.map(({ id, statement }) => `${JSON.stringify({ id, statement })}\n`).join('');
}

function malformed(place: string, reason: string): Failure {
  return new Failure('usage', 'batch-malformed', {
    message: `${place} is not a problem to formalize.`,
    reason,
    next: 'Write one JSON object per line: {"id": "…", "statement": "Every compact subset of a Hausdorff space is closed."}',
  });
}
