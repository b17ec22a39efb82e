/**
 * Runs the Lean programs of the audit (lean/*.lean). The exporter converts a compiled module to text. It reads output of an
 * untrusted process, so it runs confined and its result is not trusted. For Lean of 2021, `stored-declarations.ts` does
 * that without a process. The replayer rebuilds everything from that text and checks it with the kernel. It never sees the
 * untrusted text or files.
 */
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../../base/hash.ts';
import { firstNonEmptyLine } from '../../base/one-line.ts';
import { type ProcessOutcome, runProcess } from '../../lean/process/process.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import type { Bounds } from './compile.ts';
import { NotAnExport } from './compiled-module.ts';
import { storedDeclarations } from './stored-declarations.ts';
import type { UncheckedReason } from '../verdict.ts';

export interface Auditor {
  /** The text of the declarations of the compiled module at `olean`. */
  export(olean: string): Promise<Answer>;
  /** The replayer's output for a job. */
  replay(job: string): Promise<Answer>;
  /** Unpredictable. Never passed to a process that runs untrusted text. */
  nonce(): string;
}

/** `refused`: the program ended by itself with a failure. */
export type Answer =
  | { kind: 'answered'; stdout: string }
  | { kind: 'refused'; detail: string }
  | { kind: 'stopped'; why: UncheckedReason; detail: string };

type Program = 'export' | 'replay';
type Generation = LeanInstallation['version']['generation'];

/** The exporter of 2021 is `stored-declarations.ts`: it takes a tenth of the time that Lean takes to import its libraries. */
const programsOf = (generation: Generation): readonly Program[] =>
  generation === '2021' ? ['replay'] : ['export', 'replay'];

/** The package includes the source folder; the compiled code in `dist` finds it there too. */
const SOURCES = new URL('../../../src/verify/lean/', import.meta.url);

/** An export has about a hundred bytes per term; this is enough for the largest files of Mathlib. */
const MAX_EXPORT = 400 * 1024 * 1024;

export interface AuditorOptions {
  installation: LeanInstallation;
  /** The folder that caches the compiled programs, by toolchain and content. */
  cacheFolder: string;
  bounds: Bounds;
}

/**
 * Compiles the programs for this toolchain, or takes them from the cache.
 * @returns the failure if Lean cannot compile them: no adapter for this toolchain exists
 */
export async function openAuditor(options: AuditorOptions): Promise<Auditor | Exclude<Answer, { kind: 'answered' }>> {
  const { installation, bounds } = options;
  const { generation } = installation.version;
  const programs = programsOf(generation);
  const sources = await Promise.all(programs.map((program) => sourceOf(program, generation)));
  const folder = join(
    options.cacheFolder,
    'auditor',
    fingerprint([installation.version.text, installation.lean, ...sources]),
  );
  const failure = await build(folder, programs, sources, options);
  if (failure !== null) return failure;
  const digests = await digest(folder, programs);

  const run = async (program: Program, args: string[], input: string, scratch: string | null): Promise<Answer> => {
    // Without a sandbox, an untrusted process could have changed them.
    if ((await digest(folder, programs)) !== digests) {
      return { kind: 'stopped', why: 'auditFailed', detail: `${folder} was changed while it was in use` };
    }
    const outcome = await runProcess({
      command: installation.lean,
      args: ['--run', join(folder, `run-${program}.lean`), ...args],
      cwd: folder,
      environment: { ...installation.environment, LEAN_PATH: [folder, ...installation.searchPath].join(':') },
      input,
      maxOutput: MAX_EXPORT,
      ...(bounds.memoryBytes === null ? {} : { limits: { memoryBytes: bounds.memoryBytes } }),
      ...(scratch === null
        ? {}
        : { confinement: { level: bounds.sandbox, scratch, readable: [...installation.readable, folder] } }),
      timeoutMs: bounds.timeoutMs,
      signal: bounds.signal,
    });
    return answerOf(outcome);
  };
  return {
    export: (olean) =>
      programs.includes('export') ? run('export', [olean], '', dirname(olean)) : exportFromBytes(olean),
    replay: (job) => run('replay', [], job, null),
    nonce: () => randomBytes(16).toString('hex'),
  };
}

async function exportFromBytes(olean: string): Promise<Answer> {
  const bytes = await readPlainFile(olean, MAX_EXPORT).catch((error: unknown) => String(error));
  if (typeof bytes === 'string') return { kind: 'refused', detail: bytes };
  try {
    const text = bytes && storedDeclarations(bytes, MAX_EXPORT);
    return text === null
      ? answerOf({ kind: 'tooMuchOutput', stdout: '', stderr: '' })
      : { kind: 'answered', stdout: text };
  } catch (error) {
    if (!(error instanceof NotAnExport)) throw error;
    return { kind: 'refused', detail: error.message };
  }
}

