/** The neighbourhood of a declaration as the graph of a picture. */
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import { ALL_LABELS, neighboursOf } from './adjacency.ts';
import { dependencies, type DependencyQuery } from './dependencies.ts';
import { DEPENDENCY, type DependencyGraph } from './dependency-graph.ts';
import type { PictureGraph, PictureNode, PictureType } from './picture-graph.ts';

export interface NeighbourhoodQuery {
  start: number;
  hops: number;
  /** Maximum number of nodes, the start included. */
  most: number;
}

export interface Neighbourhood {
  graph: PictureGraph;
  /** Number of declarations that the maximum leaves out. */
  leftOut: number;
}

/**
 * What the declaration uses and what uses it, up to `hops` steps in each direction, nearest first; of both kinds
 * equally many if there is not room for all. `linkOf`: the address of its documentation.
 */
export function declarationPicture(
  index: LibraryIndex,
  { edges, back }: DependencyGraph,
  { start, hops, most }: NeighbourhoodQuery,
  linkOf: (row: DeclarationRow) => string | null,
): Neighbourhood {
  const query: DependencyQuery = { start, hops, most: most - 1, labels: ALL_LABELS, listed: null };
  const [uses, usedBy] = [dependencies(edges, back, query, true), dependencies(back, edges, query, false)];
  const half = Math.ceil((most - 1) / 2);
  const fromUses = Math.min(uses.nodes.length, Math.max(half, most - 1 - usedBy.nodes.length));
  const chosen = [...uses.nodes.slice(0, fromUses), ...usedBy.nodes.slice(0, most - 1 - fromUses)];
  const rows = new Map(
    index.rows([...new Set([start, ...chosen.map(({ node }) => node)])]).map((row) => [row.id, row]),
  );
  const ids = idsOf([...rows.values()]);
  return {
    graph: {
      title: rows.get(start)!.name,
      nodes: [...rows.values()].map((row) => nodeOf(row, ids.get(row.id)!, linkOf(row))),
      edges: [...rows.keys()].flatMap((node) =>
        neighboursOf(edges, node)
          .filter((other) => rows.has(other) && other !== node)
          .map((other) => ({ from: ids.get(node)!, to: ids.get(other)!, role: roleOf(edges, node, other) })),
      ),
    },
    leftOut: uses.found + usedBy.found + 1 - rows.size,
  };
}

/** Names. Private declarations of several files may have the same one, so further ones get their module. */
function idsOf(rows: readonly DeclarationRow[]): Map<number, string> {
  const seen = new Set<string>();
  return new Map(
    rows.map(({ id, name, module }) => {
      const unique = seen.has(name) ? `${name} (${module}, ${id})` : name;
      seen.add(unique);
      return [id, unique];
    }),
  );
}

/** Where the declaration names the other one. */
function roleOf(edges: DependencyGraph['edges'], node: number, other: number): string {
  const has = (bit: number): boolean => neighboursOf(edges, node, bit).includes(other);
  if (has(DEPENDENCY.statement)) return 'statement';
  return has(DEPENDENCY.value) ? 'value' : 'origin';
}

const TYPES: Record<string, PictureType> = {
  ...{ theorem: 'theorem', lemma: 'theorem', axiom: 'theorem' },
  ...{ def: 'definition', abbrev: 'definition', structure: 'definition', class: 'definition' },
  ...{ inductive: 'definition', coinductive: 'definition', opaque: 'definition' },
};

function nodeOf(row: DeclarationRow, id: string, link: string | null): PictureNode {
  const { name, kind, module, signature, doc } = row;
  return {
    id,
    label: name,
    title: '',
    type: TYPES[kind] ?? 'declaration',
    state: null,
    field: module.split('.').slice(0, 2).join('.'),
    details: [`${kind} in ${module}`, signature, doc ?? ''].filter((part) => part !== '').join('\n\n'),
    link,
  };
}
