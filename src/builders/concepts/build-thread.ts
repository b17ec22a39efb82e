/** The thread that builds a concept base: the work blocks for seconds, and Ctrl-C must end it at once. */
import { workerData, type MessagePort } from 'node:worker_threads';
import { serve } from '../../base/worker-link.ts';
import { buildBase, type BaseRequest, type BaseSummary } from './build-base.ts';

export type BaseBuilderTasks = { build: (request: BaseRequest) => Promise<BaseSummary> };

const { stages } = workerData as { stages: MessagePort };

serve({
  build: (request) => buildBase(request, (stage) => stages.postMessage(stage)),
} satisfies BaseBuilderTasks);