/** Null if it is larger than `maxBytes`. The process that wrote it may have put a link or a device in its place. */
async function readPlainFile(path: string, maxBytes: number): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('it is not a file');
    return stats.size > maxBytes ? null : await file.readFile();
  } finally {
    await file.close();
  }
}

async function sourceOf(program: Program, generation: Generation): Promise<string> {
  return readFile(fileURLToPath(new URL(`${program}-${generation}.lean`, SOURCES)), 'utf8');
}

const fingerprint = (parts: readonly string[]): string => sha256(parts.join('\0')).slice(0, 16);

const moduleOf = (program: Program): string => (program === 'export' ? 'LemmaheadExport' : 'LemmaheadReplay');

/** `lean --run` elaborates its file: a file of three lines that imports the compiled program. */
const LAUNCHERS: Record<Program, string> = {
  export: 'import LemmaheadExport\n\nunsafe def main : List String → IO UInt32 := LemmaheadExport.exportMain\n',
  replay: 'import LemmaheadReplay\n\nunsafe def main : IO UInt32 := LemmaheadReplay.replayMain\n',
};

const filesOf = (program: Program): string[] => [`${moduleOf(program)}.olean`, `run-${program}.lean`];

async function digest(folder: string, programs: readonly Program[]): Promise<string | null> {
  try {
    const files = programs.flatMap(filesOf).map((name) => readFile(join(folder, name)));
    const hash = createHash('sha256');
    for (const content of await Promise.all(files)) hash.update(content);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

/** Builds in a temporary folder and renames it, so the final folder is always complete. */
async function build(
  folder: string,
  programs: readonly Program[],
  sources: readonly string[],
  { installation, bounds }: AuditorOptions,
): Promise<Exclude<Answer, { kind: 'answered' }> | null> {
  if ((await digest(folder, programs)) !== null) return null;
  await mkdir(dirname(folder), { recursive: true });
  const temporary = await mkdtemp(`${folder}.`);
  try {
    const compiled = programs.map(async (program, at) => {
      const file = join(temporary, `${moduleOf(program)}.lean`);
      await writeFile(file, sources[at] ?? '');
      await writeFile(join(temporary, `run-${program}.lean`), LAUNCHERS[program]);
      const outcome = await runProcess({
        command: installation.lean,
        args: ['-R', temporary, '-o', join(temporary, `${moduleOf(program)}.olean`), file],
        cwd: temporary,
        environment: installation.environment,
        timeoutMs: bounds.timeoutMs,
        signal: bounds.signal,
      });
      return answerOf(outcome);
    });
    for (const answer of await Promise.all(compiled)) if (answer.kind !== 'answered') return answer;
    // Another process may have created the folder first, with the same content.
    await rename(temporary, folder).catch(() => undefined);
    return (await digest(folder, programs)) === null
      ? { kind: 'refused', detail: `${folder} cannot be written` }
      : null;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function answerOf(outcome: ProcessOutcome): Answer {
  switch (outcome.kind) {
    case 'exited': {
      if (outcome.exitCode === 0) return { kind: 'answered', stdout: outcome.stdout };
      const words = firstNonEmptyLine(`${outcome.stderr}\n${outcome.stdout}`).slice(0, 300);
      const end = outcome.signal ?? `exit code ${outcome.exitCode}`;
      return { kind: 'refused', detail: words === '' ? end : `${end}: ${words}` };
    }
    case 'timedOut':
      return { kind: 'stopped', why: 'timedOut', detail: `the audit took more than ${outcome.timeoutMs / 1000} s` };
    case 'outOfMemory':
      return { kind: 'stopped', why: 'outOfMemory', detail: 'the audit ran out of memory' };
    case 'tooMuchDisk':
      return { kind: 'stopped', why: 'tooMuchDisk', detail: 'the audit used too much disk space' };
    case 'tooMuchOutput':
      return { kind: 'stopped', why: 'tooMuchOutput', detail: 'the compiled module is too large to audit' };
    case 'cancelled':
      return { kind: 'stopped', why: 'cancelled', detail: 'stopped' };
    case 'cannotLaunch':
      return { kind: 'stopped', why: 'leanMissing', detail: outcome.message };
  }
}
