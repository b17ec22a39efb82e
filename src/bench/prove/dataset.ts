/** Reads datasets: folders of `.lean` files, single `.lean` files, and JSON Lines files. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { problemsInLines } from './dataset-lines.ts';
import { hasProofHole, makeProblem, type BenchProblem } from './problem.ts';

export interface DatasetOptions {
  /** Base folder for reading and showing paths. Problems without a file of their own are treated as files in it. */
  cwd: string;
  /** Whether the informal statement is added to the file as the docstring of the theorem. */
  withInformal: boolean;
}

/**
 * Reads all problems of all paths, in order. Skips files without a hole in a proof: they are library files.
 * @throws {Failure} exit `usage`: missing path, malformed line, duplicate name, or no problem.
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
  if (kind === null) throw missing(path);
  if (kind.isDirectory()) return readFolder(absolute, options);
  if (absolute.endsWith('.lean')) return readLean([absolute], dirname(absolute), options);
  return problemsInLines(await readText(absolute), {
    folder: options.cwd,
    shown: path,
    withInformal: options.withInformal,
  });
}

/** Reads the `.lean` files under `folder`, sorted by path. Skips build output and hidden folders. */
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

/** Tags from the first line of the form `-- tags: retrieval, nat`. */
function tagsIn(text: string): string[] {
  const line = /^-- tags:(.*)$/m.exec(text)?.[1] ?? '';
  return line.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const message = `Cannot read ${path}.`;
    throw new Failure('usage', 'dataset-unreadable', { message, reason: String(cause), cause });
  }
}

function requireUnique(problems: readonly BenchProblem[]): void {
  const places = new Map<string, string>();
  for (const { name, place } of problems) {
    const before = places.get(name);
    if (before !== undefined) throw duplicate(name, before, place);
    places.set(name, place);
  }
}

function duplicate(name: string, before: string, place: string): Failure {
  return new Failure('usage', 'problem-twice', {
    message: `Two problems are named ${name}: ${before} and ${place}.`,
    reason: 'Results, proofs and comparisons are keyed by name.',
    next: 'Rename one of them, or pass one dataset at a time.',
  });
}

function missing(path: string): Failure {
  return new Failure('usage', 'dataset-missing', {
    message: `There is no dataset at ${path}.`,
    next: 'lemmahead bench prove --help',
  });
}

function empty(path: string): Failure {
  return new Failure('usage', 'dataset-empty', {
    message: `${path} contains no problem.`,
    reason: 'A problem is a .lean file with a sorry in a proof, or a line of JSON.',
    next: 'Write one JSON object per line: {"name": "…", "header": "import …", "formal_statement": "theorem … := by sorry"}',
  });
}
