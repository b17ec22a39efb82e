/** Finds the declarations that a `graph` command names. */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { DEPENDENCY } from '../graph/dependency-graph.ts';
import { ALL_LABELS } from '../graph/adjacency.ts';
import { findDeclaration } from '../search/find-declaration.ts';
import type { PLACES_OF_USE } from '../options/graph-options.ts';
import type { OpenGraph } from './command-graph.ts';

export interface NamedNode {
  node: number;
  notices: string[];
}

/** A field or constructor means its structure. @throws {Failure} `declaration-unknown`, `declaration-ambiguous` */
export function nodeNamed(name: string, { index, graph }: OpenGraph): NamedNode {
  const { row, notices, candidates, isAmbiguous } = findDeclaration(index, name);
  if (row === null) throw unknownName(name, candidates, isAmbiguous);
  const node = graph.owner[row.id]!;
  if (node === row.id) return { node, notices };
  return { node, notices: [...notices, `${row.name} is a part of ${index.row(node)!.name}.`] };
}

function unknownName(name: string, candidates: readonly string[], isAmbiguous: boolean): Failure {
  const reason =
    candidates.length === 0 ? undefined : `${isAmbiguous ? 'It may be' : 'Similar names:'} ${candidates.join(', ')}`;
  return new Failure('no', isAmbiguous ? 'declaration-ambiguous' : 'declaration-unknown', {
    message: isAmbiguous ? `${name} is ambiguous.` : `No declaration is named ${name}.`,
    ...(reason === undefined ? {} : { reason }),
    next: isAmbiguous ? 'Give the full name.' : 'lemmahead search NAME',
  });
}

/** The labels of edges that `--in` selects. */
export function labelsIn(place: (typeof PLACES_OF_USE)[number]): number {
  return place === 'any' ? ALL_LABELS : DEPENDENCY[place];
}

/** The rows of this module and those below it; null without a prefix. @throws {Failure} `module-unknown` */
export function rowsOfModule(index: LibraryIndex, prefix: string | null): ReadonlySet<number> | null {
  if (prefix === null) return null;
  const sql =
    'SELECT d.id FROM decls d JOIN files f ON f.id = d.file_id WHERE f.module = ? OR substr(f.module, 1, ?) = ?';
  const ids = index.all<{ id: number }>(sql, prefix, prefix.length + 1, `${prefix}.`);
  if (ids.length > 0) return new Set(ids.map(({ id }) => id));
  throw new Failure('no', 'module-unknown', {
    message: `No module of the index begins with ${prefix}.`,
    next: 'lemmahead index stats',
  });
}
