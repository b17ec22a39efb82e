/** `lemmahead bench prove`: strategies and models side by side on a set of problems. */
import { join, resolve } from 'node:path';
import { assembleReport } from '../bench/prove/assemble.ts';
import { baselineOf } from '../bench/prove/baseline.ts';
import { readDatasets } from '../bench/prove/dataset.ts';
import { BenchFolder, readManifest } from '../bench/prove/folder.ts';
import { benchPage } from '../bench/prove/page/page.ts';
import { digestOf, type BenchProblem } from '../bench/prove/problem.ts';
import { publishedFor, type Published } from '../bench/prove/published.ts';
import type { BenchReport } from '../bench/prove/report.ts';
import { benchMarkdown, renderBenchProve } from '../bench/prove/report-text.ts';
import { runBench, runsLeft, type BenchRequest } from '../bench/prove/run-bench.ts';
import { select } from '../bench/prove/selection.ts';
import type { System } from '../bench/prove/system.ts';
import { findHidden, type Hidden } from '../bench/prove/contamination.ts';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import type { ModelSettings, Settings } from '../config/settings.ts';
import type { ChatModel } from '../llm/chat.ts';
import { Budget } from '../llm/budget.ts';
import { showBenchProgress } from '../ui/bench-progress.ts';
import type { BenchProveRequest, BenchProveOptions } from './bench-prove-options.ts';
import { planOf, provenanceOf, type Setup } from './bench-provenance.ts';
import { systemNeedsIndex, systemNeedsLibrary, namedSystems, openModels, openSystems, requireHumanProofs } from './bench-systems.ts';
import type { Command, CommandContext, CommandOutcome } from './command.ts';
import { deadlineOf } from './deadline.ts';
import { openProverSession, openUncheckedSession, type ProverSession } from './prover-session.ts';

/** What a folder keeps of the command that began it. */
interface Kept {
  asked: BenchProveRequest;
  cwd: string;
  indexPath: string | null;
  /** Absent: of a benchmark from before there was a library. */
  libraryPath?: string | null;
  /** Absent: as `libraryPath`. */
  vectors?: Pick<Settings, 'libraryStore' | 'embedder'>;
  /** What of the settings decides the answers of a model. */
  model: Pick<ModelSettings, 'baseUrl' | 'temperature' | 'maxOutputTokens'>;
}

interface Session extends Kept {
  options: BenchProveOptions;
  /** With the settings that the benchmark was begun with. */
  context: CommandContext;
  folder: string;
  problems: BenchProblem[];
  published: Published | null;
  systems: System[];
  models: ReadonlyMap<string, ChatModel>;
}

/**
 * Exit `done` where all was asked, `budget` where a limit of the whole ended it, `missing` where nothing at all got an
 * answer, `interrupted` with what there is. How much was solved is no matter of the exit code: `bench compare` has one.
 */
export const benchProve: Command<BenchProveOptions> = async (options, context) => {
  if (options.dryRun) return (await import('./bench-dry-run.ts')).benchDryRun(options, context);
  const session = await prepare(options, context);
  const { asked, systems, problems } = session;
  const indexed = systems.some(systemNeedsIndex);
  const opening = { ...asked, jobs: options.jobs, indexed, library: systems.some(systemNeedsLibrary) };
  // One Lean for all, that of the first: a report is of one.
  const proving =
    asked.checks === false
      ? await openUncheckedSession(opening, session.context)
      : await openProverSession(
          { ...opening, caches: false, judges: true },
          session.context,
          problems[0]?.file ?? session.cwd,
        );
  try {
    return await measure(session, proving);
  } finally {
    await proving.close();
  }
};

/** All that can be wrong with what was typed is told before Lean is looked for. */
async function prepare(options: BenchProveOptions, given: CommandContext): Promise<Session> {
  const { kept, folder } = whatIsKept(options, given);
  const { asked, cwd, indexPath, libraryPath = null, vectors = {} } = kept;
  const model = { ...given.settings.model, ...kept.model };
  const context = { ...given, settings: { ...given.settings, ...vectors, indexPath, libraryPath, model } };
  const systems = namedSystems(asked);
  const all = await readDatasets(asked.datasets, { cwd, withInformal: asked.withInformal });
  const problems = select(all, asked);
  requireHumanProofs(systems, problems);
  const record = asked.record === null ? null : resolve(cwd, asked.record);
  const models = await openModels(systems, asked, options.total, { settings: context.settings, record });
  return { ...kept, options, context, folder, problems, published: publishedFor(all), systems, models };
}

function whatIsKept(options: BenchProveOptions, { cwd, settings }: CommandContext): { kept: Kept; folder: string } {
  if (options.resume !== null) {
    const folder = resolve(cwd, options.resume);
    return { kept: readManifest(folder).options as Kept, folder };
  }
  if (options.asked === null) throw new Error('neither a benchmark nor the folder of one');
  const { indexPath, libraryPath, libraryStore, embedder } = settings;
  const vectors = { libraryStore, embedder };
  const { baseUrl, temperature, maxOutputTokens } = settings.model;
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const folder = options.out === null ? join(settings.dataHome, 'bench', time) : resolve(cwd, options.out);
  const model = { baseUrl, temperature, maxOutputTokens };
  return { kept: { asked: options.asked, cwd, indexPath, libraryPath, vectors, model }, folder };
}

