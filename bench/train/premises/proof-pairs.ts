/** Training pairs of goals and premises for the premise tables. */
import { makeRandom } from '../../../src/base/random.ts';
import type { CodeShare } from '../../../src/vectors/premise-tables.ts';
import { RARE } from '../../../src/vectors/token-tables.ts';
import type { Bags, Pairs } from '../encoder.ts';
import type { Example } from './examples.ts';
import type { RowTokens } from './row-tokens.ts';

/** Share of the pairs that is used. More takes longer and improves little. */
const SAMPLE_SHARE = 0.6;
/** Premises that occur more often are sampled less often, so a few lemmas do not dominate. */
const FREQUENT = 200;

export function proofPairs(examples: readonly Example[], tokens: RowTokens, seed: number): Pairs {
  const random = makeRandom(seed);
  const counts = new Map<number, number>();
  for (const { premises } of examples) for (const id of premises) counts.set(id, (counts.get(id) ?? 0) + 1);
  const texts = new BagsBuilder(tokens.rarity);
  const statements = new BagsBuilder(tokens.rarity);
  const bagIndexes = new Map<number, number>();
  const targets: number[] = [];
  for (const { id, premises } of examples) {
    const goal = tokens.asGoal(id);
    if (goal.length === 0) continue;
    for (const premise of premises) {
      if (random() >= SAMPLE_SHARE * Math.min(1, Math.sqrt(FREQUENT / counts.get(premise)!))) continue;
      let bagIndex = bagIndexes.get(premise);
      if (bagIndex === undefined) {
        const bag = tokens.asPremise(premise);
        if (bag.length === 0) continue;
        bagIndex = statements.add(bag);
        bagIndexes.set(premise, bagIndex);
      }
      texts.add(goal);
      targets.push(bagIndex);
    }
  }
  return { texts: texts.finish(), statements: statements.finish(), targets: Uint32Array.from(targets) };
}

class BagsBuilder {
  readonly #rarity: Float32Array;
  readonly #starts: number[] = [0];
  #tokens = new Uint32Array(1 << 20);
  #weights = new Float32Array(1 << 20);
  #end = 0;

  constructor(rarity: Float32Array) {
    this.#rarity = rarity;
  }

  /** Adds a bag with weights normalised to L2 norm 1. Returns its index. */
  add(bag: readonly CodeShare[]): number {
    while (this.#end + bag.length > this.#tokens.length) this.#grow();
    const weights = bag.map(([code, share]) => (share * Math.min(RARE, this.#rarity[code]!)) / RARE);
    const length = Math.hypot(...weights) + 1e-9;
    bag.forEach(([code], i) => {
      this.#tokens[this.#end] = code;
      this.#weights[this.#end++] = weights[i]! / length;
    });
    this.#starts.push(this.#end);
    return this.#starts.length - 2;
  }

  finish(): Bags {
    return {
      starts: Uint32Array.from(this.#starts),
      tokens: this.#tokens.slice(0, this.#end),
      weights: this.#weights.slice(0, this.#end),
    };
  }

  #grow(): void {
    const tokens = new Uint32Array(2 * this.#tokens.length);
    const weights = new Float32Array(2 * this.#weights.length);
    tokens.set(this.#tokens);
    weights.set(this.#weights);
    this.#tokens = tokens;
    this.#weights = weights;
  }
}
