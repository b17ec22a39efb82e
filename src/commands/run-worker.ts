/** `lemmahead worker`: takes units from a queue and runs them, until Ctrl-C or SIGTERM. */
import { hostname } from 'node:os';
import { aborted } from '../base/aborted.ts';
import { ClosingStack } from '../base/closing-stack.ts';
import { Failure } from '../base/errors.ts';
import { firstLine } from '../base/one-line.ts';
import { readKeyVariable } from '../config/env.ts';
import { indexPathFor } from '../config/paths.ts';
import { packageVersion } from '../base/version.ts';
import { type Outages, pause, type Queue } from '../queue/open-queue.ts';
import { handlerOf, serveUnits, StaleOffer, type TextHandler } from '../queue/serve-units.ts';
import { newWorkerId, StartingWorker } from '../queue/worker-registry.ts';
import type { WorkerOptions } from '../options/queue-options.ts';
import { CHAT_UNIT, runChat } from '../session/chat-unit.ts';
import { CHECK_UNIT, runCheck } from '../session/check-unit.ts';
import type { CommandContext } from '../session/command-context.ts';
import { openCommandQueue, shownOutages, withoutQueue } from '../session/command-queue.ts';
import { serverAddress } from '../session/download-index.ts';
import { EMBED_UNIT, runEmbed } from '../session/embed-unit.ts';
import { FollowedIndex } from '../session/followed-index.ts';
import { KeptSessions } from '../session/kept-sessions.ts';
import { OfferedEnvironments } from '../session/offered-environments.ts';
import { nothingOffered, type OfferedModels, openOfferedModels } from '../session/offered-models.ts';
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
    const models = keep(await openOfferedModels(options, context));
    const asks = models.once.size + models.embedders.size > 0;
    const about = { host: hostname(), pid: process.pid, version: packageVersion(), jobs: options.jobs };
    const starting = keep(await StartingWorker.open(queue, worker, about));
    const environments = await openEnvironments({ options, worker, asks, models }, context);
    const stop = new AbortController();
    void aborted(signal).then(async () => {
      log.info(`Stopping: running units have ${DRAIN_MS / 1000} s to end, and then another worker gets them.`);
      await pause(DRAIN_MS, stop.signal);
      stop.abort(new Error('The worker was stopped.'));
    });
    const { host } = about;
    const unitContext = { ...withoutQueue(context), signal: stop.signal, startProgress: createProgress('none') };
    const parts = { queue, worker, environments, models, sessions, jobs: options.jobs, outages };
    const handlers = handlersOf(parts, withIndexSource(options, unitContext)).filter(({ name }) =>
      accepts(name, options),
    );
    if (handlers.length === 0) throw nothingOffered(options.only);
    const kinds = handlers.map(({ name }) => name);
    starting.ready();
    const counts = await serveUnits({
      ...{ queue, worker, handlers, drain: signal, stop: stop.signal },
      facts: () => ({
        ...about,
        offers: [...(environments?.offers ?? []), ...(asks ? [models.facts] : [])],
        self_tests: environments?.selfTests ?? {},
      }),
      ...(environments === null ? {} : { refresh: () => environments.refresh() }),
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

/** The index of a server is that of every project. It is not updated here: then it would be another one. */
function withIndexSource({ indexFrom }: WorkerOptions, context: CommandContext): CommandContext {
  const { settings } = context;
  if (indexFrom === null) return context;
  return { ...context, settings: { ...settings, searchRefresh: false, indexPath: indexPathFor(settings) } };
}

interface Opening {
  options: WorkerOptions;
  worker: string;
  /** Whether the worker has a model or an embedder. */
  asks: boolean;
  models: OfferedModels;
}

/** Null: the worker takes neither checks nor proofs. @throws {Failure} if there is no project, and no model either */
async function openEnvironments(
  { options, worker, asks, models }: Opening,
  given: CommandContext,
): Promise<OfferedEnvironments | null> {
  const [checks, proves] = [accepts('check', options), accepts('prove', options)];
  if (!checks && !proves) return null;
  const context = withIndexSource(options, withoutQueue(given));
  const { projects, requireSandbox, only } = options;
  const isNeeded = !asks || only.includes('check') || only.includes('prove');
  const index = followedIndex(options, context);
  return OfferedEnvironments.open(
    { projects, requireSandbox, worker, proves, isNeeded, more: models.facts, index },
    context,
  );
}

function followedIndex({ indexFrom }: WorkerOptions, { settings, signal, log }: CommandContext): FollowedIndex | null {
  if (indexFrom === null) return null;
  const target = indexPathFor(settings);
  const server = serverAddress(indexFrom);
  const token = readKeyVariable('LEMMAHEAD_TOKEN');
  return new FollowedIndex(
    { server, target, token, signal },
    {
      onDownloaded: (digest) => log.info(`Downloaded the index ${digest} from ${server} to ${target}.`),
      onBusy: (why) => log.info(`${why} Waiting for it.`),
    },
  );
}

interface WorkerParts {
  queue: Queue;
  /** Its id. */
  worker: string;
  /** Null: it takes neither checks nor proofs. */
  environments: OfferedEnvironments | null;
  models: OfferedModels;
  sessions: KeptSessions;
  /** Number of units at a time. */
  jobs: number;
  outages: Outages;
}

/** The handlers of the kinds for which the worker has what they need. */
function handlersOf(parts: WorkerParts, context: CommandContext): TextHandler[] {
  const { models } = parts;
  const chat = handlerOf({ kind: CHAT_UNIT, run: (payload, _, signal) => runChat(payload, models.once, signal) });
  const embed = handlerOf({
    kind: EMBED_UNIT,
    run: (payload, _, signal) => runEmbed(payload, models.embedders, signal),
  });
  return [
    ...leanHandlers(parts, context),
    ...(models.once.size > 0 ? [chat] : []),
    ...(models.embedders.size > 0 ? [embed] : []),
  ];
}

function leanHandlers(
  { queue, worker, environments, models, sessions, jobs, outages }: WorkerParts,
  context: CommandContext,
): TextHandler[] {
  if (environments === null || environments.current.length === 0) return [];
  const check = handlerOf({
    kind: CHECK_UNIT,
    run: (payload, requirements, signal) => runCheck(payload, requirements, environments, { ...context, signal }),
  });
  const prove = proveHandler({
    ...{ queue, id: worker, environments, offered: models.chat, sessions, jobs, outages, context },
  });
  return [check, prove].map((handler) => withdrawing(handler, environments));
}

/** If the judge turns out to be wrong, its Lean is not offered any more, and another worker gets the unit. */
function withdrawing(handler: TextHandler, environments: OfferedEnvironments): TextHandler {
  return {
    ...handler,
    run: async (payload, requirements, signal, unit) => {
      try {
        return await handler.run(payload, requirements, signal, unit);
      } catch (error) {
        if (!(error instanceof Failure) || error.detail.code !== 'self-test-failed') throw error;
        environments.distrust(requirements['lean'] ?? '', firstLine(error.message));
        throw new StaleOffer(firstLine(error.message));
      }
    },
  };
}

const accepts = (kind: string, { only }: Pick<WorkerOptions, 'only'>): boolean =>
  only.length === 0 || only.includes(kind);
