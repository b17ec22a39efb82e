/** Where problems come from: folders of `.lean` files, single ones, and files with one JSON object a line. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { problemsInLines } from './dataset-lines.ts';
import { hasProofHole, makeProblem, type BenchProblem } from './problem.ts';

export interface DatasetOptions {
  /** Against which paths are read and shown, and in which problems without a file of their own would be files. */
  cwd: string;
  /** Whether what is to be shown goes into the file in words too, as the docstring of the theorem. */
  withInformal: boolean;
}

/**
 * All problems of all paths, in their order. Files without a hole in a proof are left out: they are library.
 * @throws {Failure} exit `usage`: a path that is not there, a line that is no problem, a name that stands twice, no problem.
 */
export async function readDatasets(paths: readonly string[], options: DatasetOptions): Promise<BenchProblem[]> {
  const problems: BenchProblem[] = [];
  for (const path of paths) {
    const found = await readDataset(path, options);
    if (found.length === 0) throw empty(path);
    for (const problem of found) problems.push(problem);
  }
  requireUnique(problems);
  return problems;
}

async function readDataset(path: string, options: DatasetOptions): Promise<BenchProblem[]> {
  const absolute = resolve(options.cwd, path);
  const kind = await stat(absolute).catch(() => null);
  if (kind === null) throw notThere(path);
  if (kind.isDirectory()) return readFolder(absolute, options);
  if (absolute.endsWith('.lean')) return readLean([absolute], dirname(absolute), options);
  return problemsInLines(await readText(absolute), {
    folder: options.cwd,
    shown: path,
    withInformal: options.withInformal,
  });
}

/** `.lean` files below it, by path; what a build left and hidden folders are passed over. */
async function readFolder(folder: string, options: DatasetOptions): Promise<BenchProblem[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.lean'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(?:^|\/)(?:\.|build\/|lake-packages\/)/.test(relative(folder, file)))
    .sort();
  return readLean(files, folder, options);
}

async function readLean(files: readonly string[], root: string, { cwd }: DatasetOptions): Promise<BenchProblem[]> {
  const problems: BenchProblem[] = [];
  for (const file of files) {
    const text = await readText(file);
    if (!hasProofHole(text)) continue;
    const name = relative(root, file).replace(/\.lean$/, '');
    const place = relative(cwd, file);
    problems.push(
      makeProblem({ name, split: null, tags: tagsIn(text), text, informal: null, informalProof: null, file, place }),
    );
  }
  return problems;
}

/** The first line `-- tags: retrieval, nat` of a file says what it is of. */
function tagsIn(text: string): string[] {
  const line = /^-- tags:(.*)$/m.exec(text)?.[1] ?? '';
  return line.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const message = `${path} cannot be read.`;
    throw new Failure({ exit: 'usage', code: 'dataset-unreadable', message, reason: String(cause) }, cause);
  }
}

function requireUnique(problems: readonly BenchProblem[]): void {
  const places = new Map<string, string>();
  for (const { name, place } of problems) {
    const before = places.get(name);
    if (before !== undefined) throw twice(name, before, place);
    places.set(name, place);
  }
}

function twice(name: string, before: string, place: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'problem-twice',
    message: `Two problems are called ${name}: ${before} and ${place}.`,
    reason: 'Results, proofs and comparisons go by name.',
    next: 'Rename one of them, or give one dataset at a time.',
  });
}

function notThere(path: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'dataset-missing',
    message: `There is no dataset at ${path}.`,
    next: 'lemmahead bench prove --help',
  });
}

function empty(path: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'dataset-empty',
    message: `There is no problem in ${path}.`,
    reason: 'A problem is a .lean file with a sorry in a proof, or a line of JSON.',
    next: 'One JSON object a line: {"name": "…", "header": "import …", "formal_statement": "theorem … := by sorry"}',
  });
}
