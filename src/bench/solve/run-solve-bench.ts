/** Solves each question by each method in each run, and stores the results. What is stored is not made again. */
import { runUnits } from '../../base/work.ts';
import type { SeedProblem } from '../../builders/templates/seed-problems.ts';
import { requestFailure } from '../../llm/fatal-model-errors.ts';
import { AnswerChecks, answerIn, type Judging } from '../../session/answer-checks.ts';
import type { SolveSession } from '../../session/solve-session.ts';
import type { ModelQuestions } from '../../session/model-questions.ts';
import type { SolveMethod } from '../../solve/solve-method.ts';
import { askForAnswer } from '../../solve/ask-with-tools.ts';
import type { SolveTools } from '../../solve/solve-tools.ts';
import { promptOf, solveContext, type SolveRequest } from '../../solve/solve-problem.ts';
import type { ExperimentFolder } from '../experiment/folder.ts';
import { solveKeyOf, type SolveResult } from './solve-result.ts';

export interface SolveQuestionOf extends Pick<SeedProblem, 'name' | 'problem' | 'options'> {
  answer: string;
}

export interface SolveBenchRun {
  folder: ExperimentFolder<SolveResult>;
  questions: readonly SolveQuestionOf[];
  methods: readonly SolveMethod[];
  runs: number;
  session: SolveSession;
  strictTable: boolean;
  models: readonly SolvingModel[];
  /** Null without one. */
  judge: ModelQuestions | null;
  judging: Judging;
  jobs: number;
  signal: AbortSignal;
  onResult: (done: number) => void;
}

export interface SolvingModel {
  name: string;
  /** Whether a cost is known. */
  hasPrice: boolean;
  questions: ModelQuestions;
  /** Null without. */
  tools: SolveTools | null;
}

interface Unit<Model extends Pick<SolvingModel, 'name'>> {
  id: string;
  model: Model;
  question: SolveQuestionOf;
  method: SolveMethod;
  run: number;
}

/** The models and methods one after another on each question, so that they meet the same conditions. */
export function remainingSolveUnits<Model extends Pick<SolvingModel, 'name'>>({
  folder,
  questions,
  models,
  methods,
  runs,
}: Pick<SolveBenchRun, 'folder' | 'questions' | 'methods' | 'runs'> & { models: readonly Model[] }): Unit<Model>[] {
  const all = questions.flatMap((question) =>
    models.flatMap((model) =>
      methods.flatMap((method) =>
        Array.from({ length: runs }, (_, at): Unit<Model> => {
          const run = at + 1;
          const key = { question: question.name, method: method.label, model: model.name, run };
          return { id: solveKeyOf(key), model, question, method, run };
        }),
      ),
    ),
  );
  return folder.remaining(all, ({ state }) => state === 'failed');
}

/** @throws {BudgetSpent} {ModelError} and other errors that end the work */
export async function runSolveBench(run: SolveBenchRun): Promise<void> {
  const checks = new AnswerChecks(run.judge?.ask ?? null, run.judging);
  try {
    await runUnits({
      work: run.folder.workOn(remainingSolveUnits(run)),
      ...{ concurrency: run.jobs, signal: run.signal },
      run: ([unit]) => solveUnit(unit!, run, checks),
      onDone: (_, done) => run.onResult(done),
    });
  } finally {
    await checks.close();
  }
}

async function solveUnit(
  { question, model, method, run: number }: Unit<SolvingModel>,
  run: SolveBenchRun,
  checks: AnswerChecks,
) {
  const spent = { requests: 0, tokens: 0, cost: 0 };
  const ask = model.questions.counting(({ tokens, cost }) => {
    spent.requests++;
    spent.tokens += tokens;
    spent.cost += cost;
  });
  const request: SolveRequest = {
    ...{ question, method, knowledge: run.session.knowledge, examples: run.session.examples },
    ...{ strictTable: run.strictTable, tools: model.tools },
  };
  const start = performance.now();
  const result = (rest: Partial<SolveResult> & Pick<SolveResult, 'state'>): SolveResult => ({
    ...{ question: question.name, method: method.label, model: model.name, run: number },
    ...{ answer: null, verdict: null, hits: [], template: null, rows: 0, invented: 0, calls: 0, error: null },
    ...{ requests: spent.requests, tokens: spent.tokens, cost: model.hasPrice ? spent.cost : null },
    ...{ seconds: (performance.now() - start) / 1000, distil_seconds: 0, scripted: model.questions.report().scripted },
    ...rest,
  });
  try {
    const context = await solveContext(request, ask);
    const found = {
      ...{ hits: context?.hits.map(({ id }) => id) ?? [], template: context?.template?.id ?? null },
      ...{ rows: context?.table.length ?? 0, invented: context?.invented ?? 0 },
      distil_seconds: context === null ? 0 : (performance.now() - start) / 1000,
    };
    const prompt = promptOf(request, context);
    const { text, calls } = await askForAnswer(prompt, ask, { sample: number - 1, tools: request.tools });
    const seconds = (performance.now() - start) / 1000;
    const answer = answerIn(text, question)?.text ?? null;
    const answered = { ...found, seconds, calls: calls.length };
    // A judge that sees the end of the text may find an answer where the rules find none.
    const seesText = run.judge !== null && run.judging.sees === 'tail';
    if (answer === null && !seesText) return result({ ...answered, state: 'no-answer' });
    const verdict = await checks.check(question, question.answer, text);
    if (answer === null && !verdict.correct) return result({ ...answered, verdict, state: 'no-answer' });
    const isUndecided = verdict.checker === 'undecided' && verdict.judge === null;
    const state = verdict.correct ? 'correct' : isUndecided ? 'undecided' : 'wrong';
    return result({ ...answered, answer, verdict, state });
  } catch (error) {
    const failure = requestFailure(error);
    if (failure === null) throw error;
    return result({ state: 'failed', error: failure.message });
  }
}
