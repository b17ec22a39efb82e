/** `lemmahead bench prove --dry-run`: how many questions, tokens and dollars it comes to. Nothing is sent, nothing checked. */
import { readDatasets } from '../bench/prove/dataset.ts';
import { countQuestions, type SystemCount } from '../bench/prove/count-questions.ts';
import { renderBenchCount, type BenchCount } from '../bench/prove/count-text.ts';
import { placeholder, DEFAULT_ANSWERS } from '../bench/prove/stub-model.ts';
import { select } from '../bench/prove/selection.ts';
import { findHidden } from '../bench/prove/contamination.ts';
import { priceOf } from '../llm/prices.ts';
import type { BenchProveOptions } from './bench-prove-options.ts';
import { systemNeedsIndex, systemNeedsLibrary, namedSystems, openSystems, requireHumanProofs } from './bench-systems.ts';
import type { CommandContext, CommandOutcome } from './command.ts';
import { openUncheckedSession } from './prover-session.ts';

/** No key is needed. @throws {Failure} as `benchProve` does of what was typed, of an index and a library */
export async function benchDryRun(
  { asked, jobs }: BenchProveOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  if (asked === null) throw new Error('a benchmark that is gone on with was counted before');
  const { settings, signal, cwd } = context;
  const systems = namedSystems(asked);
  const problems = select(await readDatasets(asked.datasets, { cwd, withInformal: asked.withInformal }), asked);
  requireHumanProofs(systems, problems);
  const names = new Set(systems.flatMap(({ model }) => model ?? []));
  const hasServer = settings.model.baseUrl !== null;
  const models = new Map(
    [...names].map((name) => [name, placeholder(name, priceOf(name, settings.model.prices, hasServer))]),
  );
  const indexed = systems.some(systemNeedsIndex);
  const proving = await openUncheckedSession({ ...asked, jobs, indexed, library: systems.some(systemNeedsLibrary) }, context);
  const progress = context.startProgress('Counting');
  const all = systems.length * problems.length;
  const onProgress = (counted: number): void => progress.update(counted, all, 'questions of strategies');
  try {
    const { index, prover } = proving;
    const hidden = new Map(index === null ? [] : problems.map((one) => [one.name, findHidden(index, one)] as const));
    const opened = openSystems(systems, models, settings, proving);
    const counts = await countQuestions({
      prover,
      problems,
      systems: opened,
      runs: asked.runs,
      hidden,
      signal,
      onProgress,
    });
    const report = reportOf(counts, problems.length, asked.runs);
    return { exit: 'done', data: { ...report }, render: () => renderBenchCount(report) };
  } finally {
    progress.stop();
    await proving.close();
  }
}

function reportOf(systems: SystemCount[], problems: number, runs: number): BenchCount {
  const assumed = { answer_tokens: DEFAULT_ANSWERS };
  return { schema: 'lemmahead/bench-dry-run@1', problems, runs, assumed, systems };
}
