/** Hash of an entry's content, the key for embeddings and caches. */
import { sha256 } from '../base/hash.ts';
import type { NewEntry } from './entry.ts';

export function contentHash({ kind, title, headings, body, proof }: NewEntry): string {
  return sha256(JSON.stringify([kind, title, headings, body, proof]));
}
