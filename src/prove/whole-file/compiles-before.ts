/** Checks before any attempt that Lean runs and finds no errors in the original file. */
import { Failure } from '../../base/errors.ts';
import { firstLine } from '../../base/one-line.ts';
import { explainMissingImport } from '../../lean/toolchain/missing-imports.ts';
import { errorsOutsideHoles } from '../../verify/hole/error-messages.ts';
import type { ColdLean } from '../../verify/trial/cold.ts';
import { isBeyondBounds, type UncheckedReason } from '../../verify/verdict.ts';

/** The settings of the process limits. */
const LIMIT_SETTINGS: Partial<Record<UncheckedReason, string>> = {
  timedOut: 'lean.timeout',
  outOfMemory: 'lean.memory',
};

/** @throws {Failure} with the missing requirement or the first error of the file */
export async function requireCompiles(
  lean: ColdLean,
  { file, text, projectRoot }: { file: string; text: string; projectRoot: string | null },
  signal: AbortSignal,
): Promise<void> {
  const end = await lean.run(text, signal);
  if (end.kind === 'stopped' && end.why === 'cancelled') return;
  if (end.kind === 'stopped') throw leanFailed(file, end);
  const errors = errorsOutsideHoles(end.diagnostics);
  const failure = await lean.headerFailure(text, errors, signal);
  if (failure?.why === 'cancelled') return;
  if (failure !== null && failure.place === null) throw leanFailed(file, failure);
  if (failure !== null) {
    const { why, next } = explainMissingImport(failure.detail, projectRoot);
    throw new Failure('missing', 'imports-missing', {
      message: `The imports of ${file} are not available. ${why}`,
      reason: located(failure.place, failure.detail),
      next,
    });
  }
  const error = errors[0];
  if (error === undefined) return;
  throw new Failure('no', 'file-has-errors', {
    message: `${file} has errors in addition to its holes.`,
    reason: located(error, error.text),
    next: 'Fix these errors first, or replace the failing proofs with sorry.',
  });
}

const located = (place: { line: number; column: number } | null, text: string): string =>
  `${place?.line ?? 1}:${(place?.column ?? 0) + 1}: ${firstLine(text)}`;

function leanFailed(file: string, { why, detail }: { why: UncheckedReason; detail: string }): Failure {
  const setting = LIMIT_SETTINGS[why];
  return new Failure(
    isBeyondBounds(why) ? 'budget' : 'missing',
    why === 'timedOut' ? 'lean-timed-out' : 'lean-failed',
    {
      message: `Lean could not compile the original ${file}.`,
      reason: detail,
      next: setting === undefined ? 'lemmahead doctor' : `Raise ${setting} (lemmahead config --explain shows it).`,
    },
  );
}
