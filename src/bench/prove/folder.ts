/** The folder of a benchmark: its request, its results as they arrive, and the final report. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { Journal, completeLines } from '../../base/journal.ts';
import { writeAtomically } from '../../base/atomic-write.ts';
import { takeLock, type Lock } from '../../base/lock.ts';
import { fileName } from './problem.ts';
import { NO_PASSAGES, resultKey, type RunResult } from './result.ts';

/** The settings that determine the results, by label. If one differs, it is a different benchmark. */
export type Plan = Record<string, string | number | boolean | null>;

export interface Manifest {
  schema: 'lemmahead/bench-folder@1';
  began_at: string;
  /** The options of the command, for `--resume`. */
  options: unknown;
  plan: Plan;
}

const MANIFEST = 'bench.json';
const RESULTS = 'results.jsonl';

/** @throws {Failure} exit `usage` if it is not a benchmark folder. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Manifest> | null;
    if (value?.schema === 'lemmahead/bench-folder@1' && value.plan !== undefined) return value as Manifest;
    throw new Error(`${MANIFEST} has another schema`);
  } catch (cause) {
    throw new Failure('usage', 'no-bench-folder', {
      message: `${folder} is not a benchmark folder that can be resumed.`,
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
  /** By key; a later result replaces an earlier one. */
  readonly #results = new Map<string, RunResult>();

  /**
   * Creates the folder, or opens an existing one to resume.
   * @throws {Failure} exit `usage` if the folder contains something else or another plan, `missing` if another process
   * uses it.
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

  result(id: Pick<RunResult, 'system' | 'problem' | 'run'>): RunResult | null {
    return this.#results.get(resultKey(id)) ?? null;
  }

  /** Stores the result. It is on disk when this returns. */
  store(result: RunResult): void {
    this.#journal.append(result);
    this.#journal.sync();
    this.#results.set(resultKey(result), result);
  }

  /** Folder of the record of one run. */
  runFolder({ system, problem, run }: Pick<RunResult, 'system' | 'problem' | 'run'>): string {
    return join(this.path, 'runs', fileName(system), fileName(problem), String(run + 1));
  }

  /** Writes the file atomically. */
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
      if (existsSync(join(this.path, RESULTS))) throw damaged(this.path, 'there are results without bench.json');
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

  /** Removes a line that was only partly written when the process was killed. Its run is repeated. */
  #openResults(): Journal {
    const path = join(this.path, RESULTS);
    const lines = existsSync(path) ? completeLines(path) : [];
    for (const [at, line] of lines.entries()) {
      const result = parseResult(line);
      if (result === null) throw damaged(this.path, `line ${at + 1} of ${RESULTS} is not a result`);
      this.#results.set(resultKey(result), result);
    }
    return new Journal(path);
  }
}

/** Fields that results written before the library existed do not have. */
const LATER_FIELDS = { statement_from: null, passages: NO_PASSAGES };

function parseResult(line: string): RunResult | null {
  try {
    const value = JSON.parse(line) as Partial<RunResult> | null;
    return typeof value?.system === 'string' && typeof value.state === 'string'
      ? { ...LATER_FIELDS, ...(value as RunResult) }
      : null;
  } catch {
    return null;
  }
}

function damaged(path: string, reason: string): Failure {
  return new Failure('usage', 'bench-folder-damaged', {
    message: `The benchmark in ${path} cannot be resumed.`,
    reason,
    next: 'Pass another --out.',
  });
}

function differs(path: string, before: Plan, now: Plan, names: readonly string[]): Failure {
  const changes = names.map((name) => `${name} was ${before[name] ?? 'none'} and is ${now[name] ?? 'none'}`);
  return new Failure('usage', 'bench-differs', {
    message: `${path} contains a different benchmark, and results of different benchmarks must not be mixed.`,
    reason: changes.join('; '),
    next: `Pass another --out, or resume the existing benchmark: lemmahead bench prove --resume ${path}`,
  });
}

function busy(path: string, pid: number | null): Failure {
  return new Failure('missing', 'bench-busy', {
    message: `The benchmark in ${path} is already running${pid === null ? '' : ` in process ${pid}`}.`,
    next: 'Wait for that process to end, or stop it.',
  });
}
