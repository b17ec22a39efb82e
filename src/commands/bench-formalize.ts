/** `lemmahead bench formalize`: how often a model states problems right, with and without definitions of the library. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { packageVersion } from '../base/version.ts';
import type { Exit } from '../base/exit-codes.ts';
import { rowValues } from '../config/option-table.ts';
import { BENCH_FORMALIZE_OPTIONS, type BenchFormalizeOptions } from '../bench/bench-options.ts';
import { type InformalProblem, readInformalProblems } from '../bench/concepts/informal-problems.ts';
import { ExperimentFolder, experimentPath, type Plan, topPPlan } from '../bench/experiment/folder.ts';
import { originOf } from '../bench/experiment/provenance.ts';
import { comparedArm } from '../bench/formalize/arm-names.ts';
import type { BenchFormalizeReport } from '../bench/formalize/bench-formalize-schema.ts';
import { FORMALIZE_BENCHMARK, type FormalizeResult } from '../bench/formalize/formalize-result.ts';
import { compareArms, COMPILES, CONSISTENT, summariseArm } from '../bench/formalize/formalize-summary.ts';
import { formalizePage, renderBenchFormalize } from '../bench/formalize/formalize-tables.ts';
import { remainingUnits, runFormalizeBench } from '../bench/formalize/run-formalize-bench.ts';
import { inRandomOrder, makeRandom } from '../base/random.ts';
import { Budget } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import { openModelFrom } from '../llm/open-model.ts';
import type { CommandContext } from '../session/command-context.ts';
import { deadlineOf } from '../session/deadline.ts';
import { formalizerSettings } from '../session/formalize-problem.ts';
import { type FormalizerSession, withFormalizer } from '../session/formalizer-session.ts';
import { retrievalSettings } from '../session/semantic-concepts.ts';
import { readUserTemplate } from '../session/user-template.ts';
import type { FormalizeRun } from '../session/recorded-problem.ts';
import { requirePrice } from '../session/require-price.ts';
import type { Command, CommandOutcome } from './command.ts';
import { readHeader, requireJudgeable } from './formalize.ts';
import { openJudges } from './run-formalize.ts';

/** Exit `done` if every problem was formalized in every arm, `budget` at a limit, `missing` if the model failed. */
export const benchFormalize: Command<BenchFormalizeOptions> = async (options, context) => {
  const { settings, cwd } = context;
  if (settings.model.name === null) throw modelMissing();
  requireScores(options);
  const { problems, incomplete } = await readProblems(options, cwd);
  const fileHeader = options.header === null ? null : await readHeader(resolve(cwd, options.header));
  const userTemplate = await readUserTemplate(options.formalizer, cwd);
  const record = options.record === null ? null : resolve(cwd, options.record);
  const model = await openModelFrom(settings.model, { record });
  const judges = await openJudges(options.judges, context, { replays: null, record });
  for (const each of [model, ...judges.map((judge) => judge.model)])
    requirePrice(each, options.limits.cost ?? options.costEach);
  return withFormalizer({ ...options, fileHeader }, context, (session) =>
    measure(options, context, { problems, incomplete, fileHeader, userTemplate, model, judges, session }),
  );
};

interface Parts {
  problems: readonly InformalProblem[];
  incomplete: number;
  fileHeader: string | null;
  userTemplate: string | null;
  model: ChatModel;
  judges: FormalizeRun['judges'];
  session: FormalizerSession;
}

/** The problems of all datasets, or a sample of them in their order. */
async function readProblems(
  { datasets, limit, seed }: BenchFormalizeOptions,
  cwd: string,
): Promise<Pick<Parts, 'problems' | 'incomplete'>> {
  const read = await Promise.all(datasets.map((path) => readInformalProblems(resolve(cwd, path))));
  const all = read.flatMap(({ problems }) => problems);
  const names = new Set<string>();
  for (const { name } of all) {
    if (names.has(name)) throw nameTwice(name);
    names.add(name);
  }
  const kept = new Set(inRandomOrder(all, makeRandom(seed)).slice(0, limit ?? all.length));
  return {
    problems: all.filter((problem) => kept.has(problem)),
    incomplete: read.reduce((sum, each) => sum + each.incomplete, 0),
  };
}

async function measure(options: BenchFormalizeOptions, context: CommandContext, parts: Parts): Promise<CommandOutcome> {
  const { settings, signal, cwd, log } = context;
  const { problems, fileHeader, userTemplate, model, judges, session } = parts;
  const path = experimentPath(options.out, { cwd, dataHome: settings.dataHome });
  const folder = new ExperimentFolder(FORMALIZE_BENCHMARK, path, options, planOf(options, context, parts));
  const progress = context.startProgress('Formalizing');
  const all = problems.length * options.arms.length;
  const arms = options.arms as BenchFormalizeReport['arms'][number]['arm'][];
  try {
    const before = all - remainingUnits({ folder, problems, arms }).length;
    if (before > 0) log.info(`${before} of ${all} results are already in ${path}.`);
    const stoppedBy = await runFormalizeBench({
      ...{ folder, session, model, judges, problems, arms, seed: options.seed, jobs: options.jobs, signal },
      scoresDefinitions: options.scoresDefinitions,
      // Each problem takes one process of Lean at a time.
      request: { ...options, jobs: 1, fileHeader, userTemplate, model: formalizerSettings(settings) },
      total: new Budget({ ...options.limits, attempts: null }),
      each: { cost: options.costEach, tokens: null, attempts: null },
      deadline: deadlineOf(options.maxTime, signal),
      onResult: (done) => progress.update(before + done, all, `${before + done} of ${all} problems in an arm`),
    });
    const report = reportOf(options, parts, { folder, arms, stoppedBy });
    folder.write('report.json', `${JSON.stringify(report, null, 2)}\n`);
    folder.write('report.html', formalizePage(report));
    const exit: Exit = signal.aborted
      ? 'interrupted'
      : stoppedBy === null
        ? 'done'
        : stoppedBy === 'model'
          ? 'missing'
          : 'budget';
    return { exit, data: { ...report }, render: () => renderBenchFormalize(report) };
  } finally {
    progress.stop();
    folder.close();
  }
}

