/** Passages of the library as a model is shown them: whole ones, within a room. */
import type { Entry } from '../library/entry.ts';
import { estimatedTokens } from '../sources/token-estimate.ts';
import { clip } from './fitting.ts';

/** What is shown of a passage. */
export type PassageShown = Pick<Entry, 'called' | 'number' | 'title' | 'headings' | 'body' | 'proof' | 'source'>;

/**
 * At most `mostTokens` tokens by estimate, best first. A passage is shown whole or passed over, for a problem is worth little without
 * its solution; where the room is too small for any, the first is cut. Empty for none.
 */
export function passageBlock(passages: readonly PassageShown[], mostTokens: number): string {
  const shown: string[] = [];
  let tokens = 0;
  for (const passage of passages) {
    const text = `[${shown.length + 1}] ${passageText(passage)}`;
    const more = estimatedTokens(`${text}\n\n`);
    if (tokens + more > mostTokens) continue;
    shown.push(text);
    tokens += more;
  }
  const [first] = passages;
  if (shown.length === 0 && first !== undefined && mostTokens > 0)
    shown.push(cut(`[1] ${passageText(first)}`, mostTokens));
  return shown.join('\n\n');
}

function cut(text: string, mostTokens: number): string {
  return clip(text, Math.floor((text.length * mostTokens) / estimatedTokens(text)));
}

function passageText({ called, number, title, headings, body, proof, source }: PassageShown): string {
  const name = [called, number ?? '', title === '' ? '' : `(${title})`].filter((word) => word !== '').join(' ');
  const from = [source, ...headings].join(', ');
  const head = name === '' ? `From ${from}:` : `${name}, from ${from}:`;
  return proof === null ? `${head}\n${body.trim()}` : `${head}\n${body.trim()}\nProof. ${proof.trim()}`;
}
