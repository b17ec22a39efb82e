/** How the candidates of related statements are related in a library: by dependencies or by place. */
import { type Adjacency, startOf } from '../../../graph/adjacency.ts';
import type { DependencyGraph } from '../../../graph/dependency-graph.ts';
import type { LibraryIndex } from '../../../index/library-index.ts';
import type { Relation } from './align.ts';
import type { LinkedStatement } from './linked-statement.ts';

/** Weight of a pair with one declaration between. */
const TWO_STEPS = 0.3;

/** The declarations that others reach through very many edges say nothing about these. */
const MAX_DEGREE = 2000;

/** A statement uses another: so does its declaration, directly or through one other. */
export function dependencyRelations(
  statements: readonly LinkedStatement[],
  candidates: readonly (readonly number[])[],
  { edges, owner }: DependencyGraph,
): Relation[] {
  const isCandidate = new Uint8Array(owner.length);
  for (const rows of candidates) for (const row of rows) isCandidate[owner[row]!] = 1;
  const relations: Relation[] = [];
  statements.forEach(({ uses }, from) => {
    if (uses.length === 0) return;
    const reached = candidates[from]!.map((row) => reachOf(edges, owner[row]!, isCandidate));
    for (const to of uses) {
      const targets = candidates[to]!.map((row) => owner[row]!);
      const pairs = new PairList();
      reached.forEach((reach, a) => {
        if (reach.size === 0) return;
        targets.forEach((target, b) => {
          const weight = reach.get(target);
          if (weight !== undefined) pairs.add(a, b, weight);
        });
      });
      relations.push({ from, to, pairs: pairs.arrays() });
    }
  });
  return relations;
}

/** The candidates that a declaration depends on, with the weight of the shortest way there. */
function reachOf(edges: Adjacency, node: number, isCandidate: Uint8Array): Map<number, number> {
  const reach = new Map<number, number>();
  const ends = edges.ends[node]!;
  for (let edge = startOf(edges, node); edge < ends; edge++) {
    const middle = edges.targets[edge]!;
    if (isCandidate[middle] === 1) reach.set(middle, 1);
    const start = startOf(edges, middle);
    if (edges.ends[middle]! - start > MAX_DEGREE) continue;
    for (let second = start; second < edges.ends[middle]!; second++) {
      const target = edges.targets[second]!;
      if (isCandidate[target] === 1 && target !== node && !reach.has(target)) reach.set(target, TWO_STEPS);
    }
  }
  return reach;
}

/** Number of statements before and after that one is compared with. */
const NEAR = 3;
/** Distance in lines at which two declarations of a file count half. */
const HALF_LINES = 60;
/** Weight of declarations in one folder, but not in one file. */
const SAME_FOLDER = 0.05;

/** Statements that are near each other are formalized near each other. */
export function placeRelations(
  statements: readonly LinkedStatement[],
  candidates: readonly (readonly number[])[],
  index: LibraryIndex,
): Relation[] {
  const placeOf = placesOf(index, new Set(candidates.flat()));
  const relations: Relation[] = [];
  for (let from = 0; from < statements.length; from++) {
    for (let to = from + 1; to <= Math.min(from + NEAR, statements.length - 1); to++) {
      if (statements[from]!.group !== statements[to]!.group) continue;
      const pairs = new PairList();
      candidates[from]!.forEach((row, a) => {
        const one = placeOf.get(row)!;
        candidates[to]!.forEach((other, b) => {
          const weight = row === other ? 0 : closeness(one, placeOf.get(other)!);
          if (weight > 0) pairs.add(a, b, weight);
        });
      });
      relations.push({ from, to, pairs: pairs.arrays() });
    }
  }
  return relations;
}

interface Place {
  file: number;
  folder: string;
  line: number;
}

function closeness(one: Place, other: Place): number {
  if (one.file === other.file) return HALF_LINES / (HALF_LINES + Math.abs(one.line - other.line));
  return one.folder === other.folder ? SAME_FOLDER : 0;
}

function placesOf(index: LibraryIndex, rows: ReadonlySet<number>): Map<number, Place> {
  const found = index.all<{ id: number; file: number; module: string; line: number }>(
    `SELECT d.id, d.file_id AS file, f.module, d.line_start AS line FROM decls d JOIN files f ON f.id = d.file_id
     WHERE d.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...rows]),
  );
  return new Map(
    found.map(({ id, file, module, line }) => [id, { file, folder: module.replace(/\.?[^.]*$/u, ''), line }]),
  );
}

/** Pairs of places in two lists, as typed arrays at the end. */
class PairList {
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #weight: number[] = [];

  add(from: number, to: number, weight: number): void {
    this.#from.push(from);
    this.#to.push(to);
    this.#weight.push(weight);
  }

  arrays(): Relation['pairs'] {
    return {
      from: Int32Array.from(this.#from),
      to: Int32Array.from(this.#to),
      weight: Float32Array.from(this.#weight),
    };
  }
}
