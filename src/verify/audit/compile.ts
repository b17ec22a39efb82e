/** Compiles one Lean text in a scratch folder of its own: what Lean says of it, and the compiled module. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { type ProcessOutcome, runProcess } from '../../lean/process/process.ts';
import type { SandboxLevel } from '../../lean/process/sandbox.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import { endOf, type LeanEnd } from '../trial/cold.ts';
import { removeScratch } from '../../lean/process/scratch-folder.ts';

/**
 * The module as which a text is compiled that belongs to no project. Private names have it in them, so an original and
 * its candidate share it. It is not to be guessed: a proof can ask for the name of its module, and be honest under one.
 */
export const MODULE = `Lemmahead${randomBytes(8).toString('hex')}`;

export interface Bounds {
  /** The confinement in which what was not trusted is compiled. */
  sandbox: SandboxLevel;
  /** For each process. */
  timeoutMs: number;
  /** Address space of each process; null for no limit. */
  memoryBytes: number | null;
  signal: AbortSignal;
  /** The module that the text is in its project, as parts of its path; null for one that nobody can guess. */
  module?: readonly string[] | null;
}

export type Compilation =
  | { kind: 'compiled'; diagnostics: Diagnostic[]; olean: string; folder: string }
  | { kind: 'failed'; diagnostics: Diagnostic[] }
  | Extract<LeanEnd, { kind: 'stopped' }>;

/**
 * `folder` is made, must not be there yet, and is the only one that the process may write to; it stays where the text
 * compiled. Whether it is the imports that failed is not told from what the process said: `HeaderCheck` asks.
 */
export async function compile(
  text: string,
  folder: string,
  installation: LeanInstallation,
  bounds: Bounds,
): Promise<Compilation> {
  const path = join(folder, ...(bounds.module ?? [MODULE]));
  await mkdir(folder);
  await mkdir(dirname(path), { recursive: true });
  const [file, olean] = [`${path}.lean`, `${path}.olean`];
  await writeFile(file, text);
  const { lean, options, environment, projectRoot, readable } = installation;
  const outcome = await runProcess({
    command: lean,
    args: ['--json', ...options, '-R', folder, '-o', olean, file],
    cwd: projectRoot ?? folder,
    environment,
    confinement: { level: bounds.sandbox, scratch: folder, readable },
    ...(bounds.memoryBytes === null ? {} : { limits: { memoryBytes: bounds.memoryBytes } }),
    timeoutMs: bounds.timeoutMs,
    signal: bounds.signal,
  });
  // Whatever it may have put in the place of its own text is not looked at again.
  await removeScratch(file);
  const compilation = compilationOf(outcome, lean, { olean, folder });
  // What failed leaves nothing that anyone reads.
  if (compilation.kind !== 'compiled') await removeScratch(folder);
  return compilation;
}

function compilationOf(outcome: ProcessOutcome, lean: string, made: { olean: string; folder: string }): Compilation {
  const end = endOf(outcome, lean);
  if (end.kind === 'stopped') return end;
  const errors = end.diagnostics.filter(({ severity }) => severity === 'error');
  const exitCode = outcome.kind === 'exited' ? outcome.exitCode : null;
  if (errors.length > 0 || exitCode !== 0) return { kind: 'failed', diagnostics: errors };
  return { kind: 'compiled', diagnostics: end.diagnostics, ...made };
}
