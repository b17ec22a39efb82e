/** `lemmahead bench solve`: how often a model solves problems in words, with and without templates. */
import { engineVersion } from '../answers/engine-version.ts';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { sha256 } from '../base/hash.ts';
import { inRandomOrder, makeRandom } from '../base/random.ts';
import { packageVersion } from '../base/version.ts';
import type { BenchSolveOptions } from '../bench/bench-options.ts';
import { ExperimentFolder, experimentPath, type Plan, topPPlan } from '../bench/experiment/folder.ts';
import { originOf } from '../bench/experiment/provenance.ts';
import type { BenchSolveDryRunReport, BenchSolveReport } from '../bench/solve/bench-solve-schema.ts';
import {
  remainingSolveUnits,
  runSolveBench,
  type SolveQuestionOf,
  type SolvingModel,
} from '../bench/solve/run-solve-bench.ts';
import { publishedSetOfSize } from '../bench/solve/published-solve.ts';
import { SOLVE_BENCHMARK, type SolveResult } from '../bench/solve/solve-result.ts';
import { compareMethods, summarizeMethod } from '../bench/solve/solve-summary.ts';
import { solveBaselineOf } from '../bench/solve/solve-baseline.ts';
import { benchSolveMarkdown, benchSolvePage, renderBenchSolve } from '../bench/solve/solve-tables.ts';
import { Budget } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import { openModelFrom } from '../llm/open-model.ts';
import { renderPlannedQuestions } from '../report/graph-model-text.ts';
import type { TextStyle } from '../report/style.ts';
import { graphDigest } from '../builders/templates/template-graph.ts';
import { type Judging, judgingOf } from '../session/answer-checks.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { PlannedUse } from '../session/model-use-schema.ts';
import { ModelQuestions, plannedQuestions } from '../session/model-questions.ts';
import { readSeedFile } from '../session/read-seed-file.ts';
import { openRequiredModel } from '../session/required-model.ts';
import { requirePrice } from '../session/require-price.ts';
import { openSolveSession, type SolveSession } from '../session/solve-session.ts';
import { parseMethod, type SolveMethod } from '../solve/solve-method.ts';
import { askForAnswer } from '../solve/ask-with-tools.ts';
import { isSameProblem, numbersIn, promptOf, solveContext } from '../solve/solve-problem.ts';
import { toolsFor } from '../solve/solve-tools.ts';
import type { Command } from './command.ts';

/** Methods that each other one is compared with. */
const PLAIN: readonly string[] = ['zero-shot', 'few-shot'];

/** Exit `budget` at a limit. @throws {Failure} `method-unknown`, `method-twice`, `model-missing`, `seeds-malformed`, `dataset-empty` */
export const benchSolve: Command<BenchSolveOptions, BenchSolveReport | BenchSolveDryRunReport> = async (
  options,
  context,
) => {
  const methods = methodsOf(options, context);
  const judging = judgingOf(options, context.settings.judgeModel !== null);
  const session = await openSolveSession(methods, options, context);
  try {
    return await withSession({ options, methods, session, judging }, context);
  } finally {
    await session.close();
  }
};

async function withSession(
  { options, methods, session, judging }: Pick<Parts, 'options' | 'methods' | 'session' | 'judging'>,
  context: CommandContext,
): ReturnType<typeof benchSolve> {
  const { settings } = context;
  const { questions, leftOut, sets } = readQuestions(options, session, context);
  const models = await openModels(options, context);
  if (options.dryRun) return dryRun({ options, methods, questions, session, models }, context);
  for (const model of models) requirePrice(model, options.limits.cost);
  const judgeModel =
    settings.judgeModel === null
      ? null
      : await openModelFrom({ ...settings.model, name: settings.judgeModel }, { record: options.record });
  requirePrice(judgeModel, options.limits.cost);
  return measure({ options, methods, questions, leftOut, sets, session, models, judgeModel, judging }, context);
}

function methodsOf({ methods }: BenchSolveOptions, { settings }: CommandContext): SolveMethod[] {
  refuseTwice('method', methods);
  return methods.map((method) => parseMethod(method, settings));
}

function refuseTwice(what: 'method' | 'model', names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return;
  throw new Failure('usage', `${what}-twice`, {
    message: `The ${what} ${twice} is given twice.`,
    next: 'Name it once.',
  });
}

