/** Reads the atoms of many short texts without allocating a list for each. */
import { NumberList } from '../index/number-list.ts';
import type { Atom, Tokeniser } from '../index/words/tokeniser.ts';

export class AtomReader {
  readonly #tokeniser: Tokeniser;
  readonly #numbers = new NumberList();
  /** Atoms by their number in the tokeniser. */
  readonly #cached: (Atom | undefined)[] = [];
  readonly #atoms: Atom[] = [];

  constructor(tokeniser: Tokeniser) {
    this.#tokeniser = tokeniser;
  }

  /** Like the tokeniser's `scan`. The list is valid until the next call. */
  read(text: string): readonly Atom[] {
    const numbers = this.#numbers;
    numbers.clear();
    this.#tokeniser.collect(text, numbers);
    this.#atoms.length = numbers.length;
    for (let at = 0; at < numbers.length; at++) {
      const atom = this.#cached[numbers.items[at]!] ?? this.#learn(text, at);
      this.#atoms[at] = atom;
    }
    return this.#atoms;
  }

  /** Caches all atoms of the text. Returns the atom at `at`. */
  #learn(text: string, at: number): Atom {
    const scanned = this.#tokeniser.scan(text);
    scanned.forEach((atom, i) => (this.#cached[this.#numbers.items[i]!] = atom));
    return scanned[at]!;
  }
}
