/** `lemmahead solve`: a problem in words, solved by a model with templates, or what is found for it without a model. */
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import type { AskModel } from '../builders/concepts/model-stage.ts';
import { Budget } from '../llm/budget.ts';
import { requestFailure } from '../llm/fatal-model-errors.ts';
import { openModelFrom } from '../llm/open-model.ts';
import type { SolveOptions } from '../options/solve-options.ts';
import { renderPlannedQuestions } from '../report/graph-model-text.ts';
import type { SolveDryRunReport, SolveReport } from '../report/solve-schema.ts';
import { renderSolve } from '../report/solve-text.ts';
import { AnswerChecks, answerIn, type Judging, judgingOf } from '../session/answer-checks.ts';
import type { CommandContext } from '../session/command-context.ts';
import { ModelQuestions, plannedQuestions } from '../session/model-questions.ts';
import { readQuery } from '../session/query-input.ts';
import { openRequiredModel } from '../session/required-model.ts';
import { requirePrice } from '../session/require-price.ts';
import { openSolveSession, type SolveSession } from '../session/solve-session.ts';
import { THRESHOLDS } from '../search/solved/nearest-templates.ts';
import { parseMethod } from '../solve/solve-method.ts';
import { type AnsweredProblem, askForAnswer } from '../solve/ask-with-tools.ts';
import { promptOf, solveContext, type SolveContext, type SolveRequest } from '../solve/solve-problem.ts';
import { toolsFor } from '../solve/solve-tools.ts';
import type { Command } from './command.ts';

/**
 * Exit `no` if the answer is wrong, or no answer of the model is usable, `missing` if that is undecided, `budget` at a limit. Without a model, exit `done`
 * without an answer.
 * @throws {Failure} `query-empty`, `method-unknown`, `samples-without-model`, and as `openSolveSession`
 */
export const solve: Command<SolveOptions, SolveReport | SolveDryRunReport> = async (options, context) => {
  if (options.problem.trim() === '')
    throw new Failure('usage', 'query-empty', { message: 'The problem is empty.', next: 'lemmahead solve --help' });
  const method = parseMethod(options.method, context.settings);
  const judging = judgingOf(options, context.settings.judgeModel !== null && options.answer !== null);
  const isChecked = context.settings.model.name === null && options.answer !== null && !options.showContext;
  // An answer that somebody else gave is compared without a graph.
  const session = await openSolveSession(isChecked ? [] : [method], options, context);
  const request: SolveRequest = {
    question: { problem: options.problem, options: options.options },
    ...{ method, knowledge: session.knowledge, examples: session.examples, tools: session.tools },
    strictTable: options.strictTable,
  };
  try {
    if (options.dryRun) return await dryRun(request, options, context);
    const started = performance.now();
    const solved =
      context.settings.model.name === null
        ? await withoutModel(request, { ...options, isChecked, judging }, context)
        : await withModel(request, { ...options, judging }, context);
    return outcome(request, { options, session, solved, seconds: (performance.now() - started) / 1000 });
  } finally {
    await session.close();
  }
};

/** What was found and answered. */
interface Solved {
  found: SolveContext | null;
  /** The samples. */
  texts: string[];
  /** The calls of tools of each sample. */
  calls: AnsweredProblem['calls'][];
  /** Place of the text that counts, and how many agree with it. */
  best: { at: number; votes: number } | null;
  verdict: SolveReport['verdict'];
  models: SolveReport['models'];
}

async function dryRun(request: SolveRequest, options: SolveOptions, context: CommandContext) {
  const model = await openRequiredModel(context, { record: null, isDryRun: true, without: 'lemmahead solve' });
  const planned = await plannedQuestions(model, context, async (ask) => {
    const found = await solveContext(request, ask);
    await Promise.allSettled(
      Array.from({ length: options.samples }, (_, sample) =>
        askForAnswer(promptOf(request, found), ask, { sample, tools: request.tools }),
      ),
    );
  });
  const report: SolveDryRunReport = { schema: 'lemmahead/solve-dry-run@1', method: request.method.label, planned };
  return { exit: 'done' as const, data: report, render: renderPlannedQuestions.bind(null, report) };
}

/** With `--answer`, the answer to check is read from stdin. `isChecked`: nothing else is asked for. */
async function withoutModel(
  request: SolveRequest,
  options: SolveOptions & { isChecked: boolean; judging: Judging },
  context: CommandContext,
): Promise<Solved> {
  const forModel = options.samples > 1 ? '--samples' : options.distilModel === null ? null : '--distil-model';
  if (forModel !== null)
    throw new Failure('usage', 'samples-without-model', {
      message: `${forModel} needs a model.`,
      next: 'Name one: --model PROVIDER/NAME',
    });
  const found = options.isChecked ? null : await solveContext(request, null);
  const text =
    options.answer === null ? null : await readQuery(process.stdin, context, { what: 'answer', command: 'solve' });
  const budget = new Budget({ ...options.limits, attempts: null });
  const judge = text === null ? null : await openOther(context.settings.judgeModel, options, context, budget);
  const checked = await checkTexts(request, text === null ? [] : [text], options, judge?.ask ?? null);
  return { found, calls: [], ...checked, models: judge === null ? [] : [judge.report()] };
}

