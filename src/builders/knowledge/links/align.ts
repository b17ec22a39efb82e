/**
 * Aligns two dependency graphs: the statements of a document, and the declarations that may formalize them. Spec of the
 * knowledge graph, section 5.8. Pure.
 */

/** A statement with the declarations that may formalize it. */
export interface AlignedStatement {
  /** Declarations, each once. */
  candidates: readonly number[];
  /** By candidate: how well it fits by itself; differences are log odds. */
  scores: readonly number[];
  /** The candidates that are known to be right, if any: then no others are, and nothing changes that. */
  known: ReadonlySet<number>;
}

/** Statements that are related, with the weights (0 to 1) of the pairs of their candidates that are related likewise. */
export interface Relation {
  from: number;
  to: number;
  /** By place: candidate of `from`, candidate of `to`, and weight. */
  pairs: { from: Int32Array; to: Int32Array; weight: Float32Array };
}

export interface RelationKind {
  relations: readonly Relation[];
  /** λ: the influence of all relations of one statement together. */
  influence: number;
}

export interface AlignOptions {
  rounds: number;
  /** Added to the mass of related candidates, so that a missing relation excludes nothing. */
  least: number;
  /** Influence of the other statements for which a declaration is probable: it seldom formalizes two. */
  competition: number;
}

/** Chosen on blueprints of other projects than those that are scored. More rounds make wrong links certain. */
export const ALIGN_OPTIONS: AlignOptions = { rounds: 3, least: 0.05, competition: 0.7 };

/** By statement: the probability of each candidate. They add up to 1; but of known candidates each has 1. */
export function align(
  statements: readonly AlignedStatement[],
  kinds: readonly RelationKind[],
  { rounds, least, competition }: AlignOptions = ALIGN_OPTIONS,
): Float64Array[] {
  const massesOf = ({ candidates, known }: AlignedStatement, logits: Float64Array): Float64Array =>
    known.size === 0 ? softmax(logits) : Float64Array.from(candidates, (each) => (known.has(each) ? 1 : 0));
  let masses = statements.map((statement) => massesOf(statement, Float64Array.from(statement.scores)));
  const degrees = kinds.map(({ relations }) => {
    const degree = new Int32Array(statements.length);
    for (const { from, to } of relations) {
      degree[from]!++;
      degree[to]!++;
    }
    return degree;
  });
  for (let round = 0; round < rounds; round++) {
    const next = statements.map(({ scores }) => Float64Array.from(scores));
    kinds.forEach(({ relations, influence }, kind) => {
      for (const { from, to, pairs } of relations) {
        addSupport(next[from]!, supportOf(pairs.from, pairs.to, pairs.weight, masses[to]!, next[from]!.length), {
          factor: influence / Math.sqrt(degrees[kind]![from]!),
          least,
        });
        addSupport(next[to]!, supportOf(pairs.to, pairs.from, pairs.weight, masses[from]!, next[to]!.length), {
          factor: influence / Math.sqrt(degrees[kind]![to]!),
          least,
        });
      }
    });
    const demand = demandOf(statements, masses);
    masses = statements.map((statement, at) => {
      statement.candidates.forEach((candidate, place) => {
        next[at]![place]! -= competition * Math.log(1 + (demand.get(candidate)! - masses[at]![place]!) / least);
      });
      return massesOf(statement, next[at]!);
    });
  }
  return masses;
}

/** By candidate: the mass of the related candidates of the other statement, at most 1. */
function supportOf(
  own: Int32Array,
  others: Int32Array,
  weight: Float32Array,
  masses: Float64Array,
  size: number,
): Float64Array {
  const support = new Float64Array(size);
  for (let pair = 0; pair < own.length; pair++) support[own[pair]!]! += weight[pair]! * masses[others[pair]!]!;
  return support;
}

function addSupport(
  logits: Float64Array,
  support: Float64Array,
  { factor, least }: { factor: number; least: number },
): void {
  for (let place = 0; place < logits.length; place++)
    logits[place]! += factor * Math.log(least + Math.min(1, support[place]!));
}

/** By declaration: its mass over all statements. */
function demandOf(statements: readonly AlignedStatement[], masses: readonly Float64Array[]): Map<number, number> {
  const demand = new Map<number, number>();
  statements.forEach(({ candidates }, at) =>
    candidates.forEach((candidate, place) => demand.set(candidate, (demand.get(candidate) ?? 0) + masses[at]![place]!)),
  );
  return demand;
}

export function softmax(logits: Float64Array): Float64Array {
  const most = logits.reduce((max, value) => Math.max(max, value), -Infinity);
  const masses = logits.map((value) => Math.exp(value - most));
  const sum = masses.reduce((total, value) => total + value, 0);
  return masses.map((value) => value / sum);
}
