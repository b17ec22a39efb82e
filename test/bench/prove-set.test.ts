/** The proving set of bench/prove: its format without Lean, and its proofs and classes with the real old Lean. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { compileLibrary, leanPath } from '../../bench/prove/compiled-library.ts';
import { oldLean } from '../lean/old-lean.ts';
import {
  definitionsIn,
  importsOf,
  libraryNames,
  problemFiles,
  problems,
  problemText,
  statementOf,
  variablesOf,
  type Problem,
} from './proving-set.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-proving-set-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ofClass = (name: Problem['class']): Problem[] => problems.filter((problem) => problem.class === name);

describe('the proving set', () => {
  it('has the required sizes', () => {
    expect(problems.length).toBeGreaterThanOrEqual(80);
    expect(ofClass('plain').length).toBeGreaterThanOrEqual(20);
    expect(ofClass('retrieval').length).toBeGreaterThanOrEqual(32);
    expect(ofClass('chain').length).toBeGreaterThanOrEqual(20);
    expect(libraryNames().length).toBeGreaterThanOrEqual(400);
  });

  it('has one file per problem, with one theorem of that name and one hole', () => {
    expect(problemFiles().toSorted()).toEqual(problems.map(({ id }) => id).toSorted());
    expect(new Set(problems.map(statementOf)).size).toBe(problems.length);
    for (const problem of problems) {
      const text = problemText(problem);
      expect(text, problem.id).toMatch(
        new RegExp(
          `^-- tags: ${problem.class}\\n(import Tally\\S*\\n)+\\nopen Tally\\n\\n/-- .* -/\\ntheorem ${problem.id} `,
        ),
      );
      expect(text.match(/\bsorry\b/g), problem.id).toHaveLength(1);
    }
  });

  it('names only lemmas that are in the library', () => {
    const known = new Set(libraryNames());
    expect(problems.flatMap(({ lemmas }) => lemmas).filter((lemma) => !known.has(lemma))).toEqual([]);
    for (const problem of ofClass('retrieval')) expect(problem.lemmas, problem.id).toHaveLength(1);
    for (const problem of ofClass('plain')) expect(problem.lemmas, problem.id).toEqual([]);
  });

  it('does not reveal a lemma, and rarely states one unchanged', () => {
    for (const problem of problems) {
      expect(problem.id).toMatch(/^p\d{3}$/);
      const text = problemText(problem).replace(statementOf(problem), '');
      for (const lemma of problem.lemmas) expect(text, problem.id).not.toContain(lemma.split('.').at(-1));
    }
    const same = ofClass('retrieval').filter(({ form }) => form === 'same');
    expect(same.length * 2).toBeLessThan(ofClass('retrieval').length);
  });
});

interface Try {
  problem: Problem;
  /** Tactic block that replaces the hole. */
  proof: string;
}

/** Ids of problems whose proofs Lean rejects. Problems with the same imports are checked in one file. */
async function rejected(lean: string, tries: readonly Try[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [header, group] of Map.groupBy(tries, ({ problem }) => importsOf(problem))) {
    ids.push(...(await rejectedInFile(lean, header, group)));
  }
  return ids.toSorted();
}

async function rejectedInFile(lean: string, header: string, tries: readonly Try[]): Promise<string[]> {
  const starts: number[] = [];
  let text = `${header}\nopen Tally\n`;
  for (const { problem, proof } of tries) {
    starts.push(text.split('\n').length);
    text += `\nexample${statementOf(problem)} := by\n  ${proof.replaceAll('\n', '\n  ')}\n`;
  }
  const file = join(folder, 'Tries.lean');
  writeFileSync(file, text);
  const result = await promisify(execFile)(lean, [file], {
    env: { LEAN_PATH: leanPath(lean) },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { code: number; stdout: string; stderr: string }) => error);
  if ('code' in result) expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 1, stderr: '' });
  const errors = [...result.stdout.matchAll(/\.lean:(\d+):\d+: error/g)].map((found) => Number(found[1]));
  expect(errors.filter((line) => line < starts[0]!)).toEqual([]);
  return tries
    .filter((_, at) => errors.some((line) => line >= starts[at]! && line < (starts[at + 1] ?? Infinity)))
    .map(({ problem }) => problem.id);
}

/** Plain tactics of the old Lean. None of them uses a lemma without a simp tag. */
function plainTactics(problem: Problem): string[] {
  const unfold = `[${definitionsIn(problem).join(', ')}]`;
  const ends = ['rfl', 'assumption', 'contradiction', 'simp', 'simp_all'];
  if (unfold !== '[]') ends.push(`simp ${unfold}`, `simp_all ${unfold}`);
  const tactics = [...ends, 'trivial', 'decide', 'exact Iff.rfl', 'exact ⟨_, rfl⟩'];
  for (const end of ends)
    tactics.push(`(intros; ${end})`, `(constructor <;> ${end})`, `(constructor <;> intros <;> ${end})`);
  for (const variable of variablesOf(problem)) {
    tactics.push(`exact ${variable}`, `(intros; apply ${variable} <;> assumption)`, `rw [${variable}]`);
    for (const end of ends) tactics.push(`(cases ${variable} <;> ${end})`, `(induction ${variable} <;> ${end})`);
  }
  return tactics;
}

const withPlainTactics = (problem: Problem): Try => ({
  problem,
  proof: `first\n${plainTactics(problem)
    .map((tactic) => `| (${tactic}; done)`)
    .join('\n')}`,
});

describe('the proving set under the real old Lean', { timeout: 240_000 }, () => {
  it('has a valid proof of each problem', async (context) => {
    const { OLD_LEAN: lean } = oldLean(context);
    compileLibrary(lean);
    const tries = problems.map((problem) => ({ problem, proof: problem.proofs[0]! }));
    expect(await rejected(lean, tries)).toEqual([]);
  });

  it('has plain tactics that close most problems of the class plain, so their failures are significant', async (context) => {
    const { OLD_LEAN: lean } = oldLean(context);
    compileLibrary(lean);
    const open = await rejected(lean, ofClass('plain').map(withPlainTactics));
    expect(open.length).toBeLessThan(ofClass('plain').length / 2);
  });

  it('has no retrieval problem that the plain tactics close', async (context) => {
    const { OLD_LEAN: lean } = oldLean(context);
    compileLibrary(lean);
    expect(await rejected(lean, ofClass('retrieval').map(withPlainTactics))).toEqual(
      ofClass('retrieval').map(({ id }) => id),
    );
  });
});
