/** The thread that reads LaTeX: the parser can take minutes or all memory, and only a thread can be ended. */
import type { ComputeEngine } from '@cortex-js/compute-engine';
import { Failure } from '../base/errors.ts';
import { firstLine } from '../base/one-line.ts';
import { serve } from '../base/worker-link.ts';
import { calculate, type Calculation } from './calculate.ts';
import { checkAnswer, type AnswerPair, type AnswerVerdict } from './check-answer.ts';
import type { MathJson } from './math-json.ts';

export type EngineTasks = {
  /** Loads the parser, so that it does not count as time of the first answer. @throws {Failure} `package-missing` */
  load: (input: null) => Promise<void>;
  check: (pair: AnswerPair) => AnswerVerdict;
  calculate: (expression: string) => Calculation;
};

let engine: ComputeEngine | null = null;

async function load(): Promise<void> {
  if (engine !== null) return;
  try {
    const { ComputeEngine: Engine } = await import('@cortex-js/compute-engine');
    engine = new Engine();
  } catch (error) {
    throw new Failure('missing', 'package-missing', {
      message:
        'Comparing answers needs the package @cortex-js/compute-engine, which is not installed or does not run here.',
      reason: firstLine((error as Error).message),
      next: 'npm install @cortex-js/compute-engine, with -g if lemmahead was installed with -g',
      cause: error,
    });
  }
}

function parse(latex: string): MathJson | null {
  try {
    return engine!.parse(latex, { form: 'raw' }).json as MathJson;
  } catch {
    return null;
  }
}

serve({
  load,
  check: (pair: AnswerPair) => checkAnswer(pair, parse),
  calculate: (expression: string) => calculate(expression, parse),
} satisfies EngineTasks);
