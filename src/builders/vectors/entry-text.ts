/** The text of an entry to embed: everything that its content hash covers, truncated. */
import type { Entry } from '../../library/entry.ts';

/** In characters: about 3,000 tokens of LaTeX. Models read 512 to 8,192 tokens and ignore the rest. */
const MAX_CHARS = 8000;

export function entryText({ kind, title, headings, body, proof }: Entry): string {
  const parts = [headings.join(' › '), [kind, title].filter((word) => word !== '').join(': '), body];
  if (proof !== null) parts.push(kind === 'problem' ? 'Solution.' : 'Proof.', proof);
  return parts
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, MAX_CHARS);
}
