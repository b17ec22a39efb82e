/** Reads the phrases of a text, and reduces a phrase to the key by which concepts are compared. */
import { latexToPlain } from '../../index/words/latex.ts';
import { Tokeniser, type Atom } from '../../index/words/tokeniser.ts';
import { stem } from '../../index/words/stem.ts';
import { memoize } from '../../base/memoize.ts';
import { wordSet } from '../../base/words.ts';
import { longStems } from './name-words.ts';

/** A stem of a text. `isAfterOf`: it follows the word `of`. */
interface Stem {
  stem: string;
  isAfterOf: boolean;
}

interface Word extends Stem {
  surface: string;
}

/** A phrase of a text: `key` is its normal form, `words` the number of stems. */
export interface Phrase {
  key: string;
  surface: string;
  words: number;
}

/** Most words of a phrase that names a concept. */
export const MAX_CONCEPT_WORDS = 5;
/** Most words of a phrase in the translation table, which is learned and read with the same phrases. */
export const MAX_TRANSLATED_WORDS = 3;

/** Words that a phrase may contain between its stems; any other stop word ends it. */
const INSIDE_PHRASE = wordSet('of a an the in on over to with for from by at its');
const PUNCTUATION = /[;,.:()!?\n]+/;

/** Shared: splitting a word again costs more than keeping it. */
let tokeniser: Tokeniser | null = null;

/**
 * The key of a phrase: stems without stop words, British and American spelling and plurals as one, LaTeX as words, and
 * `A of B` as `B A`. So `bases of a vector space` has the key of `vector space basis`. Empty if no word is left.
 */
export function normalForm(phrase: string): string {
  return keyOf(readRuns(phrase).flat());
}

/** All phrases of one to `maxWords` stems in a text, of the longest first, in the order of the text. */
export function phrasesOf(text: string, maxWords: number): Phrase[] {
  const runs = readRuns(text);
  const phrases: Phrase[] = [];
  for (let words = maxWords; words > 0; words--) {
    for (const run of runs) {
      for (let from = 0; from + words <= run.length; from++) phrases.push(phraseOf(run.slice(from, from + words)));
    }
  }
  return phrases;
}

/**
 * Phrases that do not overlap and whose keys are accepted, longest first within each run of words: the concepts that a
 * text names. In the order of the text.
 */
export function acceptedPhrases(text: string, maxWords: number, accepts: (key: string) => boolean): Phrase[] {
  return readRuns(text).flatMap((run) => {
    const found: { from: number; phrase: Phrase }[] = [];
    const isTaken = new Array<boolean>(run.length).fill(false);
    for (let words = Math.min(maxWords, run.length); words > 0; words--) {
      for (let from = 0; from + words <= run.length; from++) {
        if (isTaken.slice(from, from + words).some(Boolean)) continue;
        const phrase = phraseOf(run.slice(from, from + words));
        if (!accepts(phrase.key)) continue;
        found.push({ from, phrase });
        isTaken.fill(true, from, from + words);
      }
    }
    return found.toSorted((a, b) => a.from - b.from).map(({ phrase }) => phrase);
  });
}

function phraseOf(words: readonly Word[]): Phrase {
  // The further stems of a symbol or a compound have no surface of their own.
  const surfaces = words.map(({ surface }) => surface).filter((surface) => surface !== '');
  return { key: keyOf(words), surface: surfaces.join(' '), words: words.length };
}

/** The distinct keys of all phrases of one to `maxWords` stems in a text. */
export function keysOf(text: string, maxWords: number): Set<string> {
  return keysOfStems(stemsOfText(text), maxWords);
}

/** What `keysOf` reads of a text: a line for each run of words, its stems with a space between them, two for `of`. */
export function stemsOfText(text: string): string {
  const line = (run: readonly Word[]) =>
    run.map(({ stem: word, isAfterOf }) => (isAfterOf ? ` ${word}` : word)).join(' ');
  return readRuns(text).map(line).join('\n');
}