/** Those of `--model`, otherwise the configured one. */
async function openModels(options: BenchSolveOptions, { settings }: CommandContext): Promise<ChatModel[]> {
  refuseTwice('model', options.models);
  const names = options.models.length === 0 ? [settings.model.name] : options.models;
  return Promise.all(
    names.map((name) =>
      openRequiredModel(
        { settings: { ...settings, model: { ...settings.model, name } } },
        { record: options.record, isDryRun: options.dryRun, without: 'lemmahead bench templates --problems FILE' },
      ),
    ),
  );
}

/** Questions with an answer that the graph does not have as problems: they would be looked up. */
function readQuestions(
  { datasets, limit, seed }: BenchSolveOptions,
  { graph }: SolveSession,
  { cwd }: CommandContext,
): Pick<Parts, 'questions' | 'leftOut' | 'sets'> {
  // Few problems have the same numbers, and words are compared only with those.
  const known = Map.groupBy(graph?.problems ?? [], ({ problem }) => numbersIn(problem));
  const isKnown = (text: string): boolean =>
    (known.get(numbersIn(text)) ?? []).some(({ problem }) => isSameProblem(problem, text));
  const questions: SolveQuestionOf[] = [];
  const leftOut: string[] = [];
  const sets: Parts['sets'] = [];
  const names = new Set<string>();
  for (const dataset of datasets) {
    const { file } = readSeedFile(dataset, cwd);
    leftOut.push(...file.notices);
    const { length: problems } = file.problems;
    sets.push({ dataset, problems, published: publishedSetOfSize(problems) });
    for (const { name, problem, options, answer } of file.problems) {
      if (names.has(name)) leftOut.push(`${name}: another question has this name`);
      else if (answer === null) leftOut.push(`${name}: it has no answer`);
      else if (isKnown(problem)) leftOut.push(`${name}: it is a problem of the graph`);
      else questions.push({ name, problem, options, answer });
      names.add(name);
    }
  }
  if (questions.length === 0)
    throw new Failure('usage', 'dataset-empty', {
      message: 'No question is left to ask.',
      ...(leftOut.length === 0 ? {} : { reason: leftOut[0]! }),
      next: 'Give questions with answers that are not problems of the graph: --dataset FILE',
    });
  const kept = new Set(inRandomOrder(questions, makeRandom(seed)).slice(0, limit ?? questions.length));
  return { questions: questions.filter((question) => kept.has(question)), leftOut, sets };
}

interface Parts {
  options: BenchSolveOptions;
  methods: SolveMethod[];
  questions: SolveQuestionOf[];
  leftOut: string[];
  sets: BenchSolveReport['sets'];
  session: SolveSession;
  models: readonly ChatModel[];
  judgeModel: ChatModel | null;
  judging: Judging;
}

async function dryRun(
  { options, methods, questions, session, models }: Omit<Parts, 'leftOut' | 'sets' | 'judgeModel' | 'judging'>,
  context: CommandContext,
) {
  const questionsTo = (model: ChatModel): Promise<PlannedUse> =>
    plannedQuestions(model, context, async (ask) => {
      for (const question of questions)
        for (const method of methods) {
          const request = { question, method, ...session, strictTable: options.strictTable };
          const found = await solveContext(request, ask);
          const prompt = promptOf(request, found);
          const runs = Array.from({ length: options.runs }, (_, sample) =>
            askForAnswer(prompt, ask, { sample, tools: session.tools }),
          );
          await Promise.allSettled(runs);
        }
    });
  const planned = await Promise.all(models.map(questionsTo));
  const report: BenchSolveDryRunReport = {
    ...{ schema: 'lemmahead/bench-solve-dry-run@2', questions: questions.length },
    ...{ methods: methods.map(({ label }) => label), planned },
  };
  return {
    exit: 'done' as const,
    data: report,
    render: (style: TextStyle) => planned.map((each) => renderPlannedQuestions({ planned: each }, style)).join('\n'),
  };
}

