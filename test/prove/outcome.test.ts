/** `isProved` and `isUnanswered`, which determine the exit code and benchmark results. */
import { expect, it } from 'vitest';
import { isProved, isUnanswered, type HoleOutcome, untried } from '../../src/prove/outcome.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';

const [hole] = findHoles('theorem t : True := sorry\n');

function outcome(differs: Partial<HoleOutcome>): HoleOutcome {
  return { ...untried(hole!, 1), ...differs };
}

function accepted(conditional: string[]): NonNullable<HoleOutcome['accepted']> {
  return { kind: 'accepted', level: 'audit', axioms: [], conditional, sandbox: 'limits' };
}

it('isProved requires a filled hole without open dependencies', () => {
  expect(isProved(outcome({ state: 'filled', accepted: accepted([]) }))).toBe(true);
  expect(isProved(outcome({ state: 'filled', accepted: accepted(['lemma']) }))).toBe(false);
  expect(isProved(outcome({ state: 'open', accepted: accepted([]), isDropped: true }))).toBe(false);
  expect(isProved(outcome({ state: 'filled', accepted: null }))).toBe(false);
});

it('isUnanswered requires attempts, all of them unchecked', () => {
  expect(isUnanswered(outcome({ attempts: 2, unchecked: 2 }))).toBe(true);
  expect(isUnanswered(outcome({ attempts: 2, unchecked: 1 }))).toBe(false);
  expect(isUnanswered(outcome({}))).toBe(false);
});
