/** Reads datasets of problems that have an informal and a formal statement, in the formats of public benchmarks. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { readLeanFile } from '../../lean/read-file.ts';
import { jsonLines } from '../../session/json-lines.ts';
import { fieldOf, informalPart, RECORD } from '../../session/batch-problems.ts';

export interface InformalProblem {
  name: string;
  /** The informal statement, without a proof. */
  text: string;
  /** The formal statement with what precedes it in its file. */
  lean: string;
  /** Definitions that the dataset itself gives for the problem; null if it gives none. */
  dependencies: string[] | null;
}

export interface InformalProblems {
  problems: InformalProblem[];
  /** Records and files without an informal or a formal statement. */
  incomplete: number;
}

/** The first key with a value counts. */
const HEADER = ['header', 'lean4_src_header'];
const HELPER = ['helper'];
const FORMAL = ['formal_stmt', 'formal_statement', 'lean4_formalization', 'formal'];
const DEPENDENCIES = ['mathlib_dependencies', 'hard_dependencies'] as const;

/**
 * `path`: a JSON array, JSON Lines, or a folder of Lean files whose last theorem has the informal statement as its
 * docstring.
 * @throws {Failure} if the path cannot be read, a record is malformed, or no problem is found
 */
export async function readInformalProblems(path: string): Promise<InformalProblems> {
  const found = await readAny(path);
  if (found.problems.length === 0) throw malformed(path, 'It has no record with an informal and a formal statement.');
  return found;
}

async function readAny(path: string): Promise<InformalProblems> {
  try {
    if ((await stat(path)).isDirectory()) return await readFolder(path);
    const text = await readFile(path, 'utf8');
    return path.endsWith('.json') ? problemsInArray(text, path) : problemsInLines(text, path);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure('usage', 'dataset-unreadable', { message: `Cannot read ${path}.`, reason: String(cause), cause });
  }
}

async function readFolder(folder: string): Promise<InformalProblems> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.lean')).sort();
  const read = files.map(async (file) =>
    problemInLean(basename(file, '.lean'), await readFile(join(folder, file), 'utf8')),
  );
  return complete(await Promise.all(read));
}

export function problemsInLines(text: string, shown: string): InformalProblems {
  return complete(Array.from(jsonLines(text, shown, RECORD, malformed), ({ value }) => problemInRecord(value)));
}

export function problemsInArray(text: string, shown: string): InformalProblems {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed(shown, `Not valid JSON: ${String(cause)}`);
  }
  const records = z.array(RECORD).safeParse(value);
  if (!records.success) throw malformed(shown, 'It is not an array of objects.');
  return complete(records.data.map(problemInRecord));
}

/** The statement is the last theorem of the file, and its docstring is the informal one. */
export function problemInLean(name: string, lean: string): InformalProblem | null {
  const doc = readLeanFile(lean, name).declarations.findLast(({ kind }) => kind === 'theorem' || kind === 'lemma')?.doc;
  return doc === undefined || doc === null ? null : { name, text: doc, lean, dependencies: null };
}

function problemInRecord(record: Record<string, unknown>): InformalProblem | null {
  const { name, text } = informalPart(record);
  const formal = fieldOf(record, FORMAL);
  if (text === '' || formal === '') return null;
  const lean = [fieldOf(record, HEADER), fieldOf(record, HELPER), formal].filter((part) => part !== '').join('\n');
  const given = DEPENDENCIES.flatMap((key) => z.array(z.string()).safeParse(record[key]).data ?? []);
  return { name, text, lean, dependencies: DEPENDENCIES[0] in record ? given : null };
}

function complete(read: readonly (InformalProblem | null)[]): InformalProblems {
  const problems = read.filter((problem) => problem !== null);
  return { problems, incomplete: read.length - problems.length };
}

function malformed(place: string, reason: string): Failure {
  return new Failure('usage', 'dataset-malformed', {
    message: `${place} is not a dataset of informal and formal statements.`,
    reason,
    next: 'Write one JSON object per line: {"name": "…", "informal_statement": "…", "header": "…", "formal_statement": "theorem …"}',
  });
}
