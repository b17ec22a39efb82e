/** The set of bench/prove/multi-step: its format without Lean, and its proofs and sketches with the real old Lean. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDatasets } from '../../src/bench/prove/dataset.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { indented, messagesOf, problemsOf, setFolder, withProof } from './problem-set.ts';

const SET = setFolder('multi-step');

interface Sketch {
  /** Name of the step that the sketch proves, and its target as Lean prints it. Absent in the sketch of the theorem. */
  step?: string;
  goal?: string;
  sketch: string;
}

interface Problem {
  id: string;
  file: string;
  informalProof: string;
  /** The first one is for the theorem. */
  sketches: Sketch[];
  proofs: string[];
}

const problems = problemsOf<Problem>(SET);

const textOf = (problem: Problem): string => readFileSync(join(SET, problem.file), 'utf8');

const proved = (problem: Problem, proof: string): string => withProof(textOf(problem), proof);

/** The sketch of the theorem with those of its steps in their places. */
function nestedSketch({ id, sketches }: Problem): string {
  return sketches.slice(1).reduce((whole, { step, sketch }) => {
    const place = new RegExp(`^( *)(have ${step} : .*) := by sorry$`, 'm');
    expect(whole, `${id} ${step}`).toMatch(place);
    return whole.replace(place, (_, margin: string, have: string) => {
      return `${margin}${have} := by\n${indented(sketch, `${margin}  `)}`;
    });
  }, sketches[0]!.sketch);
}

/** The statement between the colon and `:= by` of the theorem, on one line. */
const targetOf = (problem: Problem): string =>
  oneLine(/^theorem \S+ (?:[({][^]*?[)}]\s*)*:\s([^]*) := by\n {2}sorry\n$/m.exec(textOf(problem))![1]!);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describe('the set of problems with several steps', () => {
  it('has forty problems, each with a file that the benchmark reads', async () => {
    expect(problems.length).toBe(40);
    const read = await readDatasets([SET], { cwd: SET, withInformal: false });
    expect(read.map(({ name }) => `${name}.lean`)).toEqual(problems.map(({ file }) => file));
    expect(readdirSync(join(SET, 'problems')).toSorted()).toEqual(problems.map(({ id }) => `${id}.lean`));
  });

  it('has one hole per file, in a theorem with the name of the problem, and no import', () => {
    for (const problem of problems) {
      const text = textOf(problem);
      expect(text, problem.id).toMatch(/^-- tags: [a-z]+(?: [a-z]+)*(?:, [a-z]+(?: [a-z]+)*)*\n\n/);
      expect(text, problem.id).not.toMatch(/^import /m);
      expect(
        findHoles(text).map(({ declaration }) => declaration?.name),
        problem.id,
      ).toEqual([problem.id]);
    }
  });

  it('has a proof in words of three to eight sentences', () => {
    for (const { id, informalProof } of problems) {
      const sentences = informalProof.match(/[^.]\.(?=\s|$)/g) ?? [];
      expect(sentences.length, id).toBeGreaterThanOrEqual(3);
      expect(sentences.length, id).toBeLessThanOrEqual(8);
    }
  });

  it('has at least two steps in each sketch, none of which is the theorem, and some sketches of steps', () => {
    for (const problem of problems) {
      expect(findHoles(proved(problem, problem.sketches[0]!.sketch)).length, problem.id).toBeGreaterThanOrEqual(2);
      const steps = [...nestedSketch(problem).matchAll(/^ *have \S+ : (.*?) := /gm)].map((found) => found[1]!);
      expect(steps, problem.id).not.toContain(targetOf(problem));
      expect(
        problem.sketches.filter(({ step }) => step === undefined),
        problem.id,
      ).toEqual([problem.sketches[0]]);
    }
    expect(problems.filter(({ sketches }) => sketches.length > 1).length).toBeGreaterThanOrEqual(6);
  });

  it('has a proof without holes of each problem', () => {
    for (const problem of problems) {
      expect(problem.proofs.length, problem.id).toBeGreaterThanOrEqual(1);
      for (const proof of problem.proofs) expect(findHoles(proved(problem, proof)), problem.id).toEqual([]);
    }
  });
});

describe('the set of problems with several steps under the real old Lean', { timeout: 120_000 }, () => {
  it('has only valid proofs', async (context) => {
    const tries = problems.flatMap((problem) => problem.proofs.map((proof) => ({ problem, proof })));
    const messages = await messagesOf(
      context,
      tries.map(({ problem, proof }) => proved(problem, proof)),
    );
    for (const [at, { problem }] of tries.entries()) expect(messages[at], problem.id).toEqual([]);
  });

  it('has sketches in which nothing is missing but the steps, with the sketches of steps and without', async (context) => {
    const tries = problems.flatMap((problem) => [
      { problem, sketch: problem.sketches[0]!.sketch },
      ...(problem.sketches.length > 1 ? [{ problem, sketch: nestedSketch(problem) }] : []),
    ]);
    const messages = await messagesOf(
      context,
      tries.map(({ problem, sketch }) => proved(problem, sketch)),
    );
    for (const [at, { problem }] of tries.entries()) {
      const found = messages[at]!.map(({ severity, data }) => `${severity}: ${data}`);
      expect(new Set(found), problem.id).toEqual(new Set([`warning: declaration uses 'sorry'`]));
    }
  });

  it('has the goals of the steps that have a sketch as Lean prints them', async (context) => {
    const tries = problems.flatMap((problem) =>
      problem.sketches
        .slice(1)
        .map(({ step, goal }, at) => ({ problem, step, goal, before: problem.sketches.slice(0, at + 1) })),
    );
    const messages = await messagesOf(
      context,
      tries.map(({ problem, step, before }) => {
        const sketch = nestedSketch({ ...problem, sketches: before });
        return proved(problem, sketch.replace(new RegExp(`(have ${step} : .*) := by sorry`), '$1 := by skip'));
      }),
    );
    for (const [at, { problem, step, goal }] of tries.entries()) {
      const targets = messages[at]!.flatMap(({ data }) =>
        oneLine(/^unsolved goals[^]*⊢ ([^]*)$/.exec(data)?.[1] ?? ''),
      );
      expect(targets, `${problem.id} ${step}`).toContain(goal);
    }
  });
});
