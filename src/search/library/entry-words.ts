/** What the words of an entry are: the stems of its LaTeX or Markdown, by the tokeniser that also reads queries. */
import { latexToPlain } from '../../index/words/latex.ts';
import { NumberList } from '../../index/number-list.ts';
import { Tokeniser } from '../../index/words/tokens.ts';
import type { EntryWords, WordReader } from '../../library/word-rows.ts';

/** Raised whenever the same text gives other stems. */
const VERSION = 1;

/** Commands whose argument names something else, or nothing that is said. Bounded: brackets that never close are many in bad text. */
const POINTERS =
  /\\(?:label|ref|eqref|cref|Cref|autoref|pageref|cite[tp]?|citet|input|include|includegraphics|vspace|hspace|begin|end|glsadd)\*?(?:\[[^\]]{0,1000}\])*\{[^{}]{0,1000}\}/g;
/** Commands that say how something looks; what they are given stays. */
const LOOKS =
  /\\(?:emph|textbf|textit|textsl|textsc|texttt|textrm|underline|mbox|hbox|myindex|item|par|noindent|medskip|smallskip|bigskip|left|right|displaystyle|footnote|qquad|quad|nonumber|leavevmode|pagebreak)(?![A-Za-z])/g;

/** `H\\"older`, `Poincar\\'{e}`: the letter alone. */
const ACCENTS = /\\[`'^"~=.]\s?(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))|\\[cvuHdbkr]\{([A-Za-z])\}/g;
/** What a text sets off: the notions that it names. */
const SET_OFF =
  /\\(?:emph|textbf|textit|defn|myindex|term|dfn)\s*\{([^{}]*)\}|\{\\(?:em|it|bf)\s([^{}]*)\}|\*\*([^*]+)\*\*/g;

/** The text as the tokeniser reads it: formulas in symbols and words, letters without marks. Queries are read by it too. */
export function plainText(text: string): string {
  const unmarked = text
    .replace(ACCENTS, '$1$2$3')
    .normalize('NFD')
    .replace(/(?<=[A-Za-z])\p{M}+/gu, '')
    .normalize('NFC');
  return latexToPlain(unmarked.replace(POINTERS, ' ').replace(LOOKS, ' '));
}

/** The notions that a text sets off, such as those it defines. */
function notionsOf(text: string): string {
  return Array.from(text.matchAll(SET_OFF), (match) => match.slice(1).find(Boolean) ?? '').join('\n');
}

class EntryReader implements WordReader {
  readonly version = VERSION;
  readonly #tokeniser = new Tokeniser();
  readonly #atoms = new NumberList();

  read({ title, called, headings, body, proof }: Parameters<WordReader['read']>[0]): EntryWords {
    return {
      title: this.#stems(title),
      called: this.#stems(`${called}\n${notionsOf(body)}`),
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

/** A reader of entries' words. It remembers the words it has met: one for many entries is faster than many. */
export function entryReader(): WordReader {
  return new EntryReader();
}
