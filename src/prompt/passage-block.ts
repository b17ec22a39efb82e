/** Formats library passages for a prompt within a token limit. */
import type { Entry } from '../library/entry.ts';
import { estimatedTokens } from '../sources/token-estimate.ts';
import { clip } from './fitting.ts';

/** The displayed fields of a passage. */
export type PassageContent = Pick<Entry, 'called' | 'number' | 'title' | 'headings' | 'body' | 'proof' | 'source'>;

/**
 * Formats at most `maxTokens` estimated tokens, best first. A passage is included in full or skipped, because a problem
 * is of little use without its solution. If none fits, the first one is truncated. Empty if there are no passages.
 */
export function passageBlock(passages: readonly PassageContent[], maxTokens: number): string {
  const blocks: string[] = [];
  let tokens = 0;
  for (const passage of passages) {
    const text = `[${blocks.length + 1}] ${passageText(passage)}`;
    const added = estimatedTokens(`${text}\n\n`);
    if (tokens + added > maxTokens) continue;
    blocks.push(text);
    tokens += added;
  }
  const [first] = passages;
  if (blocks.length === 0 && first !== undefined && maxTokens > 0)
    blocks.push(truncate(`[1] ${passageText(first)}`, maxTokens));
  return blocks.join('\n\n');
}

function truncate(text: string, maxTokens: number): string {
  return clip(text, Math.floor((text.length * maxTokens) / estimatedTokens(text)));
}

function passageText({ called, number, title, headings, body, proof, source }: PassageContent): string {
  const name = [called, number ?? '', title === '' ? '' : `(${title})`].filter((word) => word !== '').join(' ');
  const from = [source, ...headings].join(', ');
  const head = name === '' ? `From ${from}:` : `${name}, from ${from}:`;
  return proof === null ? `${head}\n${body.trim()}` : `${head}\n${body.trim()}\nProof. ${proof.trim()}`;
}
