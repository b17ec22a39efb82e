/** Checks whether Lean can load the imports of a text. Lean gets only the header, so no command of the text runs. */
import { headerErrorIn, headerOf, headerText } from '../../lean/file-header.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { UncheckedReason } from '../verdict.ts';
import type { LeanEnd } from './cold.ts';

/** Why a text could not be checked: its imports cannot be loaded, or the check of the header was stopped. */
export interface HeaderFailure {
  why: UncheckedReason;
  detail: string;
  /** The position of Lean's error, 1-based line and 0-based column in code points; null if the check was stopped. */
  place: { line: number; column: number } | null;
}

export type RunLean = (text: string, signal: AbortSignal) => Promise<LeanEnd>;

/** Caches the result for each header: it assumes that built modules stay available. */
export class HeaderCheck {
  readonly #run: RunLean;
  readonly #keepsFailures: boolean;
  readonly #known = new Map<string, HeaderFailure | null>();

  /** `keepsFailures`: a module that is missing now is not built later. */
  constructor(run: RunLean, { keepsFailures = true } = {}) {
    this.#run = run;
    this.#keepsFailures = keepsFailures;
  }

  /** Records that Lean has compiled `text`, so its imports are available. */
  recordSuccess(text: string): void {
    this.#known.set(headerOf(text), null);
  }

  /**
   * Null if `messages`, Lean's output for `text`, are not about the header. The text itself may have printed them, so they
   * only decide whether to run the check; the result is Lean's output for the header alone. An attacker can still import
   * a missing module, but then the reported failure is true.
   */
  async failure(text: string, messages: readonly Diagnostic[], signal: AbortSignal): Promise<HeaderFailure | null> {
    if (headerErrorIn(text, messages) === undefined) return null;
    const key = headerOf(text);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const header = headerText(text);
    const end = await this.#run(header, signal);
    // Not cached: the next run may succeed.
    if (end.kind === 'stopped') return { why: end.why, detail: end.detail, place: null };
    const error = headerErrorIn(header, end.diagnostics);
    const { line, column } = error ?? { line: 1, column: 0 };
    const failure = error ? { why: 'importsMissing' as const, detail: error.text, place: { line, column } } : null;
    if (failure === null || this.#keepsFailures) this.#known.set(key, failure);
    return failure;
  }
}
