/** Extracts the word stems of an entry's LaTeX or Markdown, with the tokeniser that also reads queries. */
import { latexToPlain } from '../../index/words/latex.ts';
import { NumberList } from '../../index/number-list.ts';
import { Tokeniser } from '../../index/words/tokeniser.ts';
import type { EntryWords, WordReader } from '../../library/word-rows.ts';

/** Increment if the same text gives other stems. */
const VERSION = 2;

/** Commands whose argument is a reference or layout, not text. Bounded, because bad text has many unclosed brackets. */
const POINTERS =
  /\\(?:label|ref|eqref|cref|Cref|autoref|pageref|cite[tp]?|citet|input|include|includegraphics|vspace|hspace|begin|end|glsadd)\*?(?:\[[^\]]{0,1000}\])*\{[^{}]{0,1000}\}/g;
/** Formatting commands. Their arguments are kept. */
const FORMATTING =
  /\\(?:emph|textbf|textit|textsl|textsc|texttt|textrm|underline|mbox|hbox|myindex|item|par|noindent|medskip|smallskip|bigskip|left|right|displaystyle|footnote|qquad|quad|nonumber|leavevmode|pagebreak)(?![A-Za-z])/g;

/** Accents, as in `H\\"older` and `Poincar\\'{e}`. Replaced by the plain letter. */
const ACCENTS = /\\[`'^"~=.]\s?(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))|\\[cvuHdbkr]\{([A-Za-z])\}/g;
/** Emphasized text: terms that the entry names or defines. */
const EMPHASIZED =
  /\\(?:emph|textbf|textit|defn|myindex|term|dfn)\s*\{([^{}]*)\}|\{\\(?:em|it|bf)\s([^{}]*)\}|\*\*([^*]+)\*\*/g;

/** Text for the tokeniser: formulas as symbols and words, letters without accents. Also used for queries. */
export function plainText(text: string): string {
  const unmarked = text
    .replace(ACCENTS, '$1$2$3')
    .normalize('NFD')
    .replace(/(?<=[A-Za-z])\p{M}+/gu, '')
    .normalize('NFC');
  return latexToPlain(unmarked.replace(POINTERS, ' ').replace(FORMATTING, ' '));
}

/** Emphasized terms of a text, such as those it defines. */
function emphasizedTerms(text: string): string {
  return Array.from(text.matchAll(EMPHASIZED), (match) => match.slice(1).find(Boolean) ?? '').join('\n');
}

class EntryReader implements WordReader {
  readonly version = VERSION;
  readonly #tokeniser = new Tokeniser();
  readonly #atoms = new NumberList();

  read({ title, called, headings, body, proof }: Parameters<WordReader['read']>[0]): EntryWords {
    return {
      title: this.#stems(title),
      called: this.#stems(`${called}\n${emphasizedTerms(body)}`),
      headings: this.#stems(headings.join('\n')),
      body: this.#stems(body),
      proof: this.#stems(proof ?? ''),
    };
  }

  #stems(text: string): string {
    const { vocabulary, ids, idStarts } = this.#tokeniser;
    this.#atoms.clear();
    this.#tokeniser.collect(plainText(text), this.#atoms);
    const stems: string[] = [];
    for (const atom of this.#atoms.items.subarray(0, this.#atoms.length)) {
      for (let at = idStarts.items[atom]!; at < idStarts.items[atom + 1]!; at++)
        stems.push(vocabulary[ids.items[at]!]!);
    }
    return stems.join(' ');
  }
}

/** Creates a reader of entries' words. It caches words, so reuse one reader for many entries. */
export function entryReader(): WordReader {
  return new EntryReader();
}
