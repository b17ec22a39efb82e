/** The pool of rows that a proof may name at its place, from which a ranking must find the rows that it does name. */
import { KINDS } from '../../../src/lean/declaration.ts';
import type { Example } from './examples.ts';
import type { Library } from './library.ts';

/** `statements`: rows that a proof can cite and `prove` retrieves; `all`: every declaration. */
export type PoolKind = 'statements' | 'all';

const STATEMENTS = new Set(['theorem', 'lemma', 'axiom', 'alias', 'constructor']);
const DEPRECATED = 2;

export function isInPool(library: Library, id: number, pool: PoolKind): boolean {
  const { kind, flags } = library.index.columns;
  if ((flags[id]! & DEPRECATED) !== 0) return false;
  return pool === 'all' || STATEMENTS.has(KINDS[kind[id]!] ?? '');
}

/** One byte per row: 1 if the example's proof may name it. */
export function poolOf(library: Library, { id: own, fileId, line }: Example, pool: PoolKind): Uint8Array {
  const { files, names } = library;
  const allowed = new Uint8Array(files.length);
  const imported = new Map<number, boolean>();
  for (let id = 0; id < files.length; id++) {
    if (names[id] === '' || id === own || !isInPool(library, id, pool)) continue;
    const file = files[id]!;
    let isImported = imported.get(file);
    if (isImported === undefined)
      imported.set(file, (isImported = file === fileId || library.isImported(fileId, file)));
    if (isImported && library.isUsable(id, { fileId, line })) allowed[id] = 1;
  }
  return allowed;
}
