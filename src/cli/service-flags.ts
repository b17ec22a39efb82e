/** Options of the servers, `serve` and `mcp`: index and library, limits on checks and proofs, model. */
import { availableParallelism } from 'node:os';
import { integer, type FlagsOf, option, optionTable } from '../config/option-table.ts';
import type { Settings } from '../config/settings.ts';
import { INDEX_OPTIONS, PROVING_DATA_OPTIONS, REFRESH_OPTIONS } from '../options/data-options.ts';
import { PROVE_JUDGING } from '../options/judging-options.ts';
import { LIMITS, MODEL_OPTIONS, MODEL_SERVER_OPTIONS } from '../options/model-options.ts';
import { QUEUE_OPTIONS } from '../options/queue-options.ts';
import type { ServiceOptions } from '../server/service.ts';

const group = 'Checks and proofs:';
/** As many as several workers run. */
const QUEUED_JOBS = 16;
/** Each thread keeps an index open. */
const MAX_THREADS = 4;

export const SERVICE_OPTIONS = optionTable({
  ...REFRESH_OPTIONS,
  ...INDEX_OPTIONS,
  ...PROVING_DATA_OPTIONS,
  requireSandbox: { ...PROVE_JUDGING.requireSandbox, group, default: 'namespaces' },
  maxTime: option('--max-time <seconds>', 'time limit for one check or proof', integer(1, 86_400), {
    group,
    default: 600,
  }),
  jobs: option(
    '-j, --jobs <number>',
    `checks and proofs to run in parallel (default: 1; with --queue, ${QUEUED_JOBS} are sent at a time)`,
    integer(1, 64),
    { group },
  ),
  maxWaiting: option('--max-waiting <number>', 'checks and proofs that may wait', integer(0, 1000), {
    group,
    default: 8,
  }),
  ...QUEUE_OPTIONS,
  ...MODEL_OPTIONS,
  ...MODEL_SERVER_OPTIONS,
  limits: LIMITS,
});

/** `threads`: number of parallel searches. */
export function serviceOptions(
  flags: FlagsOf<typeof SERVICE_OPTIONS>,
  { queueUrl }: Pick<Settings, 'queueUrl'>,
  threads = Math.min(MAX_THREADS, availableParallelism()),
): ServiceOptions {
  return {
    ...flags,
    jobs: flags.jobs ?? (queueUrl === null ? 1 : QUEUED_JOBS),
    threads,
    searchQueue: SEARCH_QUEUE,
    searchTimeoutMs: SEARCH_TIMEOUT_MS,
    graphWaitMs: GRAPH_WAIT_MS,
  };
}

/** A full queue is answered within seconds. */
const SEARCH_QUEUE = 256;
/** The first search in a project may have to read its changed files first. */
const SEARCH_TIMEOUT_MS = 15_000;
/** Enough for the graph of a project; that of Mathlib takes longer. */
const GRAPH_WAIT_MS = 8000;
