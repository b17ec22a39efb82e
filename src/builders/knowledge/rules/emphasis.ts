/** Terms that a text emphasises, in LaTeX, Markdown or wikitext. */
import { titleText } from '../../../sources/latex/title-text.ts';
import { maskFormulas } from './masked-text.ts';

export interface EmphasisedTerm {
  /** On one line, without fonts. */
  text: string;
  /** Offsets of the term with its markup. */
  start: number;
  end: number;
}

const INSIDE = String.raw`((?:[^{}]|\{[^{}]*\})*)`;
const EMPHASIS = new RegExp(
  [
    String.raw`\\(?:emph|text(?:bf|it|sl)|defn|defnterm|underline|index)\s*\{${INSIDE}\}`,
    String.raw`\{\s*\\(?:em|bf|it|sl|bfseries|itshape)\b\s*${INSIDE}\}`,
    String.raw`(?<!')'{2,5}(?!')((?:[^'\n]|'(?!'))+)'{2,5}(?!')`,
    "``((?:[^`'\n]|'(?!'))+)''",
    String.raw`(?<![*\w])\*\*?(?![\s*])([^*\n]+?)\*\*?(?![*\w])`,
    String.raw`(?<![_\w])__?(?![\s_])([^_\n]+?)__?(?![_\w])`,
    String.raw`<dfn>([^<]*)</dfn>`,
  ].join('|'),
  'g',
);

/** In the order of the text; formulas inside a term stay. */
export function emphasisedTerms(text: string): EmphasisedTerm[] {
  // In a formula, `*` and `_` mean something else; the mask keeps all offsets.
  return [...maskFormulas(text, '$').matchAll(EMPHASIS)].flatMap((found) => {
    const masked = found.slice(1).find((group) => group !== undefined && group.trim() !== '');
    if (masked === undefined) return [];
    const at = found.index + found[0].indexOf(masked);
    const inside = text.slice(at, at + masked.length);
    const term = titleText(
      inside.replaceAll(String.raw`\/`, '').replaceAll(/\[\[(?:[^\][|]*\|)?([^\][]*)\]\]/g, '$1'),
    ).replaceAll(/^[\s.,;:]+|[\s.,;:]+$/g, '');
    return term === '' ? [] : [{ text: term, start: found.index, end: found.index + found[0].length }];
  });
}
