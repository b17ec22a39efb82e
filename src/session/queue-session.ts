/** What `prove`, `runs resume` and `bench prove` open if the workers of a queue prove. */
import { resolve } from 'node:path';
import { detectSandbox } from '../lean/process/sandbox.ts';
import { Failure } from '../base/errors.ts';
import { ClosingStack } from '../base/closing-stack.ts';
import { firstLine } from '../base/one-line.ts';
import { Recording } from '../llm/record-answers.ts';
import type { CommandContext } from './command-context.ts';
import { openCommandQueue, shownOutages } from './command-queue.ts';
import { findLeanFor } from './judging.ts';
import { openPassageSearch } from './passage-search.ts';
import { indexFor, type ProverSession, type ProverSessionOptions, requireUserFolders } from './prover-session.ts';
import { provingFacts } from './proving-facts.ts';
import { QueueProver, type QueueProverOptions } from './queue-prover.ts';
import { openSimilarProblems } from './similar-problems.ts';

/** The record of each unit is read over these, while the sender waits for answers. */
const CONNECTIONS = 3;

/**
 * As `openProverSession`, but nothing is compiled here. Lean, the index, the library and the graph are those that a worker
 * must have. `record`: the file for the answers of models, relative to the working folder. `sandbox`: the one that is required, otherwise that of this machine; each verdict has that of its worker.
 * @throws {Failure} also if the queue cannot be used
 */
export async function openQueueSession(
  options: ProverSessionOptions & Pick<QueueProverOptions, 'confirm'> & { record: string | null },
  context: CommandContext,
  file: string,
): Promise<ProverSession> {
  const { keep, close } = new ClosingStack();
  try {
    const { settings, signal, log } = context;
    requireUserFolders(settings);
    const installation = await findLeanFor(file, context);
    const index = options.indexed ? await indexFor(context, installation.projectRoot) : null;
    if (index !== null) keep(index);
    const library = options.library ? keep(await openPassageSearch(context)) : null;
    const templates = options.templates ? keep(await openSimilarProblems(context)).digest : null;
    const { requireSandbox, confirm, level, allowAxioms, mode, jobs, caches } = options;
    const recording = options.record === null ? null : new Recording(resolve(context.cwd, options.record));
    const queue = keep(await openCommandQueue(context, { connections: CONNECTIONS, supervises: true }));
    const prover = keep(
      new QueueProver({
        ...{
          queue,
          installation,
          judgedAs: file,
          requireSandbox,
          confirm,
          recording,
          signal,
          outages: shownOutages(context, queue),
        },
        facts: provingFacts({ index, library, templates }),
        ...{ level, allow_axioms: [...allowAxioms], mode, jobs: Math.min(jobs, MAX_UNIT_JOBS), caches },
        ...{ indexed: index !== null, library: library !== null, templates: templates !== null },
        timeoutSeconds: settings.leanTimeoutSeconds,
        memoryMegabytes: settings.leanMemoryMegabytes,
        onInvalid: (what) => log.debug(`queue: a worker wrote ${firstLine(what)}`),
      }),
    );
    return {
      ...{ prover, installation, index, library, templates, close },
      shareBudget: (place) => prover.shareBudget(place),
      // Strategies run where the workers are, and ask there.
      tactics: () => Promise.reject(new Error('tactics are asked for by the worker')),
      sandbox: requireSandbox ?? (await detectSandbox()).level,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Servers of one worker for one file. */
const MAX_UNIT_JOBS = 64;

/** Recordings are read where they are. @throws {Failure} */
export function requireNoReplay(models: readonly (string | null)[]): void {
  const replayed = models.find((name) => name?.startsWith('replay:'));
  if (replayed === undefined) return;
  throw new Failure('usage', 'queue-replay', {
    message: `${replayed} is a file here, but with a queue the workers ask models.`,
    next: 'Omit --queue, or name a model on a server.',
  });
}
