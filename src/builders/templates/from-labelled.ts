/** A graph of problems that name the theorem they need, without a model (specs/templates.md, section 3.7). */
import {
  cleanText,
  type GraphItemRecord,
  MAX_ANSWER,
  MAX_TEXT,
  MAX_TITLE,
  type ProblemRecord,
} from './graph-records.ts';
import { sliceChars } from '../../prompt/fitting.ts';
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

/** A seed as a record of a graph. Its texts are cut to what a record may have. */
export function problemOf(
  { name, problem, solution, answer, options, level, field }: SeedProblem,
  stage: ProblemRecord['stage'],
): ProblemRecord {
  const shown =
    clipped(name, MAX_NAME)
      .replaceAll(/[#\n\t]/gu, ' ')
      .trim() || 'unnamed';
  return {
    ...{ record: 'problem', key: `problem/${shown}`, stage, name: shown, problem: clipped(problem, MAX_TEXT) },
    solution: solution === null ? null : clipped(solution, MAX_TEXT),
    answer: answer === null ? null : clipped(answer, MAX_ANSWER),
    options: options.map((option) => clipped(option, MAX_ANSWER)),
    ...{ level, field: field === null ? null : clipped(field, MAX_TITLE), theorems: [] },
  };
}

const MAX_NAME = 250;

const clipped = (text: string, most: number): string => sliceChars(cleanText(text), most);
