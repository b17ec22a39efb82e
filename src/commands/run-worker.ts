/** `lemmahead worker`: takes units from a queue and runs them, until Ctrl-C or SIGTERM. */
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { aborted } from '../base/aborted.ts';
import { ClosingStack } from '../base/closing-stack.ts';
import { Failure } from '../base/errors.ts';
import { firstLine } from '../base/one-line.ts';
import { readKeyVariable } from '../config/env.ts';
import { indexPathFor } from '../config/paths.ts';
import { packageVersion } from '../base/version.ts';
import { type Outages, pause, type Queue } from '../queue/open-queue.ts';
import { type Offer, WORKER } from '../queue/requirements.ts';
import { handlerOf, serveUnits, type TextHandler } from '../queue/serve-units.ts';
import { newWorkerId } from '../queue/worker-registry.ts';
import type { WorkerOptions } from '../options/queue-options.ts';
import { CHAT_UNIT, runChat } from '../session/chat-unit.ts';
import { CHECK_UNIT, runCheck } from '../session/check-unit.ts';
import type { CommandContext } from '../session/command-context.ts';
import { openCommandQueue, shownOutages, withoutQueue } from '../session/command-queue.ts';
import { downloadIfOther, serverAddress } from '../session/download-index.ts';
import { EMBED_UNIT, runEmbed } from '../session/embed-unit.ts';
import { KeptSessions } from '../session/kept-sessions.ts';
import type { LeanEnvironment } from '../session/lean-environment.ts';
import { findLeanFor, requireTestedJudge, sandboxFor } from '../session/judging.ts';
import { offerOf, readEnvironmentFacts } from '../session/lean-facts.ts';
import { nothingOffered, type OfferedModels, openOfferedModels } from '../session/offered-models.ts';
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
  const { keep, close } = new ClosingStack();
  keep(queue);
  const sessions = keep(new KeptSessions());
  try {
    const worker = newWorkerId();
    const outages = shownOutages(context, queue);
    if (options.indexFrom !== null) await getIndex(options.indexFrom, context);
    const models = keep(await openOfferedModels(options, context));
    const asks = models.once.size + models.embedders.size > 0;
    const isForLean = ['check', 'prove'].some((kind) => accepts(kind, options));
    const { selfTests, ...found } = isForLean ? await findEnvironments(worker, options, asks, context) : NO_LEAN;
    const environments = found.environments.map((each) => ({ ...each, offer: { ...each.offer, ...models.facts } }));
    const stop = new AbortController();
    void aborted(signal).then(async () => {
      log.info(`Stopping: running units have ${DRAIN_MS / 1000} s to end, and then another worker gets them.`);
      await pause(DRAIN_MS, stop.signal);
      stop.abort(new Error('The worker was stopped.'));
    });
    const host = hostname();
    const unitContext = { ...withoutQueue(context), signal: stop.signal, startProgress: createProgress('none') };
    const parts = { queue, worker, environments, models, sessions, jobs: options.jobs, outages };
    const handlers = handlersOf(parts, unitContext).filter(({ name }) => accepts(name, options));
    if (handlers.length === 0) throw nothingOffered(options.only);
    const kinds = handlers.map(({ name }) => name);
    const counts = await serveUnits({
      ...{ queue, worker, handlers, drain: signal, stop: stop.signal },
      facts: {
        ...{ host, pid: process.pid, version: packageVersion(), jobs: options.jobs },
        offers: [...environments.map(({ offer }) => offer), ...(asks ? [models.facts] : [])],
        self_tests: selfTests,
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
    await close();
  }
};

async function getIndex(from: string, { settings, signal, log }: CommandContext): Promise<void> {
  const target = indexPathFor(settings);
  const token = readKeyVariable('LEMMAHEAD_TOKEN');
  const server = serverAddress(from);
  const downloaded = await downloadIfOther({ server, target, token, signal, onProgress: () => undefined });
  if (downloaded !== null) log.info(`Downloaded the index ${downloaded.digest} from ${server} to ${target}.`);
}

interface WorkerParts {
  queue: Queue;
  /** Its id. */
  worker: string;
  environments: readonly LeanEnvironment[];
  models: OfferedModels;
  sessions: KeptSessions;
  /** Number of units at a time. */
  jobs: number;
  outages: Outages;
}

/** The handlers of the kinds for which the worker has what they need. */
function handlersOf(
  { queue, worker, environments, models, sessions, jobs, outages }: WorkerParts,
  context: CommandContext,
): TextHandler[] {
  const check = handlerOf({
    kind: CHECK_UNIT,
    run: (payload, requirements, signal) => runCheck(payload, requirements, environments, { ...context, signal }),
  });
  const prove = proveHandler({
    ...{ queue, id: worker, environments, offered: models.chat, sessions, jobs, outages, context },
  });
  const chat = handlerOf({ kind: CHAT_UNIT, run: (payload, _, signal) => runChat(payload, models.once, signal) });
  const embed = handlerOf({
    kind: EMBED_UNIT,
    run: (payload, _, signal) => runEmbed(payload, models.embedders, signal),
  });
  return [
    ...(environments.length > 0 ? [check, prove] : []),
    ...(models.once.size > 0 ? [chat] : []),
    ...(models.embedders.size > 0 ? [embed] : []),
  ];
}

const NO_LEAN = { environments: [], selfTests: {} };

const accepts = (kind: string, { only }: Pick<WorkerOptions, 'only'>): boolean =>
  only.length === 0 || only.includes(kind);

/**
 * The projects whose judge passed its self-test, and what the test said of each Lean. `asks`: the worker also has a model.
 * @throws {Failure} if there is none, and no model either
 */
async function findEnvironments(
  worker: string,
  { projects, requireSandbox, only }: WorkerOptions,
  asks: boolean,
  context: CommandContext,
): Promise<{ environments: LeanEnvironment[]; selfTests: Record<string, string> }> {
  const isNeeded = !asks || only.includes('check') || only.includes('prove');
  const environments: LeanEnvironment[] = [];
  const selfTests: Record<string, string> = {};
  let lastFailure: Failure | null = null;
  for (const folder of projects.length === 0 ? ['.'] : projects) {
    let lean: string | null = null;
    try {
      const sandbox = await sandboxFor({ requireSandbox });
      const installation = await findLeanFor(resolve(context.cwd, folder, 'File.lean'), context);
      const proving = accepts('prove', { only })
        ? await findProvingFacts(withoutQueue(context), installation.projectRoot)
        : {};
      const offer: Offer = { ...offerOf(readEnvironmentFacts(installation), sandbox), ...proving, [WORKER]: worker };
      lean = offer['lean']!;
      await requireTestedJudge({ installation, sandbox }, context);
      selfTests[lean] = 'passed';
      environments.push({ installation, sandbox, offer });
    } catch (error) {
      if (!(error instanceof Failure) || error.detail.exit !== 'missing' || (lean === null && isNeeded)) throw error;
      lastFailure = error;
      if (lean !== null) selfTests[lean] = firstLine(error.message);
      context.log.warn(`${firstLine(error.message)} This worker takes no checks and proofs for it.`);
    }
  }
  if (environments.length === 0 && lastFailure !== null && isNeeded) throw lastFailure;
  return { environments, selfTests };
}
