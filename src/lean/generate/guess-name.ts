/**
 * The name that `to_additive` and similar attributes give to a translated declaration, guessed from words.
 *
 * Follows `Mathlib/Tactic/Translate/GuessName.lean` step by step: splits into words, maps each word, fixes
 * abbreviations. The dictionaries are read from the indexed library.
 */

export interface NameDictionaries {
  /** Lower-case word to capitalised words: `monoid` to `Add`, `Monoid`. */
  words: ReadonlyMap<string, readonly string[]>;
  /** Joined words with a lower-case start to their replacement: `zero_le` to `Nonneg`. */
  abbreviations: ReadonlyMap<string, string>;
}

/** Words that end in capitals, with possible continuations of the same word. */
const END_CAPITALS: ReadonlyMap<string, readonly string[]> = new Map([
  ...['LE', 'LT', 'GE', 'GT', 'WF'].map((word): [string, string[]] => [word, ['']]),
  ['Coe', ['TC', 'T', 'HTCT']],
]);

const isUpper = (code: number): boolean => code >= 65 && code <= 90;

/** Capitals outside ASCII are kept, as in Lean's `String.toLower`. */
function lowerAscii(text: string): string {
  if (!/[A-Z]/.test(text)) return text;
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** Splits `InvHMulLE_ne_top` into `Inv`, `HMul`, `LE`, `_`, `ne`, `_`, `top`. The words join to the same name. */
export function splitCase(name: string): string[] {
  const words: string[] = [];
  let start = 0;
  for (let at = 0; at + 1 < name.length; at++) {
    const here = name.charCodeAt(at);
    const next = name.charCodeAt(at + 1);
    let end = -1;
    if (here === 95 || next === 95) end = at + 1;
    else if (isUpper(next)) {
      const continuations = END_CAPITALS.get(name.slice(start, at + 1));
      const continuation = continuations?.find((text) => name.startsWith(text, at + 1));
      if (continuation !== undefined) end = at + 1 + continuation.length;
      else if (!isUpper(here)) end = at + 1;
    }
    if (end > 0) {
      words.push(name.slice(start, end));
      start = end;
      at = end - 1;
    }
  }
  words.push(name.slice(start));
  return words;
}

/** Lower-cases the capitals at the start: `HMulOne` to `hmulOne`, as `ABc` to `abc`. */
export function decapitalizeSequence(name: string): string {
  let end = 0;
  while (end < name.length && isUpper(name.charCodeAt(end))) end++;
  return end === 0 ? name : name.slice(0, end).toLowerCase() + name.slice(end);
}

function decapitalizeLike(model: string, name: string): string {
  // The empty string counts as capitalised, as in the original.
  return model === '' || isUpper(model.charCodeAt(0)) ? name : decapitalizeSequence(name);
}

export class NameGuesser {
  readonly #dictionaries: NameDictionaries;
  readonly #longestAbbreviation: number;
  readonly #known = new Map<string, string>();

  constructor(dictionaries: NameDictionaries) {
    this.#dictionaries = dictionaries;
    this.#longestAbbreviation = Math.max(0, ...[...dictionaries.abbreviations.keys()].map((key) => key.length));
  }

  /** Whether it knows no words because the library has no dictionaries. */
  get isEmpty(): boolean {
    return this.#dictionaries.words.size === 0 && this.#dictionaries.abbreviations.size === 0;
  }

  /** Translates one name component. */
  guess(name: string): string {
    let result = this.#known.get(name);
    if (result === undefined) {
      result = name.includes("'")
        ? name
            .split("'")
            .map((piece) => this.#piece(piece))
            .join("'")
        : this.#piece(name);
      this.#known.set(name, result);
    }
    return result;
  }

  /** A guesser that also knows `pairs`, both capitalised; used after a name hint for the rest of a file. */
  withHints(pairs: readonly (readonly [string, string])[]): NameGuesser {
    const words = new Map(this.#dictionaries.words);
    const abbreviations = new Map(this.#dictionaries.abbreviations);
    for (const [source, target] of pairs) {
      const key = decapitalizeSequence(source);
      if (splitCase(key).length === 1) words.set(key, splitCase(target));
      else abbreviations.set(key, target);
    }
    return new NameGuesser({ words, abbreviations });
  }

  #piece(name: string): string {
    return this.#fixAbbreviations(splitCase(name).flatMap((word) => this.#mapWord(word)));
  }

  #mapWord(word: string): readonly string[] {
    const mapped = this.#dictionaries.words.get(lowerAscii(word));
    if (mapped === undefined) return [word];
    return [decapitalizeLike(word, mapped[0] ?? ''), ...mapped.slice(1)];
  }

  /** Replaces, at each word, the shortest run of words that is an abbreviation; otherwise keeps the word. */
  #fixAbbreviations(words: readonly string[]): string {
    const { abbreviations } = this.#dictionaries;
    let result = '';
    let start = 0;
    while (start < words.length) {
      let run = '';
      let replacement: string | undefined;
      let end = start;
      while (end < words.length && run.length <= this.#longestAbbreviation) {
        const word = words[end++]!;
        run += word;
        // A run that starts with a capital and contains an underscore matches nothing: `eventuallyLE_one`.
        if (word === '_' && isUpper(run.charCodeAt(0))) break;
        replacement = abbreviations.get(decapitalizeSequence(run));
        if (replacement !== undefined) break;
      }
      if (replacement === undefined) result += words[start++]!;
      else {
        result += decapitalizeLike(run, replacement);
        start = end;
      }
    }
    return result;
  }
}
