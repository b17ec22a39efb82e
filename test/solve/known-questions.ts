/** The questions of `fixtures/problems`, with what the scripted solver needs to answer each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownQuestion } from '../../bench/pipelines/scripted-solver.ts';
import { ROOT } from '../architecture/source-files.ts';

export const SEEDS = join(ROOT, 'fixtures', 'problems', 'seeds.jsonl');
export const QUESTIONS = join(ROOT, 'fixtures', 'problems', 'questions.jsonl');

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

export const KNOWN: KnownQuestion[] = readFileSync(QUESTIONS, 'utf8')
  .trim()
  .split('\n')
  .map((line, at) => {
    const { problem, answer } = JSON.parse(line) as { problem: string; answer: string };
    return { problem, answer, needs: NEEDS[at]! };
  });
