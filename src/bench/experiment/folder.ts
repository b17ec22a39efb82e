/** The folder of an experiment: its request, its results as they arrive, and the final report. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { Journal, completeLines } from '../../base/journal.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { writeAtomically } from '../../base/atomic-write.ts';
import { takeLock, type Lock } from '../../base/lock.ts';
import { valueOr } from '../../base/read-or-null.ts';
import { LocalWork, type Unit } from '../../base/work.ts';

/** What distinguishes one kind of experiment from others. */
export interface ExperimentKind<Result extends object> {
  /** The file that describes the experiment. */
  manifest: string;
  /** The schema of that file. */
  schema: string;
  /** Identifies a result. It is also the id of the unit of work that makes the result. */
  keyOf: (result: Result) => string;
  /** Reads a line of the stored results. Null if it is not a result. */
  read: (value: unknown) => Result | null;
  /** The commands to start an experiment and, before its folder, to resume it. */
  commands: { start: string; resume: string };
}

/** The settings that determine the results, by label. If one differs, it is a different experiment. */
export const planSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const manifestSchema = z.object({
  schema: z.string(),
  began_at: z.string(),
  options: z.unknown().describe('the options of the command'),
  plan: planSchema.describe('everything that determines the results; a folder with another plan is not resumed'),
});

export type Plan = z.infer<typeof planSchema>;

/** Top-p in a plan. Older plans have none, so it is absent if it is not set. */
export const topPPlan = (topP: number | null): Plan => (topP === null ? {} : { 'top-p': topP });
export type Manifest = z.infer<typeof manifestSchema>;

const RESULTS = 'results.jsonl';

/** @throws {Failure} exit `usage` if it is not a folder of this kind. */
export function readManifest(
  kind: Pick<ExperimentKind<never>, 'manifest' | 'schema' | 'commands'>,
  folder: string,
): Manifest {
  try {
    const value = JSON.parse(readFileSync(join(folder, kind.manifest), 'utf8')) as Partial<Manifest> | null;
    if (value?.schema === kind.schema && value.plan !== undefined) return value as Manifest;
    throw new Error(`${kind.manifest} has another schema`);
  } catch (cause) {
    throw new Failure('usage', 'no-bench-folder', {
      message: `${folder} is not a benchmark folder that can be resumed.`,
      reason: cause instanceof Error ? cause.message : String(cause),
      next: kind.commands.start,
    });
  }
}

/**
 * The folder that `--out` names. Otherwise a new one under `bench/`, named by the time in UTC. Random digits
 * distinguish experiments of the same second: one must not resume the other.
 */
export function experimentPath(
  out: string | null,
  { cwd, dataHome, prefix = '' }: { cwd: string; dataHome: string; prefix?: string },
): string {
  if (out !== null) return resolve(cwd, out);
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return join(dataHome, 'bench', `${prefix}${time}-${randomBytes(3).toString('hex')}`);
}

function makeOwnFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOTDIR') {
      throw new Failure('usage', 'bench-folder-unwritable', {
        message: `${path} cannot be made.`,
        reason: message,
        next: 'Name another folder with --out.',
        cause,
      });
    }
    throw new Failure('usage', 'bench-folder-is-file', {
      message: `${path} is a file, or below one.`,
      next: 'Name another folder with --out.',
    });
  }
}

export class ExperimentFolder<Result extends object> {
  readonly path: string;
  readonly manifest: Manifest;
  readonly #kind: ExperimentKind<Result>;
  readonly #lock: Lock;
  readonly #journal: Journal;
  /** By key; a later result replaces an earlier one. */
  readonly #results = new Map<string, Result>();

