/** Which of Lean's messages count against a text in which a `sorry` may stand: of that Lean warns, unless warnings are errors. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';

const SORRY = 'declaration_uses_sorry';

/** A `sorry` is none of them. */
export function errorsOutsideHoles(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity, class: what }) => severity === 'error' && what !== SORRY);
}

/** A `sorry` is one of them. */
export function errorsAndHoles(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity, class: what }) => severity === 'error' || what === SORRY);
}
