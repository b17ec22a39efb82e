/** Atoms of hundreds of short texts, one after the other, without a list for each. */
import { NumberList } from '../index/number-list.ts';
import type { Atom, Tokeniser } from '../index/words/tokens.ts';

export class AtomReader {
  readonly #tokeniser: Tokeniser;
  readonly #numbers = new NumberList();
  /** By the tokeniser's number. */
  readonly #known: (Atom | undefined)[] = [];
  readonly #atoms: Atom[] = [];

  constructor(tokeniser: Tokeniser) {
    this.#tokeniser = tokeniser;
  }

  /** As the tokeniser's `scan`; the list holds until the next call. */
  read(text: string): readonly Atom[] {
    const numbers = this.#numbers;
    numbers.clear();
    this.#tokeniser.collect(text, numbers);
    this.#atoms.length = numbers.length;
    for (let at = 0; at < numbers.length; at++) {
      const atom = this.#known[numbers.items[at]!] ?? this.#learn(text, at);
      this.#atoms[at] = atom;
    }
    return this.#atoms;
  }

  /** All atoms of the text become known; gives that at `at`. */
  #learn(text: string, at: number): Atom {
    const scanned = this.#tokeniser.scan(text);
    scanned.forEach((atom, i) => (this.#known[this.#numbers.items[i]!] = atom));
    return scanned[at]!;
  }
}
