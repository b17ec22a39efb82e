/** `lemmahead bench prove --dry-run`: estimates requests, tokens and cost. Sends nothing and checks nothing. */
import { readDatasets } from '../bench/prove/dataset.ts';
import { countQuestions } from '../bench/prove/count-questions.ts';
import type { SystemCount } from '../bench/prove/count-text.ts';
import { renderBenchCount, type BenchCount } from '../bench/prove/count-text.ts';
import { ASSUMED_CHECK, ASSUMED_JUDGE } from '../bench/prove/assumed-check.ts';
import { makeStubModel, DEFAULT_ANSWERS, SKETCH_STEPS } from '../bench/prove/stub-model.ts';
import { select } from '../bench/prove/selection.ts';
import { findAllHidden, hiddenOf } from '../bench/prove/contamination.ts';
import { priceOf } from '../llm/prices.ts';
import { type BenchProveOptions, jobsFor } from '../bench/bench-options.ts';
import {
  readsIndex,
  readsLibrary,
  readsTemplates,
  namedSystems,
  openSystems,
  requireHumanProofs,
} from '../bench/prove/open-systems.ts';
import type { CommandContext } from '../session/command-context.ts';
import { withoutQueue } from '../session/command-queue.ts';
import type { CommandOutcome } from './command.ts';
import { openUncheckedSession } from '../session/prover-session.ts';

/** Needs no key. @throws {Failure} as `benchProve` does for wrong options, a missing index or a missing library */
export async function benchDryRun(
  { request, jobs }: BenchProveOptions,
  given: CommandContext,
): Promise<CommandOutcome> {
  const context = withoutQueue(given);
  if (request === null) throw new Error('a dry run needs the options of a benchmark');
  const { settings, signal, cwd } = context;
  const systems = namedSystems(request);
  const problems = select(await readDatasets(request.datasets, { cwd, withInformal: request.withInformal }), request);
  requireHumanProofs(systems, problems);
  const names = new Set(systems.flatMap(({ model }) => model ?? []));
  const hasServer = settings.model.baseUrl !== null;
  const models = new Map(
    [...names].map((name) => [name, makeStubModel(name, priceOf(name, settings.model.prices, hasServer))]),
  );
  const indexed = systems.some(readsIndex);
  const session = await openUncheckedSession(
    {
      ...request,
      jobs: jobsFor(jobs, false),
      indexed,
      library: systems.some(readsLibrary),
      templates: systems.some(readsTemplates),
    },
    context,
    { mode: ASSUMED_CHECK, judge: ASSUMED_JUDGE },
  );
  const progress = context.startProgress('Counting');
  const total = systems.length * problems.length;
  const onProgress = (counted: number): void => progress.update(counted, total, 'strategies on problems');
  try {
    const { index, library, prover } = session;
    const hidden = hiddenOf(problems, findAllHidden(index, problems), library);
    const opened = await openSystems(systems, models, settings, session);
    const counts = await countQuestions({
      prover,
      problems,
      systems: opened,
      runs: request.runs,
      hidden,
      signal,
      onProgress,
    });
    const report = reportOf(counts, problems.length, request.runs);
    return { exit: 'done', data: { ...report }, render: () => renderBenchCount(report) };
  } finally {
    progress.stop();
    await session.close();
  }
}

function reportOf(systems: SystemCount[], problems: number, runs: number): BenchCount {
  const assumed = { answer_tokens: DEFAULT_ANSWERS, sketch_steps: SKETCH_STEPS };
  return { schema: 'lemmahead/bench-dry-run@1', problems, runs, assumed, systems };
}
