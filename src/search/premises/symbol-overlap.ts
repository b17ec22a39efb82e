/** Rarity of the symbols that each row shares with a goal, from the posting lists of `index/shapes.ts`. */
import { memoize } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { nodesOf } from '../../index/shapes.ts';
import type { GoalSymbols } from './encoded-goal.ts';
import { constantSuffixes } from '../statement-symbols.ts';

/** By row id. */
export interface SymbolOverlap {
  /** Σ rarity of the shared symbols of a part of the goal, as a share of that part. */
  targetConstants: Float32Array;
  hypothesisConstants: Float32Array;
  targetEdges: Float32Array;
  hypothesisEdges: Float32Array;
  /** Σ rarity² of all shared symbols, normalised by the size of the row. */
  score: Float32Array;
  /** Σ learned scores of the row's symbols for the goal, normalised by its size. */
  likely: Float32Array;
  /** Weight of the row in its posting lists, which decreases with the size of its statement; 0 if nothing is shared. */
  smallness: Uint8Array;
  /** Rarity of the target's head if the row concludes it; `concludesAny`: if it concludes it for variables only. */
  concludes: Float32Array;
  concludesAny: Float32Array;
  /** Rarity of the rarest head in the goal that the row can rewrite. */
  rewrites: Float32Array;
  /** Rarity of the rarest head of a hypothesis that the row concludes. */
  concludesHypothesis: Float32Array;
}

/** Symbols in more than this share of the rows are ignored. */
const TOO_COMMON = 0.2;
const ALWAYS_ALLOWED = 50;
/** Added to the size of every statement, so tiny statements do not win by a single symbol. */
const EXTRA_NODES = 12;
/** Weight of hypotheses relative to the target. */
const HYPOTHESIS_SHARE = 0.4;

const counterOf = memoize((index: LibraryIndex) => new OverlapCounter(index));

/** `likely`: learned scores of symbols for the goal. The result is overwritten by the next call for the index. */
export function symbolOverlap(
  index: LibraryIndex,
  symbols: GoalSymbols,
  likely: ReadonlyMap<string, number>,
): SymbolOverlap {
  return counterOf(index).count(symbols, likely);
}

/** Normalisation by weight: 1 / length of the statement as a vector. */
const NORMALISATION = Float32Array.from({ length: 256 }, (_, weight) => 1 / Math.sqrt(nodesOf(weight) + EXTRA_NODES));

class OverlapCounter {
  readonly #index: LibraryIndex;
  readonly #rows: number;
  readonly #overlap: SymbolOverlap;

  constructor(index: LibraryIndex) {
    const floats = (): Float32Array => new Float32Array(index.idLimit);
    this.#index = index;
    this.#rows = index.rowCount;
    this.#overlap = {
      targetConstants: floats(),
      hypothesisConstants: floats(),
      targetEdges: floats(),
      hypothesisEdges: floats(),
      score: floats(),
      likely: floats(),
      smallness: new Uint8Array(index.idLimit),
      concludes: floats(),
      concludesAny: floats(),
      rewrites: floats(),
      concludesHypothesis: floats(),
    };
  }

  count(
    { target, hypotheses, head, heads, hypothesisHeads }: GoalSymbols,
    likely: ReadonlyMap<string, number>,
  ): SymbolOverlap {
    const overlap = this.#overlap;
    for (const values of Object.values(overlap) as (Float32Array | Uint8Array)[]) values.fill(0);
    const ends = (constants: ReadonlySet<string>): Set<string> =>
      new Set([...constants].flatMap((token) => [...constantSuffixes(token)]));
    this.#add(ends(target.constants), overlap.targetConstants, 1);
    this.#add(ends(hypotheses.constants), overlap.hypothesisConstants, HYPOTHESIS_SHARE);
    this.#add(target.edges, overlap.targetEdges, 1);
    this.#add(hypotheses.edges, overlap.hypothesisEdges, HYPOTHESIS_SHARE);
    this.#addLikelySymbols(likely);
    if (head !== '') {
      this.#mark(`s:C:${head}`, overlap.concludes);
      this.#mark(`s:V:${head}`, overlap.concludesAny);
    }
    for (const one of heads) this.#mark(`s:R:${one}`, overlap.rewrites);
    for (const one of hypothesisHeads) this.#mark(`s:C:${one}`, overlap.concludesHypothesis);
    const { score, smallness } = overlap;
    for (let id = 0; id < score.length; id++) {
      const factor = NORMALISATION[smallness[id]!]!;
      score[id]! *= factor;
      overlap.likely[id]! *= factor;
    }
    return overlap;
  }

  #rarity(rows: number): number {
    return Math.log(1 + this.#rows / Math.max(1, rows));
  }

  #add(tokens: ReadonlySet<string>, into: Float32Array, factor: number): void {
    const lists = [...tokens].flatMap((token) => {
      const list = this.#index.postings(token);
      return list === null || list.ids.length > this.#rows * TOO_COMMON + ALWAYS_ALLOWED ? [] : [list];
    });
    const total = lists.reduce((sum, { ids }) => sum + this.#rarity(ids.length), 0);
    const { score, smallness } = this.#overlap;
    for (const { ids, weights } of lists) {
      const rarity = this.#rarity(ids.length);
      const share = rarity / total;
      const points = factor * rarity * rarity;
      for (let at = 0; at < ids.length; at++) {
        const id = ids[at]!;
        into[id]! += share;
        score[id]! += points;
        smallness[id] = weights[at]!;
      }
    }
  }

  #addLikelySymbols(likely: ReadonlyMap<string, number>): void {
    const { likely: into, smallness } = this.#overlap;
    for (const [token, value] of likely) {
      const list = this.#index.postings(token);
      if (list === null || list.ids.length > this.#rows * TOO_COMMON + ALWAYS_ALLOWED) continue;
      const { ids, weights } = list;
      for (let at = 0; at < ids.length; at++) {
        into[ids[at]!]! += value;
        smallness[ids[at]!] = weights[at]!;
      }
    }
  }

  #mark(token: string, into: Float32Array): void {
    const ids = this.#index.postings(token)?.ids;
    if (ids === undefined) return;
    const rarity = this.#rarity(ids.length);
    for (const id of ids) if (rarity > into[id]!) into[id] = rarity;
  }
}
