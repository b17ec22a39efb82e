/** The set of bench/prove/second: its format without Lean, and its proofs with the real old Lean. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDatasets } from '../../src/bench/prove/dataset.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { messagesOf, problemsOf, setFolder, withProof } from './problem-set.ts';

const SET = setFolder('second');

interface Problem {
  id: string;
  file: string;
  kind: 'logic' | 'nat' | 'list' | 'own';
  proofs: string[];
}

const problems = problemsOf<Problem>(SET);

const textOf = (problem: Problem): string => readFileSync(join(SET, problem.file), 'utf8');

describe('the second proving set', () => {
  it('has sixty problems, fifteen of each kind, each with a file that the benchmark reads', async () => {
    expect(problems.length).toBe(60);
    for (const kind of ['logic', 'nat', 'list', 'own']) {
      expect(problems.filter((problem) => problem.kind === kind).length, kind).toBe(15);
    }
    const read = await readDatasets([SET], { cwd: SET, withInformal: false });
    expect(read.map(({ name, tags }) => ({ file: `${name}.lean`, tags }))).toEqual(
      problems.map(({ file, kind }) => ({ file, tags: [kind] })),
    );
    expect(readdirSync(join(SET, 'problems')).toSorted()).toEqual(problems.map(({ id }) => `${id}.lean`));
  });

  it('has one hole per file, in a theorem with the name of the problem and a sentence above it, and no import', () => {
    for (const problem of problems) {
      const text = textOf(problem);
      expect(text, problem.id).toMatch(new RegExp(`^/-- .*\\. -/\\ntheorem ${problem.id} `, 'm'));
      expect(text, problem.id).not.toMatch(/^import /m);
      const holes = findHoles(text).map(({ declaration }) => declaration?.name?.split('.').at(-1));
      expect(holes, problem.id).toEqual([problem.id]);
    }
  });

  it('has a proof without holes of each problem', () => {
    for (const problem of problems) {
      expect(problem.proofs.length, problem.id).toBeGreaterThanOrEqual(1);
      for (const proof of problem.proofs) {
        const filled = withProof(textOf(problem), proof);
        expect(findHoles(filled), problem.id).toEqual([]);
      }
    }
    expect(new Set(problems.map(textOf)).size).toBe(60);
  });
});

const SINGLE = ['rfl', 'decide', 'simp', 'simp_all', 'assumption', 'intros; rfl', 'intros; simp', 'intros; simp_all'];

describe('the second proving set under the real old Lean', { timeout: 120_000 }, () => {
  it('has only valid proofs', async (context) => {
    const tries = problems.flatMap((problem) => problem.proofs.map((proof) => ({ problem, proof })));
    const messages = await messagesOf(
      context,
      tries.map(({ problem, proof }) => withProof(textOf(problem), proof)),
    );
    for (const [at, { problem }] of tries.entries()) expect(messages[at], problem.id).toEqual([]);
  });

  it('has files in which nothing is missing but the proof', async (context) => {
    const messages = await messagesOf(context, problems.map(textOf));
    for (const [at, { id }] of problems.entries()) {
      expect(
        messages[at]!.map(({ severity, data }) => `${severity}: ${data}`),
        id,
      ).toEqual([`warning: declaration uses 'sorry'`]);
    }
  });

  it('has at most eight problems that a single tactic closes', async (context) => {
    const proof = `first\n${SINGLE.map((tactic) => `| (${tactic}; done)`).join('\n')}`;
    const messages = await messagesOf(
      context,
      problems.map((problem) => withProof(textOf(problem), proof)),
    );
    const closed = problems.filter((_, at) => messages[at]!.length === 0).map(({ id }) => id);
    expect(closed.length, closed.join(' ')).toBeLessThanOrEqual(8);
  });
});
