/** Labels that the LaTeX of a piece refers to, as by `\ref`. */
import { REFERENCE_COMMANDS } from './writer-words.ts';

const REFERENCE = new RegExp(String.raw`\\(?:${[...REFERENCE_COMMANDS].join('|')})\*?\{([^{}]*)\}`, 'gu');

/**
 * What stands before a reference to a text that is only a model: `as in the proof of`, `similar to`, `the same as that of`,
 * `in place of`. One word such as `Lemma` may follow.
 */
const COMPARISON = new RegExp(
  [
    String.raw`\b(?:(?:proof|argument|reasoning)s?\s+(?:of|for|in|from)|(?:similar|analogous|identical)(?:ly)?\s+to`,
    String.raw`|(?:in\s+place|instead)\s+of|same\s+as)`,
    String.raw`\s+(?:(?:that|those|the\s+(?:proof|argument))\s+of\s+)?(?:the\s+)?(?:[a-z]+)?[\s~]*$`,
  ].join(''),
  'iu',
);
/** Longer than what `COMPARISON` matches. */
const CHARS_BEFORE = 80;

/** By label, in the order of the text: whether the text uses it somewhere, and not only as a model. */
function mentions(text: string): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const { index, 1: list } of text.matchAll(REFERENCE)) {
    const isUse = !COMPARISON.test(text.slice(Math.max(0, index - CHARS_BEFORE), index));
    for (const label of list!.split(',').map((each) => each.trim()))
      if (label !== '') found.set(label, isUse || found.get(label) === true);
  }
  return found;
}

/** Those that the text uses, each once, in the order of the text. `\uses` is no reference in the text. */
export function labelsInText(text: string): string[] {
  return [...mentions(text)].flatMap(([label, isUse]) => (isUse ? [label] : []));
}

/** Those that the text names only as models, as in `repeat the proof of`. */
export function comparedLabels(text: string): string[] {
  return [...mentions(text)].flatMap(([label, isUse]) => (isUse ? [] : [label]));
}
