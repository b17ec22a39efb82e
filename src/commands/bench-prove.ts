/** `lemmahead bench prove`: compares strategies and models on a set of problems. */
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { assembleReport } from '../bench/prove/assemble-report.ts';
import { baselineOf } from '../bench/prove/prove-baseline.ts';
import { readDatasets } from '../bench/prove/dataset.ts';
import { ExperimentFolder, experimentPath } from '../bench/experiment/folder.ts';
import { PROVING_BENCHMARK } from '../bench/prove/folder.ts';
import { benchPage } from '../bench/prove/page/page.ts';
import { digestOf, type BenchProblem } from '../bench/prove/problem.ts';
import { publishedFor } from '../bench/prove/published.ts';
import type { Published } from '../bench/prove/report.ts';
import type { BenchReport } from '../bench/prove/report.ts';
import { benchMarkdown, renderBenchProve } from '../bench/prove/report-text.ts';
import { runBench, remainingRuns, spentEarlier, type BenchRequest } from '../bench/prove/run-bench.ts';
import { select } from '../bench/prove/selection.ts';
import type { System } from '../bench/prove/system.ts';
import { findAllHidden, hiddenOf } from '../bench/prove/contamination.ts';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { readTextOrNull } from '../base/read-or-null.ts';
import type { ChatModel } from '../llm/chat.ts';
import { Budget } from '../llm/budget.ts';
import { showBenchProgress } from '../ui/bench-progress.ts';
import { type BenchProveOptions, jobsFor } from '../bench/bench-options.ts';
import { planOf, provenanceOf, type Setup, workersOf } from '../bench/prove/provenance.ts';
import {
  readsIndex,
  readsLibrary,
  readsTemplates,
  namedSystems,
  openModels,
  openSystems,
  requireHumanProofs,
} from '../bench/prove/open-systems.ts';
import type { CommandContext } from '../session/command-context.ts';
import { withoutQueue } from '../session/command-queue.ts';
import type { Command, CommandOutcome } from './command.ts';
import { deadlineOf } from '../session/deadline.ts';
import { readStoredBenchOptions, type StoredBenchOptions } from './stored-bench-options.ts';
import { openProverSession, openUncheckedSession, type ProverSession } from '../session/prover-session.ts';
import { openQueueSession, requireNoReplay } from '../session/queue-session.ts';
import { requireQueueToConfirm } from '../session/require-queue.ts';

interface PreparedBench extends StoredBenchOptions {
  options: BenchProveOptions;
  /** With the benchmark's original settings. */
  context: CommandContext;
  folder: string;
  problems: BenchProblem[];
  published: Published | null;
  systems: System[];
  models: ReadonlyMap<string, ChatModel>;
  /** Number of runs at a time. */
  jobs: number;
}

/**
 * Exit `done` if every run was made, `budget` if a total limit stopped it, `missing` if no run got an answer,
 * `interrupted` with the results so far. The exit code does not depend on how much was solved; see `bench compare`.
 */
export const benchProve: Command<BenchProveOptions> = async (options, context) => {
  if (options.dryRun) return (await import('./bench-dry-run.ts')).benchDryRun(options, context);
  const bench = await prepare(options, context);
  const { asked: request, systems, problems } = bench;
  const indexed = systems.some(readsIndex);
  const sessionOptions = {
    ...request,
    jobs: bench.jobs,
    indexed,
    library: systems.some(readsLibrary),
    templates: systems.some(readsTemplates),
  };
  // The first problem's Lean is used for all: a report covers one version.
  const open = isQueued(bench) ? openQueueSession : openProverSession;
  const session = !request.checks
    ? await openUncheckedSession(sessionOptions, bench.context)
    : await open({ ...sessionOptions, caches: false, judges: true }, bench.context, problems[0]?.file ?? bench.cwd);
  try {
    return await measure(bench, session);
  } finally {
    await session.close();
  }
};

/** Whether the workers of a queue prove. Answers that are not checked need no worker. */
const isQueued = ({ context }: Pick<PreparedBench, 'context'>): boolean => context.settings.queueUrl !== null;

