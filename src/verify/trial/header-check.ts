/** Whether Lean can load what a text imports: asked with the header alone, where none of the text's own commands runs. */
import { headerErrorIn, headerOf, headerText } from '../../lean/file-header.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { UncheckedReason } from '../verdict.ts';
import type { LeanEnd } from './cold.ts';

/** Why a text could not be looked at: its imports, or what kept Lean from telling. */
export interface HeaderFailure {
  why: UncheckedReason;
  detail: string;
  /** Where Lean says so, 1-based line and 0-based column in code points; null where it came to no end. */
  place: { line: number; column: number } | null;
}

export type RunLean = (text: string, signal: AbortSignal) => Promise<LeanEnd>;

/** Remembers each header that it was asked about: what is built now is taken to stay. */
export class HeaderCheck {
  readonly #run: RunLean;
  readonly #known = new Map<string, HeaderFailure | null>();

  /** `run` has Lean look at a text. */
  constructor(run: RunLean) {
    this.#run = run;
  }

  /** Lean got through `text`, so what it imports can be had. */
  loads(text: string): void {
    this.#known.set(headerOf(text), null);
  }

  /**
   * Null where it is not the header that `messages`, said of `text`, are about. Whoever wrote the text may have printed
   * them: they only say when it is worth asking, and what counts is what Lean says of the header alone. What he can
   * still choose is to import what is not there; that Lean says so is then true.
   */
  async failure(text: string, messages: readonly Diagnostic[], signal: AbortSignal): Promise<HeaderFailure | null> {
    if (headerErrorIn(text, messages) === undefined) return null;
    const key = headerOf(text);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const header = headerText(text);
    const end = await this.#run(header, signal);
    // What stopped it may not do so the next time.
    if (end.kind === 'stopped') return { why: end.why, detail: end.detail, place: null };
    const error = headerErrorIn(header, end.diagnostics);
    const { line, column } = error ?? { line: 1, column: 0 };
    const failure = error ? { why: 'importsMissing' as const, detail: error.text, place: { line, column } } : null;
    this.#known.set(key, failure);
    return failure;
  }
}
