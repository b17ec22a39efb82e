/** Compiles one Lean text in a new scratch folder. Returns Lean's messages and the compiled module. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { type ProcessOutcome, runProcess } from '../../lean/process/process.ts';
import type { SandboxLevel } from '../../lean/process/sandbox-levels.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import { endOf, type LeanEnd } from '../trial/cold.ts';
import { removeScratch } from '../../lean/process/scratch-folder.ts';

/**
 * The module name for a text that belongs to no project. Private names contain it, so an original and its candidate share
 * it. It is unpredictable because a proof can read the name of its module and be honest only under a known name.
 */
export const MODULE = `Lemmahead${randomBytes(8).toString('hex')}`;

export interface Bounds {
  /** The confinement for compiling untrusted text. */
  sandbox: SandboxLevel;
  /** Per process. */
  timeoutMs: number;
  /** Address space of each process; null for no limit. */
  memoryBytes: number | null;
  signal: AbortSignal;
  /** The text's module in its project, as path components; null or absent for an unpredictable module. */
  module?: readonly string[] | null;
}

export type Compilation =
  | { kind: 'compiled'; diagnostics: Diagnostic[]; olean: string; folder: string }
  | { kind: 'failed'; diagnostics: Diagnostic[] }
  | Extract<LeanEnd, { kind: 'stopped' }>;

/**
 * Creates `folder`, which must not exist yet; the process may write only there. It remains if the text compiled. The
 * output of the process does not reliably show whether the imports failed: `HeaderCheck` checks that.
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
  // The process may have replaced its own text, so the file is not read again.
  await removeScratch(file);
  const compilation = compilationOf(outcome, lean, { olean, folder });
  // After a failure, nothing in the folder is needed.
  if (compilation.kind !== 'compiled') await removeScratch(folder);
  return compilation;
}

function compilationOf(outcome: ProcessOutcome, lean: string, output: { olean: string; folder: string }): Compilation {
  const end = endOf(outcome, lean);
  if (end.kind === 'stopped') return end;
  const errors = end.diagnostics.filter(({ severity }) => severity === 'error');
  const exitCode = outcome.kind === 'exited' ? outcome.exitCode : null;
  if (errors.length > 0 || exitCode !== 0) return { kind: 'failed', diagnostics: errors };
  return { kind: 'compiled', diagnostics: end.diagnostics, ...output };
}
