/** What must hold before any candidate is tried: Lean runs, and finds no error in the file as it is. */
import { Failure } from '../../base/errors.ts';
import { firstLine } from '../../base/one-line.ts';
import { explainMissingImport } from '../../lean/toolchain/missing-imports.ts';
import { errorsOutsideHoles } from '../../verify/hole/errors.ts';
import type { ColdLean } from '../../verify/trial/cold.ts';
import { isBeyondBounds, type UncheckedReason } from '../../verify/verdict.ts';

/** The settings that bound a process. */
const RAISED: Partial<Record<UncheckedReason, string>> = { timedOut: 'lean.timeout', outOfMemory: 'lean.memory' };

/** @throws {Failure} that names what is missing, or the first error of the file. */
export async function requireCompiles(
  lean: ColdLean,
  { file, text, projectRoot }: { file: string; text: string; projectRoot: string | null },
  signal: AbortSignal,
): Promise<void> {
  const end = await lean.run(text, signal);
  if (end.kind === 'stopped' && end.why === 'cancelled') return;
  if (end.kind === 'stopped') throw notGotThrough(file, end);
  const errors = errorsOutsideHoles(end.diagnostics);
  const failure = await lean.headerFailure(text, errors, signal);
  if (failure?.why === 'cancelled') return;
  if (failure !== null && failure.place === null) throw notGotThrough(file, failure);
  if (failure !== null) {
    const { why, next } = explainMissingImport(failure.detail, projectRoot);
    throw new Failure({
      exit: 'missing',
      code: 'imports-missing',
      message: `What ${file} imports cannot be had here. ${why}`,
      reason: said(failure.place, failure.detail),
      next,
    });
  }
  const error = errors[0];
  if (error === undefined) return;
  throw new Failure({
    exit: 'no',
    code: 'file-has-errors',
    message: `${file} has errors besides its holes.`,
    reason: said(error, error.text),
    next: 'Mend them first, or put a sorry in their place.',
  });
}

const said = (place: { line: number; column: number } | null, text: string): string =>
  `${place?.line ?? 1}:${(place?.column ?? 0) + 1}: ${firstLine(text)}`;

function notGotThrough(file: string, { why, detail }: { why: UncheckedReason; detail: string }): Failure {
  const raised = RAISED[why];
  return new Failure({
    exit: isBeyondBounds(why) ? 'budget' : 'missing',
    code: why === 'timedOut' ? 'lean-timed-out' : 'lean-failed',
    message: `Lean did not get through ${file} as it is.`,
    reason: detail,
    next: raised === undefined ? 'lemmahead doctor' : `Raise ${raised} (lemmahead config --explain shows it).`,
  });
}
