/** The endpoints about the queue of units for several machines. They only read. */
import { queueStatusSchema, queueWorkersSchema } from '../../report/queue-schema.ts';
import { outcomeFields } from '../../report/server-schema.ts';
import type { Endpoint } from './endpoints.ts';
import { commandResponse } from './json-response.ts';

export const QUEUE_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/queue',
    summary: 'What waits and runs in the queue of the server, how fast, and what is dead',
    responses: { 200: { description: 'the counts', schema: queueStatusSchema.extend(outcomeFields) } },
    handle: async ({ signal }, { service }) => commandResponse(await service.queueStatus({ signal })),
  },
  {
    method: 'get',
    path: '/queue/workers',
    summary: 'The workers of the queue, what they have and what they did',
    responses: { 200: { description: 'the workers', schema: queueWorkersSchema.extend(outcomeFields) } },
    handle: async ({ signal }, { service }) => commandResponse(await service.queueWorkers({ signal })),
  },
];
