/** The folder of a benchmark: what was asked, each result as it comes, and in the end the report. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { Journal, wholeLines } from '../../base/journal.ts';
import { writeAtomically } from '../../base/atomic-write.ts';
import { takeLock, type Lock } from '../../base/lock.ts';
import { fileName } from './problem.ts';
import { NO_PASSAGES, resultKey, type RunResult } from './result.ts';

/** What decides the results, each with the words that name it: another one is another benchmark. */
export type Plan = Record<string, string | number | boolean | null>;

export interface Manifest {
  schema: 'lemmahead/bench-folder@1';
  began_at: string;
  /** As the command was given them, for `--resume`. */
  options: unknown;
  plan: Plan;
}

const MANIFEST = 'bench.json';
const RESULTS = 'results.jsonl';

/** @throws {Failure} exit `usage` where it is no folder of a benchmark. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Manifest> | null;
    if (value?.schema === 'lemmahead/bench-folder@1' && value.plan !== undefined) return value as Manifest;
    throw new Error(`${MANIFEST} says that it is something else`);
  } catch (cause) {
    throw new Failure({
      exit: 'usage',
      code: 'no-bench-folder',
      message: `${folder} is no folder of a benchmark that could be gone on with.`,
      reason: cause instanceof Error ? cause.message : String(cause),
      next: 'lemmahead bench prove --dataset PATH --strategy portfolio --out FOLDER',
    });
  }
}

export class BenchFolder {
  readonly path: string;
  readonly manifest: Manifest;
  readonly #lock: Lock;
  readonly #journal: Journal;
  /** The last one of each key counts. */
  readonly #results = new Map<string, RunResult>();

  /**
   * Begins it, or opens it to go on.
   * @throws {Failure} exit `usage` where something else lies there or another plan was begun there, `missing` where
   * another process is at it.
   */
  constructor(path: string, options: unknown, plan: Plan) {
    this.path = path;
    mkdirSync(path, { recursive: true });
    this.#lock = takeLock(join(path, 'lock'), (holder) => busy(path, holder?.pid ?? null));
    try {
      this.manifest = this.#manifest(options, plan);
      this.#journal = this.#openResults();
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  get results(): RunResult[] {
    return [...this.#results.values()];
  }

  result(of: Pick<RunResult, 'system' | 'problem' | 'run'>): RunResult | null {
    return this.#results.get(resultKey(of)) ?? null;
  }

  /** On the disk before it returns. */
  keep(result: RunResult): void {
    this.#journal.append(result);
    this.#journal.sync();
    this.#results.set(resultKey(result), result);
  }

  /** Where the record of one run lies. */
  runFolder({ system, problem, run }: Pick<RunResult, 'system' | 'problem' | 'run'>): string {
    return join(this.path, 'runs', fileName(system), fileName(problem), String(run + 1));
  }

  /** Whole or not at all. */
  write(name: string, text: string): void {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, text);
  }

  close(): void {
    this.#journal.close();
    this.#lock.release();
  }

  #manifest(options: unknown, plan: Plan): Manifest {
    if (!existsSync(join(this.path, MANIFEST))) {
      if (existsSync(join(this.path, RESULTS))) throw readFailure(this.path, 'there are results without bench.json');
      const manifest: Manifest = {
        schema: 'lemmahead/bench-folder@1',
        began_at: new Date().toISOString(),
        options,
        plan,
      };
      this.write(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
      return manifest;
    }
    const manifest = readManifest(this.path);
    const names = [...new Set([...Object.keys(manifest.plan), ...Object.keys(plan)])];
    const differing = names.filter((name) => (manifest.plan[name] ?? null) !== (plan[name] ?? null));
    if (differing.length > 0) throw differs(this.path, manifest.plan, plan, differing);
    return manifest;
  }

  /** A line that a kill left half written is taken away; the run it was of is made again. */
  #openResults(): Journal {
    const path = join(this.path, RESULTS);
    const lines = existsSync(path) ? wholeLines(path) : [];
    for (const [at, line] of lines.entries()) {
      const result = resultIn(line);
      if (result === null) throw readFailure(this.path, `line ${at + 1} of ${RESULTS} is no result`);
      this.#results.set(resultKey(result), result);
    }
    return new Journal(path);
  }
}

/** What results from before there was a library do not say. */
const NOT_THEN = { statement_from: null, passages: NO_PASSAGES };

function resultIn(line: string): RunResult | null {
  try {
    const value = JSON.parse(line) as Partial<RunResult> | null;
    return typeof value?.system === 'string' && typeof value.state === 'string'
      ? { ...NOT_THEN, ...(value as RunResult) }
      : null;
  } catch {
    return null;
  }
}

function readFailure(path: string, reason: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'bench-folder-damaged',
    message: `The benchmark in ${path} cannot be gone on with.`,
    reason,
    next: 'Give another --out.',
  });
}

function differs(path: string, before: Plan, now: Plan, names: readonly string[]): Failure {
  const words = names.map((name) => `${name} was ${before[name] ?? 'none'} and is ${now[name] ?? 'none'}`);
  return new Failure({
    exit: 'usage',
    code: 'bench-differs',
    message: `${path} holds another benchmark: its results are not to be mixed with these.`,
    reason: words.join('; '),
    next: `Give another --out, or go on with what it is: lemmahead bench prove --resume ${path}`,
  });
}

function busy(path: string, pid: number | null): Failure {
  return new Failure({
    exit: 'missing',
    code: 'bench-busy',
    message: `The benchmark in ${path} is going on${pid === null ? '' : ` in process ${pid}`}.`,
    next: 'Wait for it to end, or end it.',
  });
}