/** Reports wrong options before searching for Lean. */
async function prepare(options: BenchProveOptions, given: CommandContext): Promise<PreparedBench> {
  const { stored, folder } = storedOptions(options, given);
  const { asked: request, cwd, indexPath, libraryPath, vectors } = stored;
  const templateGraph = stored.templateGraph ?? given.settings.templateGraph;
  const model = { ...given.settings.model, ...stored.model };
  const base = request.checks ? given : withoutQueue(given);
  const context = {
    ...base,
    settings: { ...base.settings, ...vectors, indexPath, libraryPath, templateGraph, model },
  };
  const systems = namedSystems(request);
  const all = await readDatasets(request.datasets, { cwd, withInformal: request.withInformal });
  const problems = select(all, request);
  requireHumanProofs(systems, problems);
  const isRemote = isQueued({ context });
  if (isRemote) requireNoReplay(request.models);
  requireQueueToConfirm(request, context);
  const record = request.record === null ? null : resolve(cwd, request.record);
  const opening = { settings: context.settings, record: isRemote ? null : record, isNamed: isRemote };
  const models = await openModels(systems, request, options.total, opening);
  const jobs = jobsFor(options.jobs, isRemote);
  return { ...stored, options, context, folder, problems, published: publishedFor(all), systems, models, jobs };
}

function storedOptions(
  options: BenchProveOptions,
  { cwd, settings }: CommandContext,
): { stored: StoredBenchOptions; folder: string } {
  if (options.resume !== null) {
    const folder = resolve(cwd, options.resume);
    return { stored: readStoredBenchOptions(folder), folder };
  }
  if (options.request === null) throw new Error('neither a request nor a folder to resume');
  const { indexPath, libraryPath, templateGraph, libraryStore, embedder } = settings;
  const vectors = { libraryStore, embedder };
  const { baseUrl, temperature, topP, maxOutputTokens } = settings.model;
  const folder = experimentPath(options.out, { cwd, dataHome: settings.dataHome });
  const model = { baseUrl, temperature, topP, maxOutputTokens };
  return { stored: { asked: options.request, cwd, indexPath, libraryPath, templateGraph, vectors, model }, folder };
}

async function measure(bench: PreparedBench, session: ProverSession): Promise<CommandOutcome> {
  const { asked: request, options, context, problems, systems, models } = bench;
  const opened = await openSystems(systems, models, context.settings, session);
  const { settings } = context;
  const setup: Setup = {
    request,
    problems,
    systems,
    models,
    session,
    jobs: bench.jobs,
    total: options.total,
    settings,
  };
  const folder = new ExperimentFolder(PROVING_BENCHMARK, bench.folder, toStoredOptions(bench), planOf(setup));
  try {
    const hidden = findAllHidden(session.index, problems);
    const about = aboutRuns(setup, folder.manifest.began_at);
    const { problemLimits: limits, problemSeconds: seconds, runs } = request;
    const total = new Budget(options.total);
    const { signal } = context;
    const began = performance.now();
    const totalDeadline = deadlineOf(options.total.time, signal);
    const { time } = options.total;
    const secondsLeft = (): number | null => time && Math.max(0, time - (performance.now() - began) / 1000);
    const benchRun = {
      prover: session.prover,
      folder,
      problems,
      systems: opened,
      runs,
      jobs: bench.jobs,
      hidden: hiddenOf(problems, hidden, session.library),
      checks: request.checks,
      limits,
      seconds,
      total,
      totalDeadline,
      secondsLeft,
      signal,
      about,
    };
    await shareTotal(session, benchRun);
    const stoppedBy = await withProgress(benchRun, context);
    const report = assembleReport({
      problems,
      systems,
      results: folder.results,
      hidden,
      dataset: datasetFacts(bench),
      published: bench.published,
      checked: request.checks,
      provenance: { ...provenanceOf(setup, folder.manifest.began_at), workers: workersOf(folder.results) },
      stoppedBy: stoppedBy === null ? null : FLAGS[stoppedBy],
    });
    writeReport(folder, report);
    return outcomeOf(report, {
      folder: folder.path,
      isInterrupted: signal.aborted,
      project: session.installation.projectRoot,
    });
  } finally {
    folder.close();
  }
}

