/**
 * `bench graph --only uses`: edges that are read from references and from Lean, against the `\uses` that the authors of
 * a blueprint wrote.
 */
import { basename } from 'node:path';
import { declaredNames, type BlueprintNode } from '../../sources/blueprint.ts';
import { comparedLabels, labelsInText } from '../../sources/latex/labels-in-text.ts';
import { EdgeList, neighboursOf } from '../../graph/adjacency.ts';
import { breadthFirst, UNREACHED } from '../../graph/kernels.ts';
import { readStatements } from '../../session/blueprint-file.ts';
import { type OpenGraph, withDependencyGraph } from '../../session/command-graph.ts';
import type { Figure } from './bench-graph-schema.ts';
import { countFigure, type Measure } from './measure.ts';

/** Declarations between two linked ones that no statement has: for all edges of Lean, and for what is added to references. */
const MOST_HELPERS = { all: 1, added: 2 };

/** Edges as `from to`, of numbers of nodes. */
type Edges = Set<string>;

const edge = (from: number, to: number): string => `${from} ${to}`;
const ends = (of: string): [from: number, to: number] => of.split(' ').map(Number) as [number, number];

function authorEdges(nodes: readonly BlueprintNode[]): Edges {
  return new Set(
    nodes.flatMap(({ statementUses, proofUses }, from) => [...statementUses, ...proofUses].map((to) => edge(from, to))),
  );
}

/** Edges by references in the text, without those to a text that is only a model. The reader also makes a reference of each `\uses`: that is the answer, not a guess. */
export function referenceEdges(nodes: readonly BlueprintNode[]): Set<string> {
  const numbers = new Map(nodes.flatMap(({ piece }, at) => piece.labels.map((label) => [label, at] as const)));
  return new Set(
    nodes.flatMap(({ piece, statement, proof }, from) => {
      const given = new Set([...statement.uses, ...(proof?.uses ?? [])]);
      const text = `${piece.body}\n${piece.proof ?? ''}`;
      const inText = new Set(labelsInText(text));
      const compared = new Set(comparedLabels(text));
      return piece.references.flatMap(({ kind, label }) => {
        const to = numbers.get(label);
        const isGuess = kind === 'refers' && (inText.has(label) || (!given.has(label) && !compared.has(label)));
        return !isGuess || to === undefined || to === from ? [] : [edge(from, to)];
      });
    }),
  );
}

/** A statement uses another if its declaration does, directly or through a declaration of no statement. */
function leanEdges(nodes: readonly BlueprintNode[], { index, graph }: OpenGraph, most: number): Edges {
  const statementsOf = new Map<number, number[]>();
  const rows = nodes.map((node, at) => {
    const own = declaredNames(node).flatMap((name) => index.idsByName(name).map((id) => graph.owner[id]!));
    for (const row of own) statementsOf.set(row, [...(statementsOf.get(row) ?? []), at]);
    return own;
  });
  const found: Edges = new Set();
  for (const [from, own] of rows.entries()) {
    const seen = new Set(own);
    let front = [...own];
    for (let helpers = 0; helpers <= most; helpers++) {
      const next: number[] = [];
      for (const row of front) {
        for (const target of neighboursOf(graph.edges, row)) {
          if (seen.has(target)) continue;
          seen.add(target);
          const statements = statementsOf.get(target);
          if (statements === undefined) next.push(target);
          else for (const to of statements) if (to !== from) found.add(edge(from, to));
        }
      }
      front = next;
    }
  }
  return found;
}

/** The edges without those that a longer path of `edges` and `given` implies: authors do not list these. */
export function directEdges(edges: Edges, given: Edges, size: number): Edges {
  const list = new EdgeList();
  for (const each of new Set([...edges, ...given])) {
    const [from, to] = ends(each);
    list.add(from, to, 1);
  }
  const graph = list.adjacency(size);
  const isImplied = (each: string): boolean => {
    const [from, to] = ends(each);
    const others = neighboursOf(graph, from).filter((other) => other !== to);
    // Not through `from` itself: in a cycle, an edge would imply itself.
    const seen = new Set([from]);
    while (others.length > 0) {
      const node = others.pop()!;
      if (node === to) return true;
      if (seen.has(node)) continue;
      seen.add(node);
      others.push(...neighboursOf(graph, node));
    }
    return false;
  };
  return new Set([...edges].filter((each) => !isImplied(each)));
}

/** Precision, recall and F₁ of `found`; precision also if an edge counts that a path of the author's edges implies. */
function figuresOf(
  row: string,
  found: Edges,
  gold: Edges,
  size: number,
  facts: { set: string; bars: Readonly<Record<string, number>> },
): Figure[] {
  const list = new EdgeList();
  for (const each of gold) {
    const [from, to] = ends(each);
    list.add(from, to, 1);
  }
  const graph = list.adjacency(size);
  const right = [...found].filter((each) => gold.has(each)).length;
  const implied = [...found].filter((each) => {
    const [from, to] = ends(each);
    return breadthFirst(graph, [from]).distance[to] !== UNREACHED;
  }).length;
  const precision = right / Math.max(1, found.size);
  const recall = right / Math.max(1, gold.size);
  const values: [column: string, value: number, n: number][] = [
    ['precision', precision, found.size],
    ['precision up to paths', implied / Math.max(1, found.size), found.size],
    ['recall', recall, gold.size],
    ['F1', precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall), gold.size],
  ];
  return values.map(([column, value]) =>
    countFigure(value, {
      ...{ row, column, set: facts.set, n: gold.size, by: 'rules' },
      bar: facts.bars[`${row} ${column}`] ?? null,
    }),
  );
}

const BARS: readonly (readonly [set: RegExp, bars: Readonly<Record<string, number>>])[] = [
  [/pfr/iu, { 'references F1': 0.84, 'Lean precision up to paths': 0.85, 'Lean recall': 0.55 }],
  [/flt/iu, { 'both F1': 0.6 }],
];

export const USES: Measure = {
  name: 'uses',
  needs: ['index', 'blueprint'],
  run: ({ context, folders }) =>
    withDependencyGraph(context, async (open) => {
      const figures: Figure[] = [];
      for (const folder of folders.blueprint) {
        const { nodes } = await readStatements(folder, folder);
        const set = basename(folder);
        const facts = { set, bars: BARS.find(([pattern]) => pattern.test(set))?.[1] ?? {} };
        const gold = authorEdges(nodes);
        const [references, lean] = [referenceEdges(nodes), leanEdges(nodes, open, MOST_HELPERS.all)];
        const added = directEdges(leanEdges(nodes, open, MOST_HELPERS.added), references, nodes.length);
        const systems: [row: string, found: Edges][] = [
          ['references', references],
          ['Lean', lean],
          ['both', new Set([...references, ...added])],
        ];
        for (const [row, found] of systems) figures.push(...figuresOf(row, found, gold, nodes.length, facts));
      }
      return {
        figures,
        notes: [
          '`references`: `\\ref` and the like in the text, without `\\uses`. `Lean`: the declaration of one statement depends on that of the other, directly or through one that belongs to no statement. `both`: the references, and what of Lean, also through two such declarations, does not follow from other edges by a path. Up to paths: an edge also counts if the `\\uses` imply it.',
        ],
      };
    }),
};