  /**
   * Creates the folder, or opens an existing one to resume.
   * @throws {Failure} exit `usage` if the folder contains other files or another plan, `missing` if another process
   * uses it.
   */
  constructor(kind: ExperimentKind<Result>, path: string, options: unknown, plan: Plan) {
    this.#kind = kind;
    this.path = path;
    makeOwnFolder(path);
    this.#lock = takeLock(join(path, 'lock'), (holder) => busy(path, holder?.pid ?? null));
    try {
      this.manifest = this.#manifest(options, plan);
      this.#journal = this.#openResults();
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  get results(): Result[] {
    return [...this.#results.values()];
  }

  result(key: string): Result | null {
    return this.#results.get(key) ?? null;
  }

  /** Stores the result. It is on disk when this returns. */
  store(result: Result): void {
    this.#journal.append(result);
    this.#journal.sync();
    this.#results.set(this.#kind.keyOf(result), result);
  }

  /** The units whose result is missing or must be made again. */
  remaining<U extends Unit & { id: string }>(units: readonly U[], isRepeated: (result: Result) => boolean): U[] {
    return units.filter(({ id }) => {
      const known = this.result(id);
      return known === null || isRepeated(known);
    });
  }

  /** Work for `runUnits` on these units. It stores each result in this folder. */
  workOn<U extends Unit & { id: string }>(units: readonly U[]): LocalWork<U, Result> {
    return new LocalWork(units, (_, result) => this.store(result));
  }

  /** Writes the file atomically. */
  write(name: string, text: string): void {
    const path = join(this.path, name);
    makeFolder(dirname(path));
    writeAtomically(path, text);
  }

  close(): void {
    this.#journal.close();
    this.#lock.release();
  }

  #manifest(options: unknown, plan: Plan): Manifest {
    const { manifest: file, schema, commands } = this.#kind;
    if (!existsSync(join(this.path, file))) {
      if (existsSync(join(this.path, RESULTS))) throw damagedFolder(this.path, `there are results without ${file}`);
      const manifest: Manifest = { schema, began_at: new Date().toISOString(), options, plan };
      this.write(file, `${JSON.stringify(manifest, null, 2)}\n`);
      return manifest;
    }
    const manifest = readManifest(this.#kind, this.path);
    const names = [...new Set([...Object.keys(manifest.plan), ...Object.keys(plan)])];
    const differing = names.filter((name) => (manifest.plan[name] ?? null) !== (plan[name] ?? null));
    if (differing.length > 0)
      throw differs(`${commands.resume} ${this.path}`, this.path, manifest.plan, plan, differing);
    return manifest;
  }

  /** Removes a line that was only partly written when the process was killed. Its run is repeated. */
  #openResults(): Journal {
    const path = join(this.path, RESULTS);
    const lines = existsSync(path) ? completeLines(path) : [];
    for (const [at, line] of lines.entries()) {
      const result = valueOr(null, () => this.#kind.read(JSON.parse(line)));
      if (result === null) throw damagedFolder(this.path, `line ${at + 1} of ${RESULTS} is not a result`);
      this.#results.set(this.#kind.keyOf(result), result);
    }
    return new Journal(path);
  }
}

/** The folder has invalid content. */
export function damagedFolder(path: string, reason: string): Failure {
  return new Failure('usage', 'bench-folder-damaged', {
    message: `The benchmark in ${path} cannot be resumed.`,
    reason,
    next: 'Pass another --out.',
  });
}

function differs(resume: string, path: string, before: Plan, now: Plan, names: readonly string[]): Failure {
  const changes = names.map((name) => `${name} was ${before[name] ?? 'none'} and is ${now[name] ?? 'none'}`);
  return new Failure('usage', 'bench-differs', {
    message: `${path} contains a different benchmark, and results of different benchmarks must not be mixed.`,
    reason: changes.join('; '),
    next: `Pass another --out, or resume the existing benchmark: ${resume}`,
  });
}

function busy(path: string, pid: number | null): Failure {
  return new Failure('missing', 'bench-busy', {
    message: `The benchmark in ${path} is already running${pid === null ? '' : ` in process ${pid}`}.`,
    next: 'Wait for that process to end, or stop it.',
  });
}
