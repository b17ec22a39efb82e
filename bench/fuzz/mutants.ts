/**
 * Mutants: honest pairs with one to three mutations, and whether the judge must accept them. A mutant depends only on
 * the seed and its number.
 */
import { sha256 } from '../../src/base/hash.ts';
import { tokenise } from '../../src/lean/lexer.ts';
import { type Draw, drawOf } from './draw.ts';
import { withoutMarks } from './marked-text.ts';
import type { Effect, Mutation } from './mutation.ts';
import { range } from './reading.ts';
import { MUTATIONS } from './registry.ts';
import { type Pair, pairOf, type Seed } from './seeds.ts';

export interface Mutant {
  /** `1/4711`: seed of the run, number in the run. */
  id: string;
  /** Hash of both texts. */
  hash: string;
  /** Name of the seed file. */
  from: string;
  mutations: Mutation[];
  /** The file that was changed. */
  side: 'original' | 'candidate';
  effect: Effect;
  original: string;
  candidate: string;
}

/** Share of the changed mutants whose original is changed, not the candidate. */
const IN_ORIGINAL = 0.15;
const NEUTRAL = 0.3;
/** Maximal number of mutations tried on one file. */
const TRIES = 30;
/** Seeds that import all of Lean take four times as long. */
const SLOW = new Set(['lean-import']);
const LESS_OFTEN = 0.25;

const KINDS = Map.groupBy(MUTATIONS, ({ kind }) => kind);

/** Null if this number gives no mutant: no mutation was applicable, or one undid another. */
export function mutantOf(seeds: readonly Seed[], runSeed: number, number: number): Mutant | null {
  const draw = drawOf(Math.imul(runSeed, 0x9e3779b1) + Math.imul(number, 0x85ebca6b));
  const seed = seedFor(seeds, draw);
  if (seed === null) return null;
  const pair = pairOf(seed, draw);
  const effect: Effect = draw.happens(NEUTRAL) ? 'neutral' : 'changed';
  const side = effect === 'changed' && draw.happens(IN_ORIGINAL) ? 'original' : 'candidate';
  const count = 1 + draw.below(3);
  const changesWanted = effect === 'neutral' ? 0 : 1 + draw.below(count);
  const changed = mutated(pair[side], draw, changesWanted, (each) => {
    return each.effect === 'changed' && (side === 'candidate' || each.scope === 'either');
  });
  if (changed.mutations.length !== changesWanted) return null;
  if (effect === 'changed' && words(changed.text) === words(pair[side])) return null;
  const after: Pair = { ...pair, [side]: changed.text };
  const respelled = mutated(after.candidate, draw, count - changesWanted, (each) => each.effect === 'neutral');
  const mutations = [...changed.mutations, ...respelled.mutations];
  if (mutations.length === 0) return null;
  const id = `${runSeed}/${number}`;
  return finished({ id, from: seed.name, mutations, side, effect }, { ...after, candidate: respelled.text });
}

/** All mutations in rounds: each round takes one mutation of each kind. */
const ROUND_ROBIN = ((): Mutation[] => {
  const kinds = [...KINDS.values()];
  const longest = Math.max(...kinds.map((all) => all.length));
  return Array.from({ length: longest }, (_, at) => kinds.flatMap((all) => all.slice(at, at + 1))).flat();
})();

/** Like `mutantOf`, but applies one mutation, to the candidate. Numbers cycle through the registry. */
export function mutantAlone(seeds: readonly Seed[], runSeed: number, number: number): Mutant | null {
  const draw = drawOf(Math.imul(runSeed, 0x9e3779b1) + Math.imul(number, 0xc2b2ae35));
  const mutation = ROUND_ROBIN[number % ROUND_ROBIN.length];
  if (mutation === undefined) return null;
  for (let tries = 0; tries < 100 * TRIES; tries++) {
    const seed = seedFor(seeds, draw);
    if (seed === null) return null;
    const pair = pairOf(seed, draw);
    const text = mutation.apply(pair.candidate, draw);
    if (text === null || text === pair.candidate) continue;
    const id = `${runSeed}/alone-${number}`;
    return finished(
      { id, from: seed.name, mutations: [mutation], side: 'candidate', effect: mutation.effect },
      { ...pair, candidate: text },
    );
  }
  return null;
}

/** Removes the marks and adds the hash of the texts. */
function finished(mutant: Omit<Mutant, 'hash' | 'original' | 'candidate'>, pair: Pair): Mutant {
  const [original, candidate] = [withoutMarks(pair.original), withoutMarks(pair.candidate)];
  return { ...mutant, hash: sha256(JSON.stringify([original, candidate])), original, candidate };
}

function seedFor(seeds: readonly Seed[], draw: Draw): Seed | null {
  const seed = draw.one(seeds);
  return seed !== null && SLOW.has(seed.name) && !draw.happens(LESS_OFTEN) ? draw.one(seeds) : seed;
}

/** Applies up to `count` different mutations that meet the condition, one after another. */
function mutated(
  marked: string,
  draw: Draw,
  count: number,
  condition: (mutation: Mutation) => boolean,
): { text: string; mutations: Mutation[] } {
  const kinds = [...KINDS.values()].map((all) => all.filter(condition)).filter((all) => all.length > 0);
  const mutations: Mutation[] = [];
  let text = marked;
  for (let tries = 0; tries < TRIES && mutations.length < count; tries++) {
    const mutation = draw.one(draw.one(kinds) ?? []);
    if (mutation === null || mutations.includes(mutation)) continue;
    const next = mutation.apply(text, draw);
    if (next === null || next === text) continue;
    text = next;
    mutations.push(mutation);
  }
  return { text, mutations };
}

/** All tokens as written, without comments and white space. */
export function words(text: string): string {
  const tokens = tokenise(withoutMarks(text), []);
  return range(0, tokens.count)
    .map((at) => tokens.word(at))
    .join(' ');
}

/** Mutants 0, 1, 2, … of a run, created by `make`, without repeated texts. Infinite. */
export function* mutantsOf(seeds: readonly Seed[], runSeed: number, make = mutantOf): Generator<Mutant> {
  const seen = new Set<string>();
  for (let number = 0; ; number++) {
    const mutant = make(seeds, runSeed, number);
    if (mutant === null) continue;
    if (seen.has(mutant.hash)) continue;
    seen.add(mutant.hash);
    yield mutant;
  }
}
