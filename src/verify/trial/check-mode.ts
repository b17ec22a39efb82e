/** What every way of asking Lean about candidates has in common: the interface, and how a hint comes of messages. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import { onceAHole } from './memoize-per-hole.ts';
import type { Bounds } from '../audit/compile.ts';
import type { Candidate } from '../hole/candidate.ts';
import { findHoles, type Hole } from '../hole/holes.ts';
import { applyEdits, fillingOf, type Edit } from '../hole/splice.ts';
import type { UncheckedReason } from '../verdict.ts';

/** `busy`: too many questions wait already. */
export type HintReason = UncheckedReason | 'busy';

/**
 * Whether a candidate is worth the judge's time. Never a verdict: what a mode says was not audited. `remarks`: where
 * Lean proposes something (`Try this`); in `diagnostics` they stand behind the errors.
 */
export type Hint =
  | { kind: 'compiles'; remarks?: Diagnostic[] }
  | { kind: 'fails'; diagnostics: Diagnostic[] }
  | { kind: 'unchecked'; why: HintReason; detail: string };

export const NOT_BEGUN: Hint = { kind: 'unchecked', why: 'cancelled', detail: 'stopped' };

/** Asked about each hint as it comes, with the number of its candidate. */
export type IsEnough = (hint: Hint, at: number) => boolean;

/**
 * A way to try candidates. All ways agree on what compiles; they differ in what a hundred tries cost. `cold` is the one
 * that the others are measured by.
 */
export interface CheckMode {
  readonly name: 'cold' | 'batch' | 'server';
  /**
   * A hint for each of `candidates`, in their order, each in `hole` of `text` by itself, the other holes left open.
   * `text` must compile but for its holes. Lines and columns are those of the file with the candidate in it. Once
   * `isEnough` says so of a hint, no further candidate is begun; the hint of one that was not begun is `NOT_BEGUN`.
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

/** A mode that can also say whether a text as it is compiles, without a `sorry`. */
export interface TextMode extends CheckMode {
  checkText(text: string, signal: AbortSignal): Promise<Hint>;
}

/** `timeoutMs`: for one process over one file; in `server`, for one text. */
export interface ModeOptions extends Omit<Bounds, 'signal'> {
  installation: LeanInstallation;
}

/** A text that Lean is asked about. */
export interface Asked {
  text: string;
  /** Lines in which Lean may not see a `sorry`; null where it may see one anywhere. */
  doneLines: { first: number; last: number } | null;
}

/** The file with one hole filled. */
export interface Filled extends Asked {
  filling: Edit;
}

/** A text by itself, with no hole that it may still have. */
export function whole(text: string): Asked {
  return { text, doneLines: { first: 1, last: Infinity } };
}

export function fill(text: string, hole: Hole, candidate: Candidate): Filled {
  const filling = fillingOf(text, hole, candidate);
  return { filling, text: applyEdits(text, [filling]), doneLines: doneLines(text, hole, filling) };
}

/** Those of the hole's declaration; null while it has other holes. */
function doneLines(text: string, hole: Hole, filling: Edit): Asked['doneLines'] {
  const { declaration } = hole;
  if (declaration === null) return whole(text).doneLines;
  if (hasSiblings(text, hole)) return null;
  return { first: declaration.line, last: declaration.endLine + filling.text.split('\n').length - 1 };
}

const hasSiblings = onceAHole((text, { declaration }) => {
  return findHoles(text).filter((other) => other.declaration?.start === declaration?.start).length > 1;
});

/** What all messages of a run to its end come to, if it is not the imports that failed. */
export function hintOf(messages: readonly Diagnostic[], { doneLines: lines }: Pick<Asked, 'doneLines'>): Hint {
  const diagnostics = messages.filter(
    ({ severity, class: what, line }) =>
      severity === 'error' ||
      (what === 'declaration_uses_sorry' && lines !== null && lines.first <= line && line <= lines.last),
  );
  const remarks = messages.filter(({ class: what, severity }) => what === 'try_this' && severity !== 'error');
  if (diagnostics.length === 0) return remarks.length > 0 ? { kind: 'compiles', remarks } : { kind: 'compiles' };
  return { kind: 'fails', diagnostics: [...diagnostics, ...remarks] };
}
