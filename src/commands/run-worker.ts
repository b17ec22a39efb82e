/** `lemmahead worker`: takes units from a queue and runs them, until Ctrl-C or SIGTERM. */
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { aborted } from '../base/aborted.ts';
import { Failure } from '../base/errors.ts';
import { firstLine } from '../base/one-line.ts';
import { packageVersion } from '../base/version.ts';
import { pause } from '../queue/open-queue.ts';
import { type Offer, WORKER } from '../queue/requirements.ts';
import { handlerOf, serveUnits } from '../queue/serve-units.ts';
import { newWorkerId } from '../queue/worker-registry.ts';
import type { WorkerOptions } from '../options/queue-options.ts';
import { CHECK_UNIT, runCheck } from '../session/check-unit.ts';
import type { CommandContext } from '../session/command-context.ts';
import { openCommandQueue, shownOutages, withoutQueue } from '../session/command-queue.ts';
import { KeptSessions } from '../session/kept-sessions.ts';
import type { LeanEnvironment } from '../session/lean-environment.ts';
import { findLeanFor, requireTestedJudge, sandboxFor } from '../session/judging.ts';
import { offerOf, readEnvironmentFacts } from '../session/lean-facts.ts';
import { openOfferedModels } from '../session/offered-models.ts';
import { findProvingFacts } from '../session/proving-facts.ts';
import { proveHandler } from '../session/run-prove-unit.ts';
import { createProgress } from '../ui/progress.ts';
import type { Command } from './command.ts';

/** How long running units may take after a stop signal; then they are given back. */
export const DRAIN_MS = 15_000;

/** Exit `done` after a stop signal. */
export const runWorker: Command<WorkerOptions> = async (options, context) => {
  const { signal, log, stream } = context;
  const queue = await openCommandQueue(context, { connections: 3, supervises: true, sends: false });
  const sessions = new KeptSessions();
  try {
    const worker = newWorkerId();
    const outages = shownOutages(context, queue);
    const models = await openOfferedModels(context);
    const { selfTests, ...found } = await findEnvironments(worker, options, context);
    const environments = found.environments.map((each) => ({ ...each, offer: { ...each.offer, ...models.facts } }));
    const stop = new AbortController();
    void aborted(signal).then(async () => {
      log.info(`Stopping: running units have ${DRAIN_MS / 1000} s to end, and then another worker gets them.`);
      await pause(DRAIN_MS, stop.signal);
      stop.abort();
    });
    const host = hostname();
    const check = handlerOf({
      kind: CHECK_UNIT,
      run: (payload, requirements, ended) =>
        runCheck(payload, requirements, environments, {
          ...context,
          signal: ended,
          startProgress: createProgress('none'),
        }),
    });
    const prove = proveHandler({
      ...{ queue, id: worker, environments, offered: models.chat, sessions, jobs: options.jobs, outages },
      context: { ...withoutQueue(context), signal: stop.signal, startProgress: createProgress('none') },
    });
    const handlers = [check, prove].filter(({ name }) => accepts(name, options));
    const kinds = handlers.map(({ name }) => name);
    const counts = await serveUnits({
      ...{ queue, worker, handlers, drain: signal, stop: stop.signal },
      facts: {
        ...{ host, pid: process.pid, version: packageVersion(), jobs: options.jobs },
        ...{ offers: environments.map(({ offer }) => offer), self_tests: selfTests },
      },
      outages,
      onReady: () => {
        stream?.({ event: 'ready', worker, host, kinds });
        log.info(
          `Worker ${worker} on ${host} takes ${kinds.join(', ')} from ${queue.place.shown}. Press Ctrl-C to stop.`,
        );
      },
      onUnit: ({ id, kind }, outcome) => log.debug(`${kind} ${id}: ${outcome.ok ? 'done' : outcome.log}`),
    });
    stop.abort();
    const { done, failed } = counts;
    return { exit: 'done', data: { schema: 'lemmahead/worker@1', worker, done, failed }, render: () => '' };
  } finally {
    await sessions.close();
    await queue.close();
  }
};

const accepts = (kind: string, { only }: Pick<WorkerOptions, 'only'>): boolean =>
  only.length === 0 || only.includes(kind);

/**
 * The projects whose judge passed its self-test, and what the test said of each Lean.
 * @throws {Failure} if there is none
 */
async function findEnvironments(
  worker: string,
  { projects, requireSandbox, only }: WorkerOptions,
  context: CommandContext,
): Promise<{ environments: LeanEnvironment[]; selfTests: Record<string, string> }> {
  const sandbox = await sandboxFor({ requireSandbox });
  const environments: LeanEnvironment[] = [];
  const selfTests: Record<string, string> = {};
  let lastFailure: Failure | null = null;
  for (const folder of projects.length === 0 ? ['.'] : projects) {
    const installation = await findLeanFor(resolve(context.cwd, folder, 'File.lean'), context);
    const proving = accepts('prove', { only })
      ? await findProvingFacts(withoutQueue(context), installation.projectRoot)
      : {};
    const offer: Offer = { ...offerOf(readEnvironmentFacts(installation), sandbox), ...proving, [WORKER]: worker };
    try {
      await requireTestedJudge({ installation, sandbox }, context);
      selfTests[offer['lean']!] = 'passed';
      environments.push({ installation, sandbox, offer });
    } catch (error) {
      if (!(error instanceof Failure) || error.detail.exit !== 'missing') throw error;
      lastFailure = error;
      selfTests[offer['lean']!] = firstLine(error.message);
      context.log.warn(`${firstLine(error.message)} This worker takes no checks and proofs for it.`);
    }
  }
  if (environments.length === 0 && lastFailure !== null) throw lastFailure;
  return { environments, selfTests };
}
