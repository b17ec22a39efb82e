/** A graph of problems that name the theorem they need, without a model (specs/templates.md, section 3.7). */
import { cleanText, type GraphItemRecord, type ProblemRecord } from './graph-records.ts';
import type { SeedProblem } from './seed-problems.ts';
import { TheoremNodes } from './theorem-names.ts';

export interface LabelledGraph {
  records: GraphItemRecord[];
  /** Problems that name no theorem; they are left out. */
  unlabelled: number;
}

export function labelledGraph(seeds: readonly SeedProblem[]): LabelledGraph {
  const theorems = new TheoremNodes();
  const problems = seeds.flatMap((seed): ProblemRecord[] => {
    const theorem = theorems.add(cleanText(seed.theorem ?? ''));
    return theorem === null ? [] : [{ ...problemOf(seed, 'labelled'), theorems: [theorem] }];
  });
  return { records: [...theorems.all(), ...problems], unlabelled: seeds.length - problems.length };
}

/** A seed as a record of a graph. Its name is cut so that the key stays short. */
export function problemOf(
  { name, problem, solution, answer, options, level, field }: SeedProblem,
  stage: ProblemRecord['stage'],
): ProblemRecord {
  const shown = cleanText(name)
    .replaceAll(/[#\n\t]/gu, ' ')
    .slice(0, 250);
  return {
    ...{ record: 'problem', key: `problem/${shown}`, stage, name: shown, problem: cleanText(problem) },
    solution: solution === null ? null : cleanText(solution),
    answer: answer === null ? null : cleanText(answer),
    ...{ options: options.map(cleanText), level, field: field === null ? null : cleanText(field), theorems: [] },
  };
}
