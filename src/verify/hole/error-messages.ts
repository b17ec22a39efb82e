/** Which of Lean's messages are errors in a text that may contain `sorry`. Lean reports a `sorry` as a warning or an error. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';

const SORRY = 'declaration_uses_sorry';

/** The errors, without the messages about a `sorry`. */
export function errorsOutsideHoles(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity, class: type }) => severity === 'error' && type !== SORRY);
}

/** The errors and all messages about a `sorry`. */
export function errorsAndHoles(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity, class: type }) => severity === 'error' || type === SORRY);
}
