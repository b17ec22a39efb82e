/** What of an entry is embedded: all that its content hash covers, as much as models read. */
import type { Entry } from '../../library/entry.ts';

/** Characters; about 3,000 tokens of LaTeX, where models read 512 to 8,192 and leave out the rest. */
const LONGEST = 8000;

export function entryText({ kind, title, headings, body, proof }: Entry): string {
  const parts = [headings.join(' › '), [kind, title].filter((word) => word !== '').join(': '), body];
  if (proof !== null) parts.push(kind === 'problem' ? 'Solution.' : 'Proof.', proof);
  return parts
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, LONGEST);
}
