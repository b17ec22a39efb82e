/** What of a declaration is embedded, and the key that its vector is kept by. */
import { sha256 } from '../base/hash.ts';
import type { DeclarationRow } from '../index/library-index.ts';

const LONGEST = 4000;
const HASH = 16;

export function declarationText({ name, signature, doc, module }: DeclarationRow): string {
  const parts = [name, doc ?? '', signature, module];
  return parts
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, LONGEST);
}

/** Its name, by which it is found in an index that was built anew, and a hash by which it is known to say the same. */
export function declarationKey(name: string, text: string): string {
  return `${sha256(text).slice(0, HASH)} ${name}`;
}

/** The name in a key. */
export function nameInKey(key: string): string {
  return key.slice(HASH + 1);
}
