/**
 * Which lemmas may fill the slots of a proof template: those in the proofs of similar theorems, those that are to their
 * theorem as a lemma may be to ours (analogy by name), and the constants of the goal.
 */
import { memoize } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { lastPart } from '../../lean/term/term.ts';
import type { Exemplar } from './proof-templates.ts';

/** Voters whose names are compared with the goal's. */
const COMPARED = 60;
/** Exponent of the number of names in a proof: each of many counts less. */
const DILUTION = 0.3;
/** Weight of a name made by analogy, relative to the name it is made from. */
const BY_ANALOGY = 1.5;
/** Weight of a constant of the goal, relative to all votes. */
const OF_GOAL = 0.01;

/** The last parts of all names of the library. */
const lastNames = memoize(
  (index: LibraryIndex) =>
    new Set(index.all<{ name: string }>('SELECT name FROM decls').map(({ name }) => lastPart(name))),
);

/** By last part of the name: its share of the votes. `theorem`: name of what is to be proved; null if it has none. */
export function slotNames(
  index: LibraryIndex,
  { voters, theorem, constants }: { voters: readonly Exemplar[]; theorem: string | null; constants: Iterable<string> },
): Map<string, number> {
  const scores = new Map<string, number>();
  const add = (name: string, points: number): void => void scores.set(name, (scores.get(name) ?? 0) + points);
  const own = theorem === null ? [] : componentsOf(theorem);
  for (const [at, { name, slots, weight }] of voters.entries()) {
    const names = new Set(slots.map(lastPart));
    if (names.size === 0) continue;
    const each = weight / names.size ** DILUTION;
    for (const one of names) add(one, each);
    if (own.length === 0 || at >= COMPARED) continue;
    const replacements = replacementsOf(componentsOf(name), own);
    for (const one of names) {
      const analogous = replaced(one, replacements);
      if (analogous !== one && lastNames(index).has(analogous)) add(analogous, BY_ANALOGY * each);
    }
  }
  const total = [...scores.values()].reduce((sum, points) => sum + points, 0) || 1;
  for (const [name, points] of scores) scores.set(name, points / total);
  for (const constant of constants) add(lastPart(constant), OF_GOAL);
  return scores;
}

/** `Finset.sum_insert` → `sum`, `insert`. */
export function componentsOf(name: string): string[] {
  return lastPart(name).split('_');
}

type Replacement = readonly [from: string, to: string];

/** How one list of components becomes another: the runs between those of a longest common subsequence. */
export function replacementsOf(from: readonly string[], to: readonly string[]): Replacement[] {
  const width = to.length + 1;
  const lengths = new Uint16Array((from.length + 1) * width);
  for (let a = from.length - 1; a >= 0; a--)
    for (let b = to.length - 1; b >= 0; b--)
      lengths[a * width + b] =
        from[a] === to[b]
          ? lengths[(a + 1) * width + b + 1]! + 1
          : Math.max(lengths[(a + 1) * width + b]!, lengths[a * width + b + 1]!);
  const found: Replacement[] = [];
  let a = 0;
  let b = 0;
  while (a < from.length) {
    const [startA, startB] = [a, b];
    while (a < from.length && (b >= to.length || from[a] !== to[b])) {
      if (b < to.length && lengths[a * width + b + 1]! >= lengths[(a + 1) * width + b]!) b++;
      else a++;
    }
    // What is left of the other list belongs to the last run.
    if (a === from.length) b = to.length;
    const [old, now] = [from.slice(startA, a), to.slice(startB, b)];
    if (old.length > 0 && (now.length > 0 || old.length === 1)) found.push([old.join('_'), now.join('_')]);
    a++;
    b++;
  }
  return found;
}

/** Replaces whole components of a name. */
export function replaced(name: string, replacements: readonly Replacement[]): string {
  let out = `_${name}_`;
  for (const [from, to] of replacements) out = out.replaceAll(`_${from}_`, to === '' ? '_' : `_${to}_`);
  return out.replaceAll(/^_|_$/gu, '');
}
