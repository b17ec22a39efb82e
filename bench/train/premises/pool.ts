/** What a proof may name at a place, among which a ranking has to find what it does name. */
import { KINDS } from '../../../src/index/library-index.ts';
import type { Example } from './examples.ts';
import type { Library } from './library.ts';

/** `statements` can be cited in a proof, as `prove` brings them; `all` is every declaration. */
export type PoolKind = 'statements' | 'all';

const STATEMENTS = new Set(['theorem', 'lemma', 'axiom', 'alias', 'constructor']);
const DEPRECATED = 2;

export function isOfPool(library: Library, id: number, pool: PoolKind): boolean {
  const { kind, flags } = library.index.columns;
  if ((flags[id]! & DEPRECATED) !== 0) return false;
  return pool === 'all' || STATEMENTS.has(KINDS[kind[id]!] ?? '');
}

/** One byte a row: 1 if the example's proof may name it. */
export function poolOf(library: Library, { id: own, fileId, line }: Example, pool: PoolKind): Uint8Array {
  const { files, names } = library;
  const allowed = new Uint8Array(files.length);
  const reached = new Map<number, boolean>();
  for (let id = 0; id < files.length; id++) {
    if (names[id] === '' || id === own || !isOfPool(library, id, pool)) continue;
    const file = files[id]!;
    let isReached = reached.get(file);
    if (isReached === undefined) reached.set(file, (isReached = file === fileId || library.isReached(fileId, file)));
    if (isReached && library.isUsable(id, { fileId, line })) allowed[id] = 1;
  }
  return allowed;
}
