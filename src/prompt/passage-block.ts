/** Passages of the library as a model is shown them: whole ones, within a room. */
import type { Entry } from '../library/entry.ts';
import { clip } from './fitting.ts';

/** What is shown of a passage. */
export type PassageShown = Pick<Entry, 'called' | 'number' | 'title' | 'headings' | 'body' | 'proof' | 'source'>;

/**
 * Characters of LaTeX that are counted for a token: no model's own tokenizer is at hand, and most make fewer tokens of
 * a text than this.
 */
const CHARS_A_TOKEN = 3;

/**
 * At most `mostTokens` tokens, best first. A passage is shown whole or passed over, for a problem is worth little without
 * its solution; where the room is too small for any, the first is cut. Empty for none.
 */
export function passageBlock(passages: readonly PassageShown[], mostTokens: number): string {
  const room = mostTokens * CHARS_A_TOKEN;
  const shown: string[] = [];
  let length = 0;
  for (const passage of passages) {
    const text = `[${shown.length + 1}] ${passageText(passage)}`;
    if (length + text.length > room) continue;
    shown.push(text);
    length += text.length + 2;
  }
  const [first] = passages;
  if (shown.length === 0 && first !== undefined && room > 0) shown.push(clip(`[1] ${passageText(first)}`, room));
  return shown.join('\n\n');
}

function passageText({ called, number, title, headings, body, proof, source }: PassageShown): string {
  const name = [called, number ?? '', title === '' ? '' : `(${title})`].filter((word) => word !== '').join(' ');
  const from = [source, ...headings].join(', ');
  const head = name === '' ? `From ${from}:` : `${name}, from ${from}:`;
  return proof === null ? `${head}\n${body.trim()}` : `${head}\n${body.trim()}\nProof. ${proof.trim()}`;
}
