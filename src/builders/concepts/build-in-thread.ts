/** Builds a concept base in a thread, and replaces the old one when the new one is complete. */
import { setImmediate as pause } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { aborted } from '../../base/aborted.ts';
import { Failure } from '../../base/errors.ts';
import { statOrNull } from '../../base/read-or-null.ts';
import { threadScript, WorkerLink } from '../../base/worker-link.ts';
import { discardReadings, readingCacheOf } from '../../concepts/reading-cache.ts';
import { startBuild } from '../../concepts/write-base.ts';
import { buildBase, type BaseRequest, type BaseSummary } from './build-base.ts';
import type { BaseBuilderTasks } from './build-thread.ts';
import type { BuildStage } from './concept-base-content.ts';

/** In their order. */
export const STAGES = ['files', 'statements', 'texts', 'translations', 'phrases', 'write'] as const satisfies (
  | BuildStage
  | 'write'
)[];

/** With Node's own limit, a fifth of the time goes into collecting garbage. */
const YOUNG_GENERATION_MB = 256;

export interface BuildInThread extends Omit<BaseRequest, 'temporary' | 'cachePath'> {
  /** Where the base is written. */
  path: string;
  /** Read every file, also those that an earlier build has read. */
  again: boolean;
  signal: AbortSignal;
  onStage: (stage: (typeof STAGES)[number]) => void;
}

/** Bytes of an index. For less, starting the thread would take longer than the work. */
const SMALL_INDEX = 4 << 20;

/** @throws {Failure} as `startBuild` and `buildBase`; `interrupted`, which leaves the old base as it was */
export async function buildInThread({ path, again, signal, onStage, ...rest }: BuildInThread): Promise<BaseSummary> {
  const build = startBuild(path);
  try {
    const cachePath = readingCacheOf(path);
    if (again) discardReadings(cachePath);
    const request = { ...rest, temporary: build.temporary, cachePath };
    const isSmall = (statOrNull(rest.indexPath)?.size ?? 0) < SMALL_INDEX;
    const summary = await (isSmall ? buildBase(request, onStage) : inThread(request, signal, onStage));
    // A Ctrl-C during a build without a thread is noticed now.
    await pause();
    if (signal.aborted) throw interrupted();
    build.commit();
    return summary;
  } finally {
    build.end();
  }
}

async function inThread(
  request: BaseRequest,
  signal: AbortSignal,
  onStage: BuildInThread['onStage'],
): Promise<BaseSummary> {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', onStage);
  const thread = new WorkerLink<BaseBuilderTasks>(threadScript('build-thread', import.meta.url), 'The build thread', {
    workerData: { stages: port2 },
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  try {
    return await Promise.race([
      thread.call('build', request),
      aborted(signal).then(() => {
        throw interrupted();
      }),
    ]);
  } finally {
    await thread.close();
    port1.close();
  }
}

function interrupted(): Failure {
  return new Failure('interrupted', 'interrupted', {
    message: 'Interrupted.',
    reason: 'The old base is unchanged.',
  });
}
