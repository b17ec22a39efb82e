/** What an entry says, as a hash: what is embedded and cached by. */
import { sha256 } from '../base/hash.ts';
import type { NewEntry } from './entry.ts';

export function contentHash({ kind, title, headings, body, proof }: NewEntry): string {
  return sha256(JSON.stringify([kind, title, headings, body, proof]));
}
