/** What must hold before any candidate is tried: Lean runs, and finds no error in the file as it is. */
import { Failure } from '../base/errors.ts';
import { headerErrorIn } from '../lean/file-header.ts';
import type { ColdLean } from '../verify/cold.ts';

/** @throws {Failure} that names what is missing, or the first error of the file. */
export async function requireCompiles(lean: ColdLean, file: string, text: string, signal: AbortSignal): Promise<void> {
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
  const errors = end.diagnostics.filter(
    ({ severity, class: what }) => severity === 'error' && what !== 'declaration_uses_sorry',
  );
  const inHeader = headerErrorIn(text, errors);
  const error = inHeader ?? errors[0];
  if (error === undefined) return;
  const isImport = inHeader !== undefined;
  throw new Failure({
    exit: isImport ? 'missing' : 'no',
    code: isImport ? 'imports-missing' : 'file-has-errors',
    message: isImport ? `What ${file} imports is not built here.` : `${file} has errors besides its holes.`,
    reason: `${error.line}:${error.column + 1}: ${error.text.split('\n')[0] ?? ''}`,
    next: isImport
      ? 'In the project: lake exe cache get (where it uses Mathlib), then lake build.'
      : 'Mend them first, or put a sorry in their place.',
  });
}