/** `keysOf` for the stems of a text. */
export function keysOfStems(stems: string, maxWords: number): Set<string> {
  const keys = new Set<string>();
  if (stems === '') return keys;
  for (const line of stems.split('\n')) {
    const run = stemsOfLine(line);
    for (let from = 0; from < run.length; from++) {
      let key = run[from]!.stem;
      let hasOf = false;
      keys.add(key);
      for (let to = from + 1; to < run.length && to < from + maxWords; to++) {
        hasOf ||= run[to]!.isAfterOf;
        key += ` ${run[to]!.stem}`;
        keys.add(hasOf ? keyOf(run.slice(from, to + 1)) : key);
      }
    }
  }
  return keys;
}

function stemsOfLine(line: string): Stem[] {
  const run: Stem[] = [];
  let isAfterOf = false;
  for (const word of line.split(' ')) {
    if (word !== '') run.push({ stem: word, isAfterOf });
    isAfterOf = word === '';
  }
  return run;
}

/** `A of B` names the same as `B A`. */
function keyOf(words: readonly Stem[]): string {
  if (words.length === 1) return words[0]!.stem;
  if (!words.some(({ isAfterOf }) => isAfterOf)) return words.map(({ stem: word }) => word).join(' ');
  const parts: string[][] = [[]];
  for (const { stem: word, isAfterOf } of words) {
    if (isAfterOf && parts[0]!.length > 0) parts.unshift([word]);
    else parts[0]!.push(word);
  }
  return parts.flat().join(' ');
}

/** Formulas that stand for an object by their form. */
const FORMULAS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[A-Z}\])])\s*\[\s*[xXtTzy](?:\s*,\s*[xXtTzy])*\s*\]/g, ' ; polynomial ; '],
  [/(?:\\mathbb\s*\{?\s*R\s*\}?|ℝ)\s*\^\s*\{?\s*[nkmdN2-9]\s*\}?/g, ' ; euclidean space ; '],
  [/(?:\\mathbb\s*\{?\s*Z\s*\}?|ℤ)\s*\[\s*i\s*\]/g, ' ; gaussian integers ; '],
  [/(?:\\mathbb\s*\{?\s*F\s*\}?|𝔽)\s*_\s*\{?\s*p\s*\}?/g, ' ; finite field ; integers modulo n ; '],
];

function namedFormulas(text: string): string {
  return FORMULAS.reduce((read, [formula, words]) => read.replaceAll(formula, words), text);
}

/** A tokeniser returns the same object for the same word. The stem of a stem: `connectedness` has the stem `connected`. */
const stemsOf = memoize(({ surface, stems, isSymbol }: Atom) => {
  const agent = AGENT_NOUN.exec(surface.toLowerCase());
  if (agent !== null) return [`${agent[1]}zer`];
  return stems.flatMap((stemmed) => longStems(stem(stemmed), isSymbol));
});

/** An equalizer is not equal, and a normalizer not normal: such a noun keeps its ending. */
const AGENT_NOUN = /^([a-z]{3,}i)[sz]ers?$/u;

/** Splits a text into runs of words: punctuation, most stop words and symbols end a run. */
function readRuns(text: string): Word[][] {
  tokeniser ??= new Tokeniser();
  const runs: Word[][] = [];
  for (const segment of latexToPlain(namedFormulas(text)).split(PUNCTUATION)) {
    let run: Word[] = [];
    let isAfterOf = false;
    const endRun = () => {
      if (run.length > 0) runs.push(run);
      run = [];
      isAfterOf = false;
    };
    for (const atom of tokeniser.scan(segment)) {
      const { surface, isSymbol } = atom;
      if (atom.stems.length === 0) {
        const word = surface.toLowerCase();
        if (!INSIDE_PHRASE.has(word)) endRun();
        else if (word === 'of') isAfterOf = true;
        continue;
      }
      if (isSymbol) endRun();
      for (const [i, each] of stemsOf(atom).entries())
        run.push({ stem: each, surface: i === 0 ? surface : '', isAfterOf: isAfterOf && i === 0 });
      isAfterOf = false;
      if (isSymbol) endRun();
    }
    endRun();
  }
  return runs;
}
