/** Runs the judge on mutants of honest pairs with a real Lean: no false accepts and no false rejects. */
import { availableParallelism } from 'node:os';
import { expect, inject, it, onTestFinished } from 'vitest';
import { isFalseAccept, isFalseReject, judgeMutant, type JudgedMutant } from '../../../bench/fuzz/judged.ts';
import { type Mutant, mutantsOf } from '../../../bench/fuzz/mutants.ts';
import { openFuzzJudge } from '../../../bench/fuzz/open-judge.ts';
import { readSeeds } from '../../../bench/fuzz/seeds.ts';
import { forEachConcurrent } from '../../../src/base/for-each-concurrent.ts';
import { oldLean } from '../../lean/old-lean.ts';

const COUNT = 300;
const SEED = 19;

it(
  `the judge gives no wrong verdict on ${COUNT} mutants`,
  async (context) => {
    const judge = await openFuzzJudge(oldLean(context).OLD_LEAN, { cacheFolder: inject('sharedAuditor') });
    onTestFinished(() => judge.close());
    const mutants: Mutant[] = [];
    for (const mutant of mutantsOf(readSeeds(), SEED)) if (mutants.push(mutant) >= COUNT) break;
    const results: JudgedMutant[] = [];
    await forEachConcurrent(mutants, Math.min(4, availableParallelism()), async (mutant) => {
      results.push(await judgeMutant(judge, mutant));
    });
    const describeMutant = ({ id, mutations, outcome, detail }: JudgedMutant): string =>
      `node bench/fuzz-judge.ts --seed ${SEED} --only ${id.split('/')[1]}: ${mutations.join(' + ')}: ${outcome} ${detail}`;
    expect(results.filter((each) => isFalseAccept(each) || isFalseReject(each)).map(describeMutant)).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'nobody').map(describeMutant)).toEqual([]);
    // Mutants that do not compile do not test the judge.
    const compiled = results.filter(({ outcome }) => outcome !== 'lean');
    const neutral = results.filter(({ effect, outcome }) => effect === 'neutral' && outcome === 'lean');
    expect(compiled.length).toBeGreaterThan(COUNT / 2);
    expect(neutral.length).toBeLessThan(COUNT / 50);
  },
  20 * 60_000,
);
