/** The problems of `fixtures/problems`, with what the scripted solver needs to answer each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownQuestion } from '../../bench/pipelines/scripted-solver.ts';
import { ROOT } from '../architecture/source-files.ts';

export const SEEDS = join(ROOT, 'fixtures', 'problems', 'seeds.jsonl');
export const QUESTIONS = join(ROOT, 'fixtures', 'problems', 'questions.jsonl');

type Line = { problem: string; answer: string; solution?: string; theorem?: string };

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const NEEDS = [
  'sum of odd',
  'Vieta',
  'AM-GM',
  'stars and bars',
  "Fermat's little",
  'number of divisors',
  'Pythag',
  'Bayes',
];

export const KNOWN: KnownQuestion[] = linesOf(QUESTIONS).map(({ problem, answer }, at) => ({
  ...{ problem, answer, needs: NEEDS[at]! },
}));

export const KNOWN_SEEDS: KnownQuestion[] = linesOf(SEEDS).map(({ problem, answer, solution, theorem }) => ({
  ...{ problem, answer, needs: theorem!, solution: solution! },
}));