function toStoredOptions({
  asked,
  cwd,
  indexPath,
  libraryPath,
  templateGraph,
  vectors,
  model,
}: StoredBenchOptions): StoredBenchOptions {
  return { asked, cwd, indexPath, libraryPath, templateGraph, vectors, model };
}

const FLAGS = { attempts: '--max-attempts', cost: '--max-cost', tokens: '--max-tokens', time: '--max-time' } as const;

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
  const left = remainingRuns(request).length;
  const all = request.problems.length * request.systems.length * request.runs;
  if (left < all) context.log.info(`${all - left} of ${all} runs are already recorded in ${request.folder.path}.`);
  const progress = showBenchProgress(context.log, context.startProgress, left);
  try {
    return await runBench({ ...request, onResult: progress.onResult });
  } finally {
    progress.stop();
  }
}

/** In the folder of the benchmark: the id of its budget in the database of a queue. */
const BUDGET_FILE = 'queue-budget';

/** Workers cannot see what others spend, so the limits of all runs together are in the database of the queue. */
async function shareTotal(
  { shareBudget }: ProverSession,
  request: Parameters<typeof spentEarlier>[0] & Pick<BenchRequest, 'total'>,
): Promise<void> {
  const { folder, total } = request;
  if (shareBudget === undefined || Object.values(total.limits).every((limit) => limit === null)) return;
  const path = join(folder.path, BUDGET_FILE);
  const known = readTextOrNull(path);
  const id = known ?? randomUUID();
  if (known === null) folder.write(BUDGET_FILE, id);
  const { cost, tokens, attempts } = total.limits;
  await shareBudget({ id, limits: { cost, tokens, attempts }, earlier: spentEarlier(request) });
}

function datasetFacts({ asked: request, problems }: PreparedBench): BenchReport['dataset'] {
  const { datasets: paths, split, filter, limit, withInformal: with_informal } = request;
  return { paths, digest: digestOf(problems), problems: problems.length, split, filter, limit, with_informal };
}

function writeReport(folder: BenchRequest['folder'], report: BenchReport): void {
  folder.write('report.json', `${JSON.stringify(report, null, 2)}\n`);
  folder.write('baseline.json', `${JSON.stringify(baselineOf(report), null, 2)}\n`);
  folder.write('report.md', benchMarkdown(report));
  folder.write('report.html', benchPage(report));
}

interface Ending {
  folder: string;
  isInterrupted: boolean;
  /** Null if the problems are outside a project. */
  project: string | null;
}

function outcomeOf(report: BenchReport, ending: Ending): CommandOutcome {
  const { folder, isInterrupted } = ending;
  const exit: Exit = isInterrupted ? 'interrupted' : report.stopped_by !== null ? 'budget' : 'done';
  const results = report.problems.flatMap((problem) => problem.results);
  const isAnswered = results.some(({ state }) => state !== 'unchecked' && state !== 'model_failed');
  if (exit === 'done' && !isAnswered && !isUncheckedAsRequested(report)) throw nothingAnswered(report, ending);
  return { exit, data: { ...report, folder }, render: () => renderBenchProve(report, folder) };
}

/** Checking was turned off, and the model answered. */
function isUncheckedAsRequested({ checked, systems }: BenchReport): boolean {
  return !checked && systems.some(({ states }) => states.unchecked > 0);
}

/** The report has been written. */
function nothingAnswered({ problems }: BenchReport, { folder, project }: Ending): Failure {
  const [first] = problems.flatMap(({ results }) => results);
  const hint =
    project === null && first?.attempts === 0 && first.state === 'unchecked'
      ? 'Problems from JSON Lines are treated as files in the working folder: run this in a project in which their imports are built.'
      : `then resume it: lemmahead bench prove --resume ${folder}`;
  return new Failure('missing', 'nothing-answered', {
    message: `None of the ${problems.length} problems could be tried, so there is nothing to measure.`,
    reason: first?.why ?? 'no reason was given',
    next: `${first?.next ?? 'lemmahead doctor'}\n${hint}`,
  });
}
