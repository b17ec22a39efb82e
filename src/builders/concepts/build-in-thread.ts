/** Builds a concept base in a thread, and replaces the old one when the new one is complete. */
import { MessageChannel } from 'node:worker_threads';
import { aborted } from '../../base/aborted.ts';
import { Failure } from '../../base/errors.ts';
import { threadScript, WorkerLink } from '../../base/worker-link.ts';
import { startBuild } from '../../concepts/write-base.ts';
import type { BaseRequest, BaseSummary } from './build-base.ts';
import type { BaseBuilderTasks } from './build-thread.ts';
import type { BuildStage } from './concept-base-content.ts';

/** In their order. */
export const STAGES = ['definitions', 'statements', 'texts', 'translations', 'phrases', 'write'] as const satisfies (
  | BuildStage
  | 'write'
)[];

/** With Node's own limit, a fifth of the time goes into collecting garbage. */
const YOUNG_GENERATION_MB = 256;

export interface BuildInThread extends Omit<BaseRequest, 'temporary'> {
  /** Where the base is written. */
  path: string;
  signal: AbortSignal;
  onStage: (stage: (typeof STAGES)[number]) => void;
}

/** @throws {Failure} as `startBuild` and `buildBase`; `interrupted`, which leaves the old base as it was */
export async function buildInThread({ path, signal, onStage, ...request }: BuildInThread): Promise<BaseSummary> {
  const build = startBuild(path);
  const { port1, port2 } = new MessageChannel();
  port1.on('message', onStage);
  const thread = new WorkerLink<BaseBuilderTasks>(threadScript('build-thread', import.meta.url), 'The build thread', {
    workerData: { stages: port2 },
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  try {
    const { temporary } = build;
    const summary = await Promise.race([
      thread.call('build', { ...request, temporary }),
      aborted(signal).then(() => {
        throw new Failure('interrupted', 'interrupted', {
          message: 'Interrupted.',
          reason: 'The old base is unchanged.',
        });
      }),
    ]);
    build.commit();
    return summary;
  } finally {
    await thread.close();
    port1.close();
    build.end();
  }
}
