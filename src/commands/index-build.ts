/** `lemmahead index build`: indexes sources and reports the result. */
import { indexPathFor } from '../config/paths.ts';
import type { BuildProgress } from '../index/build-progress.ts';
import { buildIndex, type BuildOutcome } from '../index/build.ts';
import { checkRevisions, namedRoots, projectRoots, type NamedRoot, type Roots } from '../index/roots.ts';
import { contentHash } from '../index/source-text.ts';
import { manifestText } from '../lean/lake-manifest.ts';
import { Failure } from '../base/errors.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { progressText, renderIndexBuild } from '../report/index-build.ts';
import { SHIPPED_WEIGHTS } from '../vectors/weights.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { Command } from './command.ts';

export interface IndexBuildOptions {
  roots: NamedRoot[];
  /** Required commit of a root, by its name. */
  revs: Record<string, string>;
  add: boolean;
  rehash: boolean;
  strict: boolean;
  /** Whether rows get the vectors that rank text queries. */
  vectors: boolean;
}

export const indexBuild: Command<IndexBuildOptions> = async (options, context) => {
  const started = performance.now();
  const roots = rootsFor(options, context);
  checkRevisions(roots.packages, options.revs);
  const outcome = await build(options, roots, context);
  for (const warning of outcome.warnings) context.log.warn(warning);
  const report = { ...outcome, seconds: (performance.now() - started) / 1000 };
  const isRejected = options.strict && outcome.problems.some((problem) => problem.isUnread);
  return {
    exit: isRejected ? 'no' : 'done',
    data: { schema: 'lemmahead/index-build@1', ...snakeKeys(report) },
    render: (style) => renderIndexBuild(report, options.strict, style),
  };
};

function rootsFor(options: IndexBuildOptions, { settings, cwd }: CommandContext): Roots {
  if (options.roots.length > 0) return namedRoots(options.roots, cwd);
  if (settings.projectRoot !== null) return projectRoots(settings.projectRoot, settings.elanHome);
  throw new Failure('usage', 'no-roots', {
    message: 'There is nothing to index: no --root was given, and this is not a Lake project.',
    next: 'lemmahead index build --root NAME=PATH',
  });
}

async function build(options: IndexBuildOptions, roots: Roots, context: CommandContext): Promise<BuildOutcome> {
  const { settings, signal } = context;
  const progress = context.startProgress('Indexing');
  const onProgress = (event: BuildProgress): void => progress.update(event.done, event.total, progressText(event));
  const manifestHash = options.roots.length === 0 ? contentHash(manifestText(settings.projectRoot!)) : '';
  const { add, rehash, vectors } = options;
  try {
    return await buildIndex({
      ...roots,
      indexPath: indexPathFor(settings),
      add,
      rehash,
      manifestHash,
      weights: vectors ? SHIPPED_WEIGHTS : null,
      signal,
      onProgress,
    });
  } finally {
    progress.stop();
  }
}
