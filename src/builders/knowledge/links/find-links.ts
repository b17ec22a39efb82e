/** Finds which declarations formalize the statements of a document. */
import { setImmediate } from 'node:timers/promises';
import type { DependencyGraph } from '../../../graph/dependency-graph.ts';
import type { LibraryIndex } from '../../../index/library-index.ts';
import { align, type Relation } from './align.ts';
import { type Candidate, CandidateFinder } from './candidate-finder.ts';
import { confidenceOf, type Curve, fitCurve } from './confidence.ts';
import type { LinkedStatement } from './linked-statement.ts';
import type { ListedDeclaration } from './listed-declarations.ts';
import { dependencyRelations, placeRelations } from './relations.ts';
import { SHIPPED_CURVE } from './shipped-curve.ts';

/** λ of the two kinds of relations. */
const DEPENDENCY_INFLUENCE = 1;
const PLACE_INFLUENCE = 0.7;

/** Fewer known links say too little about others; more are not needed. Nor is it worthwhile for fewer wanted links. */
const LEAST_KNOWN = 100;
const MOST_KNOWN = 200;

const MAX_EVIDENCE = 3;
/** Mass above which a candidate of another statement is evidence, and similarity above which a name is. */
const EVIDENT_MASS = 0.5;
const EVIDENT_NAME = 0.6;

/** `uses`, `used by`: as the statements do. `near`: in the same file, as the statements are near. `name`: as the label or title says. `list`: a list of a package gives it under the title. */
export type LinkEvidence =
  | { kind: 'uses' | 'used by' | 'near'; declaration: string; statement: string }
  | { kind: 'name' }
  | { kind: 'list'; list: ListedDeclaration['list'] };

export interface FoundLink {
  row: number;
  /** Probability that it is right. */
  confidence: number;
  evidence: LinkEvidence[];
  /** What a model says; absent if none was asked, or it gave no usable answer. */
  answer?: LinkAnswer;
}

export interface LinkAnswer {
  isYes: boolean;
  /** Name and version of the prompt, and the model that answered. */
  template: string;
  snapshot: string;
}

export interface LinkRequest {
  statements: readonly LinkedStatement[];
  /** By statement: rows that are known to formalize it. */
  known: readonly ReadonlySet<number>[];
  /** By statement: rows that are known not to. */
  rejected: readonly ReadonlySet<number>[];
  /** By row: 1 if it is in the document's own package; null without one. */
  isOwn: Uint8Array | null;
  /** By statement: whether its links are wanted. Of the others, only known ones count. */
  isWanted: readonly boolean[];
  /** Number of links of each statement. */
  limit: number;
}

export interface LinkProgress {
  signal: AbortSignal;
  onSearched: (done: number, total: number) => void;
}

/**
 * By statement: the most probable declarations, the best first; none for statements with known links. On abort, the
 * promise is rejected with the signal's reason.
 */
export async function findLinks(
  index: LibraryIndex,
  graph: DependencyGraph,
  request: LinkRequest,
  progress: LinkProgress,
): Promise<FoundLink[][]> {
  const { statements, known, isWanted, limit } = request;
  const calibrating = statementsToCalibrate(request);
  const all = await candidatesOf(index, request, calibrating, progress);
  const candidates = all.map((found, at) => found.filter(({ row }) => !request.rejected[at]!.has(row)));
  const alignment = new Alignment(index, graph, statements, candidates);
  const isRejected = all.some((found, at) => found.length > candidates[at]!.length);
  const before = isRejected ? new Alignment(index, graph, statements, all).masses(known) : null;
  const masses = alignment
    .masses(known)
    .map((own, at) => (before === null ? own : atMost(own, candidates[at]!, before[at]!, all[at]!)));
  const curve = calibrating.size === 0 ? SHIPPED_CURVE : ownCurve(alignment, known, [...calibrating]);
  return statements.map((_, at) => {
    if (known[at]!.size > 0 || !isWanted[at]!) return [];
    return [...candidates[at]!.entries()]
      .sort(([a], [b]) => masses[at]![b]! - masses[at]![a]!)
      .slice(0, limit)
      .map(([place, { row, named, list }]) => ({
        row,
        confidence: confidenceOf(curve, masses[at]![place]!),
        evidence: [
          ...(list === null ? [] : [{ kind: 'list' as const, list }]),
          ...(named >= EVIDENT_NAME ? [{ kind: 'name' as const }] : []),
          ...alignment.evidence(at, place, masses),
        ],
      }));
  });
}

/** Statements with known links that show how probable the others are; evenly spread. */
function statementsToCalibrate({ statements, known, isWanted }: LinkRequest): Set<number> {
  const withKnown = [...statements.keys()].filter((at) => known[at]!.size > 0);
  const wanted = isWanted.filter((is, at) => is && known[at]!.size === 0).length;
  if (withKnown.length < LEAST_KNOWN || wanted < LEAST_KNOWN) return new Set();
  const step = Math.max(1, withKnown.length / MOST_KNOWN);
  return new Set(withKnown.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step)));
}