/** Options that decide how much is done, not what a result is. */
const NOT_PLANNED = new Set([
  'arms',
  'out',
  'jobs',
  'record',
  'limits',
  'maxTime',
  'requireSandbox',
  'header',
  'limit',
  'datasets',
]);

/** Another arm can be added later; all else must be the same. */
function planOf(
  options: BenchFormalizeOptions,
  { settings }: CommandContext,
  { problems, fileHeader, userTemplate, model, session }: Parts,
): Plan {
  const { temperature, maxOutputTokens, answerTemperature } = formalizerSettings(settings);
  const { top, keep, embedder, reranker } = retrievalSettings(settings);
  const table = Object.fromEntries(
    Object.entries(BENCH_FORMALIZE_OPTIONS).filter(([field]) => !NOT_PLANNED.has(field)),
  );
  const values = rowValues(table, options).filter(([row]) => row.setting === undefined && row.flag !== undefined);
  return {
    lemmahead: packageVersion(),
    Lean: session.lean?.toolchain ?? null,
    index: session.index.meta('digest'),
    model: model.name.startsWith('replay:') ? null : model.name,
    ...{ temperature, 'temperature of answers': answerTemperature, 'output tokens': maxOutputTokens },
    ...topPPlan(settings.model.topP),
    ...{ 'definitions found': top, 'definitions kept': keep, embedder: embedder.name, reranker: reranker.name },
    header: fileHeader === null ? null : sha256(fileHeader),
    ...(userTemplate === null ? {} : { 'prompt template': sha256(userTemplate) }),
    problems: sha256(JSON.stringify(problems.map(({ name, text, lean }) => [name, text, lean]))),
    ...Object.fromEntries(
      values.map(([row, value]) => [
        row.flag!,
        Array.isArray(value) ? value.join(' ') : ((value ?? null) as Plan[string]),
      ]),
    ),
  };
}

function reportOf(
  options: BenchFormalizeOptions,
  { problems, incomplete, model, judges, session }: Parts,
  {
    folder,
    arms,
    stoppedBy,
  }: {
    folder: ExperimentFolder<FormalizeResult>;
    arms: BenchFormalizeReport['arms'][number]['arm'][];
    stoppedBy: string | null;
  },
): BenchFormalizeReport {
  const { seed, samples } = options;
  const isCompiled = session.lean !== null;
  const isJudged = session.formal !== null;
  const results = folder.results.filter(({ arm }) => arms.includes(arm));
  const reports = arms.map((arm) => summariseArm(arm, results, { samples, seed, isCompiled, isJudged }));
  const others = isCompiled ? arms.slice(1) : [];
  const has = isJudged ? CONSISTENT : COMPILES;
  return {
    schema: 'lemmahead/bench-formalize@1',
    ...{ folder: folder.path, datasets: options.datasets, problems: problems.length, incomplete },
    ...{ model: model.name, scripted: reports.some(({ scripted }) => scripted), formalizer: options.formalizer },
    ...{ without: options.without, samples },
    consistent_means: isJudged
      ? `consistent means that it compiles, that Lean neither refutes it nor proves its hypotheses contradictory, and that ${judges.length === 0 ? 'no judge was asked' : `the judges say nothing against it (${judges.map(({ name }) => name).join(', ')})`}`
      : null,
    arms: reports,
    pairs: others.map((second) =>
      compareArms(comparedArm(second, arms), second, results, { has, k: Math.min(10, samples), seed }),
    ),
    pairs_of: isJudged ? 'consistent' : 'compiles',
    results,
    stopped_by: stoppedBy,
    provenance: {
      ...originOf(folder.manifest.began_at),
      lean: session.lean?.toolchain ?? null,
      index_digest: session.index.meta('digest'),
      seed,
    },
  };
}

/** @throws {Failure} if judges are named and have nothing to judge, or are needed and none is named */
function requireScores({ scoresDefinitions, judges, ...options }: BenchFormalizeOptions): void {
  if (!scoresDefinitions) return requireJudgeable({ ...options, judges });
  if (judges.length > 0) return;
  throw new Failure('usage', 'usage', {
    message: '--score-definitions needs a judge.',
    next: '--judge anthropic/NAME',
  });
}

function nameTwice(name: string): Failure {
  return new Failure('usage', 'problem-twice', {
    message: `Two problems are named ${name}.`,
    reason: 'Results are keyed by name.',
    next: 'Rename one of them, or pass one dataset at a time.',
  });
}

function modelMissing(): Failure {
  return new Failure('missing', 'model-missing', {
    message: 'Measuring needs a model, but no model is configured.',
    next: 'Set one: --model anthropic/NAME, openai/NAME, or local/NAME with --base-url URL.',
  });
}
