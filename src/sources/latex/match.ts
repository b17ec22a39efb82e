/** Matches braces, and `\begin` with `\end`, also in a source with errors. */
import type { Mark } from './scan.ts';

export interface Matching {
  /** For each mark the index of its partner, or -1. */
  pairs: Int32Array;
  errors: { code: 'environment-open' | 'environment-unopened' | 'brace-open' | 'brace-unopened'; mark: Mark }[];
}

/**
 * An `\end` closes the last open `\begin` of its name, even if something between them is still open. An unmatched
 * `\begin` or `\end` inside braces is not an error, because macros are defined that way.
 */
export function matchMarks(marks: readonly Mark[]): Matching {
  const matcher = new Matcher(marks);
  for (const [at, { kind }] of marks.entries()) {
    if (kind === 'open' || kind === 'begin') matcher.open(at);
    else if (kind === 'close') matcher.closeBrace(at);
    else if (kind === 'end') matcher.closeEnvironment(at);
  }
  return matcher.finish();
}

class Matcher {
  readonly #marks: readonly Mark[];
  readonly #pairs: Int32Array;
  readonly #errors: Matching['errors'] = [];
  readonly #stack: number[] = [];
  /** Number of open marks on the stack by name; braces under ''. */
  readonly #open = new Map<string, number>();

  constructor(marks: readonly Mark[]) {
    this.#marks = marks;
    this.#pairs = new Int32Array(marks.length).fill(-1);
  }

  open(at: number): void {
    this.#stack.push(at);
    this.#count(at, 1);
  }

  closeBrace(at: number): void {
    if (!this.#open.get('')) this.#error('brace-unopened', at);
    else this.#closeDownTo(at, '', null);
  }

  closeEnvironment(at: number): void {
    const { name } = this.#marks[at]!;
    if (this.#open.get(name)) this.#closeDownTo(at, name, 'environment-open');
    else if (!this.#open.get('')) this.#error('environment-unopened', at);
  }

  finish(): Matching {
    while (this.#stack.length > 0) this.#leaveOpen(this.#pop(), 'environment-open');
    return { pairs: this.#pairs, errors: this.#errors.toSorted((a, b) => a.mark.start - b.mark.start) };
  }

  #closeDownTo(at: number, name: string, between: 'environment-open' | null): void {
    for (;;) {
      const opened = this.#pop();
      if (this.#marks[opened]!.name === name) {
        this.#pairs[opened] = at;
        this.#pairs[at] = opened;
        return;
      }
      this.#leaveOpen(opened, between);
    }
  }

  #leaveOpen(opened: number, code: 'environment-open' | null): void {
    if (this.#marks[opened]!.kind === 'open') this.#error('brace-open', opened);
    else if (code !== null) this.#error(code, opened);
  }

  #pop(): number {
    const opened = this.#stack.pop()!;
    this.#count(opened, -1);
    return opened;
  }

  #count(at: number, by: number): void {
    const { name } = this.#marks[at]!;
    this.#open.set(name, (this.#open.get(name) ?? 0) + by);
  }

  #error(code: Matching['errors'][number]['code'], at: number): void {
    this.#errors.push({ code, mark: this.#marks[at]! });
  }
}
