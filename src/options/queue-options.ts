/** The flag of the queue, which several commands share, and the options of `worker`. */
import {
  boolean,
  inGroup,
  integer,
  list,
  option,
  optionTable,
  setting,
  text,
  type OptionsOf,
} from '../config/option-table.ts';
import { INDEX_OPTIONS, PROVING_DATA_OPTIONS } from './data-options.ts';
import { PROVE_JUDGING } from './judging-options.ts';
import { MODEL_OPTIONS, MODEL_SERVER_OPTIONS } from './model-options.ts';

const GROUP = 'Queue:';

export const QUEUE_OPTIONS = inGroup(GROUP, {
  queue: setting('queue.url', '--queue <url>', 'use the workers of this PostgreSQL: postgres://USER@HOST/DATABASE'),
});

export const CONFIRM_OPTION = inGroup(GROUP, {
  confirm: option('--confirm', 'with --queue: a second worker must accept what the first accepts', boolean, {
    request: { field: 'confirm', help: 'a second worker of the queue must accept it, too', forAgents: false },
    plan: 'confirm',
  }),
});

/** The kinds of units that a worker can take: checks and proofs of files, requests to a model, vectors of texts. */
export const UNIT_KINDS = ['check', 'prove', 'chat', 'embed'] as const;

export const WORKER_OPTIONS = optionTable({
  ...QUEUE_OPTIONS,
  ...inGroup(GROUP, {
    jobs: option('-j, --jobs <number>', 'units at a time', integer(1, 64), { default: 1 }),
    only: option(
      '--only <kinds>',
      `take only units of these kinds: ${UNIT_KINDS.join(', ')}`,
      list({ choices: UNIT_KINDS }),
    ),
  }),
  indexFrom: option(
    '--index-from <url>',
    'first download the index of this lemmahead serve, unless it is already here',
    text(),
    { group: GROUP },
  ),
  projects: option(
    '--project <folder>',
    'a project whose files are checked (repeatable; default: the one here)',
    list(),
    {
      group: 'Judging:',
    },
  ),
  requireSandbox: { ...PROVE_JUDGING.requireSandbox, default: 'namespaces' },
  ...MODEL_OPTIONS,
  ...MODEL_SERVER_OPTIONS,
  ...INDEX_OPTIONS,
  ...PROVING_DATA_OPTIONS,
});

export interface WorkerOptions extends OptionsOf<typeof WORKER_OPTIONS> {}

export const WATCH_OPTIONS = optionTable({
  ...QUEUE_OPTIONS,
  watch: option('--watch', 'show the progress until nothing is left or Ctrl-C', { is: 'boolean' }),
});

export const HOST_OPTIONS = optionTable({
  ...QUEUE_OPTIONS,
  host: option('--host <name>', 'only the workers on this machine', text()),
});

export interface QueueWorkersOptions extends OptionsOf<typeof HOST_OPTIONS> {}

export const GRANT_OPTIONS = optionTable({
  ...QUEUE_OPTIONS,
  print: option('--print', 'only print the SQL, for an administrator', { is: 'boolean' }),
});

export interface QueueGrantOptions extends OptionsOf<typeof GRANT_OPTIONS> {}