async function measure(parts: Parts, context: CommandContext) {
  const { options, methods, questions, session, models, judgeModel, judging } = parts;
  const { settings, cwd, log } = context;
  const tools = await Promise.all(models.map((model) => toolsFor(session.tools, model)));
  const path = experimentPath(options.out, { cwd, dataHome: settings.dataHome, prefix: 'solve-' });
  const folder = new ExperimentFolder(SOLVE_BENCHMARK, path, options, planOf(parts, context));
  const budget = new Budget({ ...options.limits, attempts: null });
  const solving = models.map((model, at): SolvingModel => {
    const { name, price } = model;
    const asked = new ModelQuestions(model, options, context, budget);
    return { name, hasPrice: price !== null, questions: asked, tools: tools[at]! };
  });
  // Limits and interruptions are those of all models.
  const asking = solving[0]!.questions;
  const judge = judgeModel === null ? null : new ModelQuestions(judgeModel, options, context, budget);
  const all = questions.length * models.length * methods.length * options.runs;
  const asked = { folder, questions, models: solving, methods, runs: options.runs };
  const progress = context.startProgress('Solving');
  try {
    const before = all - remainingSolveUnits(asked).length;
    if (before > 0) log.info(`${before} of ${all} results are already in ${path}.`);
    await asking.within(() =>
      runSolveBench({
        ...{ ...asked, session, strictTable: options.strictTable },
        ...{ judge, judging, jobs: options.jobs, signal: asking.signal },
        onResult: (done) => progress.update(before + done, all, `${before + done} of ${all} answers`),
      }),
    );
    const report = reportOf(parts, folder, asking.stoppedBy);
    folder.write('report.json', `${JSON.stringify(report, null, 2)}\n`);
    folder.write('report.md', benchSolveMarkdown(report));
    folder.write('report.html', benchSolvePage(report));
    folder.write('baseline.json', `${JSON.stringify(solveBaselineOf(report), null, 2)}\n`);
    const exit: Exit = asking.stoppedBy === null ? 'done' : 'budget';
    return { exit, data: report, render: () => renderBenchSolve(report) };
  } finally {
    progress.stop();
    folder.close();
  }
}

/** Another model, method or run can be added later; all else must be the same. */
function planOf({ options, questions, session, judgeModel, judging }: Parts, { settings }: CommandContext): Plan {
  const { graph, examples } = session;
  return {
    lemmahead: packageVersion(),
    checker: engineVersion(),
    judge: judgeModel === null || judgeModel.name.startsWith('replay:') ? null : judgeModel.name,
    ...(judging.about === 'all' ? { 'judge asked about': judging.about } : {}),
    ...(judging.sees === 'tail' ? { 'judge sees': judging.sees } : {}),
    temperature: settings.model.temperature,
    ...topPPlan(settings.model.topP),
    'output tokens': settings.model.maxOutputTokens,
    questions: sha256(JSON.stringify(questions)),
    ...(settings.embedder.name === null ? {} : { embedder: settings.embedder.name }),
    graph: graph === null ? null : graphDigest(graph),
    examples: examples.length === 0 ? null : sha256(JSON.stringify(examples)),
    'strict table': options.strictTable,
    ...(options.tools.length === 0 ? {} : { tools: options.tools.join(', ') }),
    k: settings.solveK,
    threshold: settings.solveThreshold,
    wordings: settings.solveDistil,
  };
}

function reportOf(
  { options, methods, questions, leftOut, sets, session, models, judgeModel, judging }: Parts,
  folder: ExperimentFolder<SolveResult>,
  stoppedBy: string | null,
): BenchSolveReport {
  const { runs, seed } = options;
  const labels = methods.map(({ label }) => label);
  const names = models.map(({ name }) => name);
  const results = folder.results.filter(
    ({ method, model, run }) => labels.includes(method) && names.includes(model) && run <= runs,
  );
  const counted = { runs, isAllJudged: judging.about === 'all' };
  const reports = names.flatMap((model) =>
    labels.map((method) => summarizeMethod({ method, model }, results, counted)),
  );
  const pairs = names.flatMap((model) =>
    labels.flatMap((second, at) =>
      PLAIN.filter((first) => labels.slice(0, at).includes(first)).map((first) =>
        compareMethods({ model, first, second }, results, { runs, seed }),
      ),
    ),
  );
  return {
    ...{ schema: 'lemmahead/bench-solve@2', folder: folder.path, datasets: [...options.datasets], sets },
    ...{ questions: questions.length, left_out: leftOut, models: names, judge: judgeModel?.name ?? null },
    ...{ graph: session.graph?.name ?? null, runs, methods: reports, pairs, results, stopped_by: stoppedBy },
    scripted: reports.some(({ scripted }) => scripted) || session.graph?.plan['scripted'] === true,
    digests: Object.fromEntries(questions.map((question) => [question.name, sha256(JSON.stringify(question))])),
    provenance: { ...originOf(folder.manifest.began_at), seed, plan: folder.manifest.plan },
  };
}
