/** Flags of `worker` and `queue`. */
import type { Command } from '@commander-js/extra-typings';
import { STREAM_OPTIONS } from '../options/prove-options.ts';
import { GRANT_OPTIONS, HOST_OPTIONS, QUEUE_OPTIONS, WATCH_OPTIONS, WORKER_OPTIONS } from '../options/queue-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const WORKER_EXAMPLES = `
Examples:
  lemmahead worker --queue postgres://me@db.example.org/lemmahead --jobs 4
  LEMMAHEAD_QUEUE=postgres://me@localhost/lemmahead lemmahead worker --project ~/lean/pond
  lemmahead worker --only chat --model anthropic/claude-opus-5-5 --jobs 8

The password is read from LEMMAHEAD_QUEUE_PASSWORD, PGPASSWORD or ~/.pgpass.

Exit codes: 0 stopped by Ctrl-C or SIGTERM, 2 wrong flags, address or password,
3 the database, Lean or pg-boss is missing, or the judge failed its self-test.
`;

const QUEUE_EXAMPLES = `
Examples:
  lemmahead queue status --watch       until nothing is left
  lemmahead queue workers              which workers there are, and what they have
  lemmahead queue retry                one more attempt for dead units
  lemmahead queue purge                remove dead units and forgotten results
  lemmahead queue grant worker         let the role worker take units, and nothing else

Exit codes: 0 done, 1 status: units are dead; workers: none is alive,
2 wrong flags, address or password, 3 the database or pg-boss is missing, 130 Ctrl-C.
`;

export function addWorkerCommand(program: Command, execute: Execute): void {
  const command = program.command('worker').description('Take units of work from a queue and run them, until Ctrl-C');
  addFlags(addFlags(command, WORKER_OPTIONS), STREAM_OPTIONS)
    .addHelpText('after', WORKER_EXAMPLES)
    .action(() => {
      const streams = readFlags(command, STREAM_OPTIONS).jsonStream;
      const request = { flags: readSettings(command, WORKER_OPTIONS), streams, serves: true };
      return execute(request, async (context) =>
        (await import('../commands/run-worker.ts')).runWorker(readFlags(command, WORKER_OPTIONS), context),
      );
    });
}

export function addQueueCommands(program: Command, execute: Execute): void {
  const queue = program
    .command('queue')
    .description('The queue of units for several machines: status, workers, retry, cancel, purge, grant')
    .addHelpText('after', QUEUE_EXAMPLES);
  const status = queue.command('status').description('Show what waits and runs, how fast, and what is dead');
  addFlags(status, WATCH_OPTIONS).action(() =>
    execute({ flags: readSettings(status, WATCH_OPTIONS) }, async (context) =>
      (await import('../commands/queue-status.ts')).queueStatus(readFlags(status, WATCH_OPTIONS), context),
    ),
  );
  const workers = queue.command('workers').description('List the workers, what they have and what they did');
  addFlags(workers, HOST_OPTIONS).action(() =>
    execute({ flags: readSettings(workers, HOST_OPTIONS) }, async (context) =>
      (await import('../commands/queue-workers.ts')).queueWorkers(readFlags(workers, HOST_OPTIONS), context),
    ),
  );
  const grant = queue
    .command('grant')
    .description('Give a role of the database the rights of a worker: it takes units, and can do nothing else')
    .argument('<role>', 'the role, which exists');
  addFlags(grant, GRANT_OPTIONS).action((role) =>
    execute({ flags: readSettings(grant, GRANT_OPTIONS) }, async (context) =>
      (await import('../commands/queue-grant.ts')).queueGrant({ ...readFlags(grant, GRANT_OPTIONS), role }, context),
    ),
  );
  const changes = [
    ['retry', 'Give dead units one more attempt'],
    ['cancel', 'Cancel all units that wait or run'],
    ['purge', 'Remove what has ended: dead and cancelled units, forgotten results, stopped workers'],
  ] as const;
  for (const [change, description] of changes) {
    const command = queue.command(change).description(description);
    addFlags(command, QUEUE_OPTIONS).action(() =>
      execute({ flags: readSettings(command, QUEUE_OPTIONS) }, async (context) =>
        (await import('../commands/queue-change.ts')).queueChange({ change }, context),
      ),
    );
  }
}
