/** Labels that the LaTeX of a piece refers to, as by `\ref`. */
import { REFERENCE_COMMANDS } from './writer-words.ts';

const REFERENCE = new RegExp(String.raw`\\(?:${[...REFERENCE_COMMANDS].join('|')})\*?\{([^{}]*)\}`, 'gu');

/** Each once, in the order of the text. `\uses` is no reference in the text. */
export function labelsInText(text: string): string[] {
  const labels = [...text.matchAll(REFERENCE)].flatMap(([, list]) => list!.split(',').map((label) => label.trim()));
  return [...new Set(labels)].filter((label) => label !== '');
}
