/** The text of a declaration that is embedded, and the key of its vector. */
import { sha256 } from '../base/hash.ts';
import type { DeclarationRow } from '../index/library-index.ts';

const MAX_LENGTH = 4000;
const HASH_LENGTH = 16;

export function declarationText({ name, signature, doc, module }: DeclarationRow): string {
  const parts = [name, doc ?? '', signature, module];
  return parts
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, MAX_LENGTH);
}

/** Hash and name: the name finds it in a rebuilt index, the hash shows that the text is unchanged. */
export function declarationKey(name: string, text: string): string {
  return `${sha256(text).slice(0, HASH_LENGTH)} ${name}`;
}

/** Extracts the name from a key. */
export function nameInKey(key: string): string {
  return key.slice(HASH_LENGTH + 1);
}
