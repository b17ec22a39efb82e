/** What must hold before any candidate is tried: Lean runs, and finds no error in the file as it is. */
import { Failure } from '../../base/errors.ts';
import { firstLine } from '../../base/one-line.ts';
import { headerErrorIn } from '../../lean/file-header.ts';
import { explainMissingImport } from '../../lean/toolchain/missing-imports.ts';
import { errorsBesidesHoles } from '../../verify/hole/errors.ts';
import type { ColdLean } from '../../verify/trial/cold.ts';

/** @throws {Failure} that names what is missing, or the first error of the file. */
export async function requireCompiles(
  lean: ColdLean,
  { file, text, projectRoot }: { file: string; text: string; projectRoot: string | null },
  signal: AbortSignal,
): Promise<void> {
  const end = await lean.run(text, signal);
  if (end.kind === 'stopped') {
    if (end.why === 'cancelled') return;
    const isLimit = end.why === 'timedOut' || end.why === 'outOfMemory';
    throw new Failure({
      exit: isLimit ? 'budget' : 'missing',
      code: end.why === 'timedOut' ? 'lean-timed-out' : 'lean-failed',
      message: `Lean did not get through ${file} as it is.`,
      reason: end.detail,
      next: isLimit
        ? `Raise lean.${end.why === 'timedOut' ? 'timeout' : 'memory'} (lemmahead config --explain shows it).`
        : 'lemmahead doctor',
    });
  }
  const errors = errorsBesidesHoles(end.diagnostics);
  const inHeader = headerErrorIn(text, errors);
  if (inHeader !== undefined) {
    const { why, next } = explainMissingImport(inHeader.text, projectRoot);
    throw new Failure({
      exit: 'missing',
      code: 'imports-missing',
      message: `What ${file} imports cannot be had here. ${why}`,
      reason: `${inHeader.line}:${inHeader.column + 1}: ${firstLine(inHeader.text)}`,
      next,
    });
  }
  const error = errors[0];
  if (error === undefined) return;
  throw new Failure({
    exit: 'no',
    code: 'file-has-errors',
    message: `${file} has errors besides its holes.`,
    reason: `${error.line}:${error.column + 1}: ${firstLine(error.text)}`,
    next: 'Mend them first, or put a sorry in their place.',
  });
}