async function measure(session: Session, proving: ProverSession): Promise<CommandOutcome> {
  const { asked, options, context, problems, systems, models } = session;
  const opened = openSystems(systems, models, context.settings, proving);
  const { settings } = context;
  const setup: Setup = {
    asked,
    problems,
    systems,
    models,
    proving,
    jobs: options.jobs,
    total: options.total,
    settings,
  };
  const folder = new BenchFolder(session.folder, keptOf(session), planOf(setup));
  try {
    const hidden = hiddenIn(problems, proving);
    const about = aboutRuns(setup, folder.manifest.began_at);
    const { problemLimits: limits, problemSeconds: seconds, runs } = asked;
    const total = new Budget(options.total);
    const { signal } = context;
    const totalDeadline = deadlineOf(options.total.time, signal);
    const request = {
      prover: proving.prover,
      folder,
      problems,
      systems: opened,
      runs,
      jobs: options.jobs,
      hidden,
      checks: asked.checks !== false,
      limits,
      seconds,
      total,
      totalDeadline,
      signal,
      about,
    };
    const stoppedBy = await withProgress(request, context);
    const report = assembleReport({
      problems,
      systems,
      results: folder.results,
      hidden,
      dataset: datasetFacts(session),
      published: session.published,
      checked: asked.checks !== false,
      provenance: provenanceOf(setup, folder.manifest.began_at),
      stoppedBy: stoppedBy === null ? null : FLAGS[stoppedBy],
    });
    writeReport(folder, report);
    return outcomeOf(report, {
      folder: folder.path,
      isInterrupted: signal.aborted,
      project: proving.installation.projectRoot,
    });
  } finally {
    folder.close();
  }
}

function keptOf({ asked, cwd, indexPath, libraryPath = null, vectors, model }: Kept): Kept {
  return { asked, cwd, indexPath, libraryPath, ...(vectors === undefined ? {} : { vectors }), model };
}

const FLAGS = { attempts: '--max-attempts', cost: '--max-cost', tokens: '--max-tokens', time: '--max-time' } as const;

function hiddenIn(problems: readonly BenchProblem[], { index }: ProverSession): Map<string, Hidden> {
  if (index === null) return new Map();
  return new Map(problems.map((problem) => [problem.name, findHidden(index, problem)]));
}

function aboutRuns(setup: Setup, beganAt: string): BenchRequest['about'] {
  const { lemmahead: version, machine, lean, sandbox, index } = provenanceOf(setup, beganAt);
  const { platform, cpus, memory_bytes, node } = machine;
  const digest = index?.digest ?? null;
  return {
    version,
    toolchain: lean.version,
    sandbox,
    index_digest: digest,
    machine: { platform, cpus, memory_bytes, node },
  };
}

async function withProgress(
  request: Omit<BenchRequest, 'onResult'>,
  context: CommandContext,
): ReturnType<typeof runBench> {
  const left = runsLeft(request).length;
  const all = request.problems.length * request.systems.length * request.runs;
  if (left < all) context.log.info(`${all - left} of ${all} runs are on record in ${request.folder.path}.`);
  const progress = showBenchProgress(context.log, context.startProgress, left);
  try {
    return await runBench({ ...request, onResult: progress.onResult });
  } finally {
    progress.stop();
  }
}

function datasetFacts({ asked, problems }: Session): BenchReport['dataset'] {
  const { datasets: paths, split, filter, limit, withInformal: with_informal } = asked;
  return { paths, digest: digestOf(problems), problems: problems.length, split, filter, limit, with_informal };
}

function writeReport(folder: BenchFolder, report: BenchReport): void {
  folder.write('report.json', `${JSON.stringify(report, null, 2)}\n`);
  folder.write('baseline.json', `${JSON.stringify(baselineOf(report), null, 2)}\n`);
  folder.write('report.md', benchMarkdown(report));
  folder.write('report.html', benchPage(report));
}

interface Ending {
  folder: string;
  isInterrupted: boolean;
  /** Null: the problems are in no project. */
  project: string | null;
}

function outcomeOf(report: BenchReport, ending: Ending): CommandOutcome {
  const { folder, isInterrupted } = ending;
  const exit: Exit = isInterrupted ? 'interrupted' : report.stopped_by !== null ? 'budget' : 'done';
  const results = report.problems.flatMap((problem) => problem.results);
  const isAnswered = results.some(({ state }) => state !== 'unchecked' && state !== 'model_failed');
  if (exit === 'done' && !isAnswered && !isAllAsItShould(report)) throw noAnswerAtAll(report, ending);
  return { exit, data: { ...report, folder }, render: () => renderBenchProve(report, folder) };
}

/** Nothing was to be checked, and the model answered. */
function isAllAsItShould({ checked, systems }: BenchReport): boolean {
  return !checked && systems.some(({ states }) => states.unchecked > 0);
}

/** The report is written all the same. */
function noAnswerAtAll({ problems }: BenchReport, { folder, project }: Ending): Failure {
  const [first] = problems.flatMap(({ results }) => results);
  const further =
    project === null && first?.attempts === 0 && first.state === 'unchecked'
      ? 'Problems of JSON Lines are taken for files of the working folder: run it in a project that has what they import built.'
      : `then go on with it: lemmahead bench prove --resume ${folder}`;
  return new Failure({
    exit: 'missing',
    code: 'nothing-answered',
    message: `None of the ${problems.length} problems could be tried, so nothing was measured.`,
    reason: first?.why ?? 'no reason was given',
    next: `${first?.next ?? 'lemmahead doctor'}\n${further}`,
  });
}
