/** Mutants of honest pairs, put to the judge on a real Lean: no yes to another file, no no to the same. */
import { availableParallelism } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { isFalseAccept, isFalseReject, judged, type JudgedMutant } from '../../../bench/fuzz/judged.ts';
import { type Mutant, mutantsOf } from '../../../bench/fuzz/mutants.ts';
import { fuzzedJudge } from '../../../bench/fuzz/open-judge.ts';
import { readSeeds } from '../../../bench/fuzz/seeds.ts';
import { forEachConcurrent } from '../../../src/base/for-each-concurrent.ts';
import { oldLean } from '../../lean/old-lean.ts';

const COUNT = 300;
const SEED = 19;

it(
  `${COUNT} mutants are judged as they must be`,
  async (context) => {
    const judge = await fuzzedJudge(oldLean(context).OLD_LEAN);
    onTestFinished(() => judge.close());
    const mutants: Mutant[] = [];
    for (const mutant of mutantsOf(readSeeds(), SEED)) if (mutants.push(mutant) >= COUNT) break;
    const results: JudgedMutant[] = [];
    await forEachConcurrent(mutants, Math.min(4, availableParallelism()), async (mutant) => {
      results.push(await judged(judge, mutant));
    });
    const told = ({ id, mutations, outcome, detail }: JudgedMutant): string =>
      `node bench/fuzz-judge.ts --seed ${SEED} --only ${id.split('/')[1]}: ${mutations.join(' + ')}: ${outcome} ${detail}`;
    expect(results.filter((each) => isFalseAccept(each) || isFalseReject(each)).map(told)).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'nobody').map(told)).toEqual([]);
    // Mutants that Lean refuses say nothing of the judge.
    const compiled = results.filter(({ outcome }) => outcome !== 'lean');
    const neutral = results.filter(({ effect, outcome }) => effect === 'neutral' && outcome === 'lean');
    expect(compiled.length).toBeGreaterThan(COUNT / 2);
    expect(neutral.length).toBeLessThan(COUNT / 50);
  },
  20 * 60_000,
);