async function candidatesOf(
  index: LibraryIndex,
  { statements, known, isOwn, isWanted }: LinkRequest,
  calibrating: ReadonlySet<number>,
  { signal, onSearched }: LinkProgress,
): Promise<Candidate[][]> {
  const finder = new CandidateFinder(index, isOwn);
  const isSearched = statements.map((_, at) => calibrating.has(at) || (isWanted[at]! && known[at]!.size === 0));
  const total = isSearched.filter(Boolean).length;
  let done = 0;
  const all: Candidate[][] = [];
  for (const [at, statement] of statements.entries()) {
    const fixed = [...known[at]!].map((row) => ({ row, score: 0, named: 0, list: null }));
    if (!isSearched[at]!) {
      all.push(fixed);
      continue;
    }
    const found = finder.find(statement);
    const rows = new Set(found.map(({ row }) => row));
    const least = Math.min(0, ...found.map(({ score }) => score));
    all.push([...found, ...fixed.filter(({ row }) => !rows.has(row)).map((each) => ({ ...each, score: least }))]);
    onSearched(++done, total);
    await setImmediate();
    signal.throwIfAborted();
  }
  return all;
}

/**
 * That a person rejects a candidate says nothing for another one, so no probability may rise by it: the others do not
 * share what it had.
 */
function atMost(
  masses: Float64Array,
  candidates: readonly Candidate[],
  before: Float64Array,
  all: readonly Candidate[],
): Float64Array {
  const most = new Map(all.map(({ row }, place) => [row, before[place]!]));
  return masses.map((mass, place) => Math.min(mass, most.get(candidates[place]!.row)!));
}

/** The statements with their candidates and the relations between them. */
class Alignment {
  readonly #index: LibraryIndex;
  readonly #statements: readonly LinkedStatement[];
  readonly #candidates: readonly (readonly Candidate[])[];
  readonly #dependencies: Relation[];
  readonly #places: Relation[];

  constructor(
    index: LibraryIndex,
    graph: DependencyGraph,
    statements: readonly LinkedStatement[],
    candidates: readonly (readonly Candidate[])[],
  ) {
    this.#index = index;
    this.#statements = statements;
    this.#candidates = candidates;
    const rows = candidates.map((found) => found.map(({ row }) => row));
    this.#dependencies = dependencyRelations(statements, rows, graph);
    this.#places = placeRelations(statements, rows, index);
  }

  masses(known: readonly ReadonlySet<number>[]): Float64Array[] {
    const statements = this.#candidates.map((found, at) => ({
      candidates: found.map(({ row }) => row),
      scores: found.map(({ score }) => score),
      known: known[at]!,
    }));
    return align(statements, [
      { relations: this.#dependencies, influence: DEPENDENCY_INFLUENCE },
      { relations: this.#places, influence: PLACE_INFLUENCE },
    ]);
  }

  /** The most probable candidate; null without candidates. */
  best(at: number, masses: readonly Float64Array[]): { row: number; mass: number } | null {
    const mass = masses[at]!.reduce((most, each) => Math.max(most, each), 0);
    const found = this.#candidates[at]![masses[at]!.indexOf(mass)];
    return found === undefined ? null : { row: found.row, mass };
  }

  /** Which probable links of related statements a candidate fits. */
  evidence(at: number, place: number, masses: readonly Float64Array[]): LinkEvidence[] {
    const found: LinkEvidence[] = [];
    const collect = (relations: readonly Relation[], forward: 'uses' | 'near', back: 'used by' | 'near'): void => {
      for (const { from, to, pairs } of relations) {
        if (from !== at && to !== at) continue;
        const [own, others] = from === at ? [pairs.from, pairs.to] : [pairs.to, pairs.from];
        const other = from === at ? to : from;
        for (let pair = 0; pair < own.length && found.length < MAX_EVIDENCE; pair++) {
          if (own[pair] !== place || pairs.weight[pair]! * masses[other]![others[pair]!]! < EVIDENT_MASS) continue;
          const declaration = this.#index.row(this.#candidates[other]![others[pair]!]!.row)!.name;
          found.push({ kind: from === at ? forward : back, declaration, statement: this.#statements[other]!.name });
        }
      }
    };
    collect(this.#dependencies, 'uses', 'used by');
    collect(this.#places, 'near', 'near');
    return found;
  }
}

/** Hides the known links of each half of the statements, and compares what is found with them. */
function ownCurve(alignment: Alignment, known: readonly ReadonlySet<number>[], calibrating: readonly number[]): Curve {
  const halves = [0, 1].map((half) => calibrating.filter((_, i) => i % 2 === half));
  return fitCurve(
    halves.flatMap((half) => {
      const hidden = new Set(half);
      const masses = alignment.masses(known.map((rows, at) => (hidden.has(at) ? new Set() : rows)));
      return half.flatMap((at) => {
        const best = alignment.best(at, masses);
        return best === null ? [] : [{ mass: best.mass, isRight: known[at]!.has(best.row) }];
      });
    }),
  );
}