async function withModel(
  request: SolveRequest,
  options: SolveOptions & { judging: Judging },
  context: CommandContext,
): Promise<Solved> {
  const { settings } = context;
  const model = await openModelFrom(settings.model, { record: options.record });
  requirePrice(model, options.limits.cost);
  const tools = await toolsFor(request.tools, model);
  const budget = new Budget({ ...options.limits, attempts: null });
  const questions = new ModelQuestions(model, options, context, budget);
  const judge = options.answer === null ? null : await openOther(settings.judgeModel, options, context, budget);
  const distiller = await openOther(options.distilModel, options, context, budget);
  let solved: Solved = { found: null, texts: [], calls: [], best: null, verdict: null, models: [] };
  const progress = context.startProgress('Solving');
  const { ask } = questions;
  await questions
    .within(async () => {
      const found = await solveContext(request, ask, distiller?.ask ?? ask);
      solved = { ...solved, found };
      const prompt = promptOf(request, found);
      for (let sample = 0; sample < options.samples; sample++) {
        const answered = await askForAnswer(prompt, ask, { sample, tools }).catch((error: unknown) => {
          const failure = requestFailure(error);
          if (failure === null) throw error;
          questions.problems.push(failure.message);
          return null;
        });
        if (answered !== null) {
          solved.texts.push(answered.text);
          solved.calls.push(answered.calls);
        }
        progress.update(sample + 1, options.samples, `${sample + 1} of ${options.samples} answers`);
      }
    })
    .finally(() => progress.stop());
  const checked = await checkTexts(request, solved.texts, options, judge?.ask ?? null);
  return { ...solved, ...checked, models: [questions, distiller, judge].flatMap((each) => each?.report() ?? []) };
}

/** Another model within the same budget; null without a name. */
async function openOther(
  name: string | null,
  { record, limits, maxTime }: SolveOptions,
  context: CommandContext,
  budget: Budget,
): Promise<ModelQuestions | null> {
  if (name === null) return null;
  const model = await openModelFrom({ ...context.settings.model, name }, { record });
  requirePrice(model, limits.cost);
  return new ModelQuestions(model, { limits, maxTime }, context, budget);
}

async function checkTexts(
  { question }: SolveRequest,
  texts: string[],
  { answer, judging }: Pick<SolveOptions, 'answer'> & { judging: Judging },
  judge: AskModel | null,
): Promise<Pick<Solved, 'texts' | 'best' | 'verdict'>> {
  // The package that compares answers is only needed for more than one text, or for the right answer.
  if (texts.length === 0) return { texts, best: null, verdict: null };
  if (texts.length === 1 && answer === null) return { texts, best: { at: 0, votes: 1 }, verdict: null };
  const checks = new AnswerChecks(judge, judging);
  try {
    const best = texts.length === 1 ? { at: 0, votes: 1 } : await checks.majority(question, texts);
    const verdict = answer === null || best === null ? null : await checks.check(question, answer, texts[best.at]!);
    return { texts, best, verdict };
  } finally {
    await checks.close();
  }
}

function outcome(
  request: SolveRequest,
  {
    options,
    session,
    solved,
    seconds,
  }: { options: SolveOptions; session: SolveSession; solved: Solved; seconds: number },
) {
  const { found, texts, calls, best, verdict, models } = solved;
  const answers = texts.map((text) => answerIn(text, request.question));
  const chosen = best === null ? null : (answers[best.at] ?? null);
  const report: SolveReport = {
    ...{
      schema: 'lemmahead/solve@1',
      graph: session.graph?.name ?? null,
      imported: session.graph?.isImported ?? false,
    },
    ...{
      method: request.method.label,
      problem: options.problem,
      answer: chosen?.text ?? null,
      rule: chosen?.rule ?? null,
    },
    ...{ text: best === null ? null : texts[best.at]!, samples: answers.map((answer) => answer?.text ?? null) },
    ...{ votes: best?.votes ?? 0, verdict, context: found, models, seconds, notices: noticesOf(request, found) },
    calls: best === null ? [] : (calls[best.at] ?? []).map(({ isError: is_error, ...call }) => ({ ...call, is_error })),
    prompt: options.showContext ? shownPrompt(request, found) : null,
  };
  return { exit: exitOf(report), data: report, render: renderSolve.bind(null, report, options.showContext) };
}

function exitOf({ models, text, verdict }: SolveReport): Exit {
  if (models.some(({ stopped_by: stopped }) => stopped !== null)) return 'budget';
  if (models.length > 0 && text === null) return 'no';
  if (verdict === null || verdict.correct) return 'done';
  return verdict.checker === 'undecided' && verdict.judge === null ? 'missing' : 'no';
}

const shownPrompt = (request: SolveRequest, found: SolveContext | null): string =>
  promptOf(request, found)
    .messages.map(({ role, text }) => `--- ${role} ---\n${text}`)
    .join('\n');

function noticesOf({ method }: SolveRequest, found: SolveContext | null): string[] {
  if (found === null) return [];
  const threshold = method.threshold ?? THRESHOLDS[found.by];
  if (found.hits.length === 0)
    return [
      ...found.notices,
      `No template is near enough (minimum similarity ${threshold} by ${found.by}): the problem is solved without.`,
    ];
  const invented = `${found.invented} rows of the table name a theorem that no template uses.`;
  return [...found.notices, ...(found.invented === 0 ? [] : [invented])];
}
