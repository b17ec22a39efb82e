/** The `CheckMode` interface, which all ways to check candidates implement, and the conversion of Lean's messages to a hint. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import { memoizePerHole } from './memoize-per-hole.ts';
import type { Bounds } from '../audit/compile.ts';
import type { Candidate } from '../hole/candidate.ts';
import { findHoles, type Hole } from '../hole/holes.ts';
import { applyEdits, fillingOf, type Edit } from '../hole/splice.ts';
import type { UncheckedReason } from '../verdict.ts';

/** `busy`: the queue is full. */
export type HintReason = UncheckedReason | 'busy';

/**
 * Whether the judge should check a candidate. A hint is never a verdict, because it is not audited. `remarks`: Lean's
 * proposals (`Try this`); in `diagnostics` they come after the errors.
 */
export type Hint =
  | { kind: 'compiles'; remarks?: Diagnostic[] }
  | { kind: 'fails'; diagnostics: Diagnostic[] }
  | { kind: 'unchecked'; why: HintReason; detail: string };

export const NOT_STARTED: Hint = { kind: 'unchecked', why: 'cancelled', detail: 'stopped' };

/** Called with each hint when it is available, and the index of its candidate. */
export type IsEnough = (hint: Hint, at: number) => boolean;

/**
 * A way to check candidates. All modes give the same results; they differ in the cost of many checks. `cold` is the
 * reference for the others.
 */
export interface CheckMode {
  readonly name: 'cold' | 'batch' | 'server';
  /**
   * Returns a hint for each candidate, in order. Each is checked separately in `hole` of `text`; the other holes stay
   * open. Apart from its holes, `text` must compile. Lines and columns refer to the file with the candidate. After
   * `isEnough` has returned true, no further candidate is started; the hint of those is `NOT_STARTED`.
   */
  check(
    text: string,
    hole: Hole,
    candidates: readonly Candidate[],
    signal: AbortSignal,
    isEnough?: IsEnough,
  ): Promise<Hint[]>;
  /** Ends every process and removes the scratch folder. */
  close(): Promise<void>;
}

/** A mode that can also check whether a text compiles as it is, without a `sorry`. */
export interface TextMode extends CheckMode {
  checkText(text: string, signal: AbortSignal): Promise<Hint>;
}

/** `timeoutMs`: for one process with one file; in the mode `server`, for one text. */
export interface ModeOptions extends Omit<Bounds, 'signal'> {
  installation: LeanInstallation;
}

/** A text for Lean to check. */
export interface TextToCheck {
  text: string;
  /** Lines in which Lean must not report a `sorry`; null if a `sorry` is allowed anywhere. */
  linesWithoutSorry: { first: number; last: number } | null;
}

/** The file with one hole filled. */
export interface FilledText extends TextToCheck {
  filling: Edit;
}

/** A text in which no `sorry` is allowed. */
export function completeText(text: string): TextToCheck {
  return { text, linesWithoutSorry: { first: 1, last: Infinity } };
}

export function fill(text: string, hole: Hole, candidate: Candidate): FilledText {
  const filling = fillingOf(text, hole, candidate);
  return { filling, text: applyEdits(text, [filling]), linesWithoutSorry: linesWithoutSorry(text, hole, filling) };
}

/** The lines of the hole's declaration; null if it has other holes. */
function linesWithoutSorry(text: string, hole: Hole, filling: Edit): TextToCheck['linesWithoutSorry'] {
  const { declaration } = hole;
  if (declaration === null) return completeText(text).linesWithoutSorry;
  if (hasSiblings(text, hole)) return null;
  return { first: declaration.line, last: declaration.endLine + filling.text.split('\n').length - 1 };
}

const hasSiblings = memoizePerHole((text, { declaration }) => {
  return findHoles(text).filter((other) => other.declaration?.start === declaration?.start).length > 1;
});

/** The hint from all messages of a completed run, provided that the imports could be loaded. */
export function hintOf(
  messages: readonly Diagnostic[],
  { linesWithoutSorry: lines }: Pick<TextToCheck, 'linesWithoutSorry'>,
): Hint {
  const diagnostics = messages.filter(
    ({ severity, class: type, line }) =>
      severity === 'error' ||
      (type === 'declaration_uses_sorry' && lines !== null && lines.first <= line && line <= lines.last),
  );
  const remarks = messages.filter(({ class: type, severity }) => type === 'try_this' && severity !== 'error');
  if (diagnostics.length === 0) return remarks.length > 0 ? { kind: 'compiles', remarks } : { kind: 'compiles' };
  return { kind: 'fails', diagnostics: [...diagnostics, ...remarks] };
}
