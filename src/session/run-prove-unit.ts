/** Proves the file of a unit on a worker: the prover of this machine, with a record that the sender of the unit gets. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { wordSet } from '../base/words.ts';
import { Failure } from '../base/errors.ts';
import { makeScratch, removeScratch } from '../lean/process/scratch-folder.ts';
import { Budget } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import { isOnServer, openModelFrom } from '../llm/open-model.ts';
import type { ProveEvent } from '../prove/events.ts';
import { outcomeJson } from '../prove/outcome-schema.ts';
import { recordedProbe } from '../prove/portfolio/recorded-probe.ts';
import { EVENTS_FILE } from '../prove/run/folder.ts';
import { RunRecord } from '../prove/run/record.ts';
import { makeStrategy } from '../prove/strategies.ts';
import { DatabaseBudget } from '../queue/database-budget.ts';
import type { Outages, Queue } from '../queue/open-queue.ts';
import type { Requirements } from '../queue/requirements.ts';
import { handlerOf, type HeldUnit, StaleOffer, type TextHandler } from '../queue/serve-units.ts';
import { readRecord, RecordWriter } from '../queue/unit-record.ts';
import type { CommandContext } from './command-context.ts';
import { deadlineOf } from './deadline.ts';
import type { KeptSessions } from './kept-sessions.ts';
import { type Environments, leanOn, type UnitLean } from './lean-environment.ts';
import { isTrueToName, readEntry } from './prove-entries.ts';
import { PROVE_UNIT, type ProvePayload, type ProveResult } from './prove-unit.ts';
import { type LocalSession, openProverSession } from './prover-session.ts';
import { changedFacts } from './proving-facts.ts';
import { requirePrice } from './require-price.ts';

export interface ProvingWorker {
  queue: Queue;
  id: string;
  environments: Environments;
  /** Models that it asks, by name. */
  offered: ReadonlyMap<string, ChatModel>;
  sessions: KeptSessions;
  /** Number of units at a time. */
  jobs: number;
  outages: Outages;
  /** Its signal ends the worker. */
  context: CommandContext;
}

/** Takes units `prove`. */
export const proveHandler = (worker: ProvingWorker): TextHandler =>
  handlerOf({
    kind: PROVE_UNIT,
    run: (payload, requirements, signal, unit) => runProve({ payload, requirements, signal, unit }, worker),
  });

/** A unit that a worker took. `signal`: its lease is lost, or the worker stops. */
interface TakenUnit {
  payload: ProvePayload;
  requirements: Requirements;
  unit: HeldUnit;
  signal: AbortSignal;
}

/** How long a worker that stops waits for the database, to say what it did last. */
const LAST_WRITE_MS = 2000;

/** @throws {StaleOffer} if this worker does not have what the unit needs any more: another may */
async function runProve(
  { payload, requirements, unit, signal }: TakenUnit,
  worker: ProvingWorker,
): Promise<ProveResult> {
  const { queue, environments, context, outages } = worker;
  const lean = await leanOn({ path: payload.judged_as, texts: [payload.text] }, requirements, environments, context);
  const writer = new RecordWriter(queue, unit, outages);
  const folder = await makeScratch('unit');
  let record: RunRecord | null = null;
  try {
    const secondsLeft = await copyRecord(queue, unit.id, folder);
    record = new RunRecord(folder, (texts, name, text) => {
      writer.add({ stored: { folder: texts, name, text } });
    });
    const taken = { payload, requirements, unit, lean, record, writer, secondsLeft };
    return await prove(taken, AbortSignal.any([signal, writer.lost]), worker);
  } finally {
    await writer.close(LAST_WRITE_MS);
    record?.close();
    await removeScratch(folder);
  }
}

interface OpenUnit extends Pick<TakenUnit, 'payload' | 'requirements' | 'unit'> {
  lean: UnitLean;
  record: RunRecord;
  writer: RecordWriter;
  secondsLeft: number | null;
}

async function prove(taken: OpenUnit, signal: AbortSignal, worker: ProvingWorker): Promise<ProveResult> {
  const { payload, lean, writer } = taken;
  const { sandbox, installation } = lean;
  const host = hostname();
  const begin = { worker: worker.id, host, attempt: writer.id, toolchain: installation.version.text, sandbox };
  emitTo(writer, { event: 'worker_started', ...begin });
  try {
    const open = (): Promise<LocalSession> => openSession(taken, worker);
    const outcome = await worker.sessions.use(keyOf(payload, lean), open, async (session) => {
      const shared = sharedBudget(taken, signal, worker);
      try {
        return await session.prover.prove(await requestOf(taken, session, { signal, shared }, worker));
      } finally {
        shared?.close();
      }
    });
    signal.throwIfAborted();
    await writer.written();
    return { host, sandbox, outcome: outcomeJson(outcome) };
  } catch (error) {
    if (signal.aborted || !(error instanceof Failure) || !isAboutFile(error)) throw error;
    await writer.written();
    return { failure: error.detail };
  }
}

/** Codes of failures that every worker would have. */
const FILE_FAILURES = wordSet('file-has-errors imports-missing lean-timed-out lean-failed');
const isAboutFile = ({ detail }: Failure): boolean => detail.exit === 'usage' || FILE_FAILURES.has(detail.code);

function sharedBudget(
  { payload, unit }: OpenUnit,
  signal: AbortSignal,
  { queue, outages }: ProvingWorker,
): DatabaseBudget | null {
  return payload.budget === null ? null : DatabaseBudget.find(queue, payload.budget, { signal, outages, unit });
}

const emitTo = (writer: RecordWriter, event: ProveEvent): void => writer.add({ event });

async function requestOf(
  { payload, lean, record, writer, secondsLeft }: OpenUnit,
  { prover, tactics }: LocalSession,
  { signal, shared }: { signal: AbortSignal; shared: DatabaseBudget | null },
  worker: ProvingWorker,
): Promise<Parameters<typeof prover.prove>[0]> {
  const { text, hidden, holes, limits, seconds, informal } = payload;
  const budget = new Budget(limits, shared);
  budget.charge(record.spentBefore, [...record.attemptKeys()].length);
  const own = deadlineOf(seconds, signal);
  const onEvent = (event: ProveEvent): void => emitTo(writer, event);
  const probe = recordedProbe(tactics, (event) => {
    record.append(event);
    onEvent(event);
  });
  const selected = new Set(holes);
  return {
    ...{
      text,
      file: resolve(lean.installation.projectRoot ?? '/', payload.retrieved_as),
      displayPath: payload.shown,
      record,
      budget,
      signal,
      onEvent,
    },
    strategies: await Promise.all(
      payload.strategies.map(({ name, options }) => makeStrategy(name, { ...options, tactics: probe })),
    ),
    model: await modelOf(payload, worker, writer),
    firstSample: payload.first_sample,
    retrieves: payload.retrieves,
    hidden: {
      declarations: new Set(hidden.declarations),
      entries: new Set(hidden.entries),
      statements: hidden.statements,
    },
    informalInput: informal,
    isSelected: (_, number) => selected.has(number),
    mayAddImports: payload.may_add_imports,
    deadline: deadlineOf(secondsLeft, own),
  };
}

/** A request is sent only after the sender of the unit can know of it: what a killed worker asked counts. */
async function modelOf(
  { model: wanted, limits }: ProvePayload,
  { offered, context: { settings } }: ProvingWorker,
  writer: RecordWriter,
): Promise<ChatModel | null> {
  if (wanted === null) return null;
  const { name, top_p: topP } = wanted;
  if (isOnServer({ name }) && !offered.has(name)) throw new Error(`This worker does not have ${name}.`);
  // Those that it offers have no retries.
  const model = await openModelFrom({ ...settings.model, name, topP }, { record: null });
  requirePrice(model, limits.cost);
  return {
    ...model,
    ask: (request, options) =>
      model.ask(request, {
        ...options,
        onTry: async (number, unaccounted) => {
          await options.onTry?.(number, unaccounted);
          await writer.written();
        },
      }),
  };
}

/** Units with the same key share servers and judge. What changes on this worker changes the digest. */
function keyOf({ judged_as, level, allow_axioms, mode, jobs, caches, ...rest }: ProvePayload, lean: UnitLean): string {
  const { indexed, library, templates, timeout_seconds, memory_megabytes } = rest;
  return JSON.stringify([
    ...[
      lean.digest,
      lean.installation.projectRoot,
      lean.indexedRoot,
      judged_as,
      level,
      allow_axioms,
      mode,
      jobs,
      caches,
    ],
    ...[indexed, library, templates, timeout_seconds, memory_megabytes],
  ]);
}

/** @throws {StaleOffer} if the index, the library or the graph is another one now */
async function openSession(
  { payload, requirements, lean }: OpenUnit,
  { context, jobs: most }: ProvingWorker,
): Promise<LocalSession> {
  const { indexed, library, templates, level, allow_axioms: allowAxioms, mode, caches } = payload;
  const settings = {
    ...context.settings,
    projectRoot: lean.indexedRoot ?? context.settings.projectRoot,
    leanTimeoutSeconds: payload.timeout_seconds,
    leanMemoryMegabytes: payload.memory_megabytes,
  };
  const jobs = Math.min(payload.jobs, most);
  const options = { mode, jobs, indexed, library, templates, caches, judges: true, level, allowAxioms };
  const opening = { ...options, requireSandbox: null };
  const session = await openProverSession(opening, { ...context, settings }, lean.file, lean);
  const changed = changedFacts(requirements, session);
  if (changed.length === 0) return session;
  await session.close();
  throw new StaleOffer(`This worker has another ${changed.join(', ')} now.`);
}

/** Writes what is on record of the unit into the folder, as a run has it. Returns the seconds that are left. */
async function copyRecord(queue: Queue, unit: string, folder: string): Promise<number | null> {
  const lines: string[] = [];
  let secondsLeft: number | null = null;
  for await (const { entry: json, age } of readRecord(queue, unit)) {
    const entry = readEntry(json);
    if (entry === null) continue;
    if ('seconds_left' in entry) secondsLeft = entry.seconds_left === null ? null : entry.seconds_left - age;
    else if ('earlier' in entry) lines.push(JSON.stringify(entry.earlier));
    else if ('event' in entry) lines.push(JSON.stringify({ at: new Date(0).toISOString(), ...entry.event }));
    else if (isTrueToName(entry.stored) || entry.stored.folder === 'answers') {
      const path = join(folder, entry.stored.folder, entry.stored.name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, entry.stored.text);
    }
  }
  writeFileSync(join(folder, EVENTS_FILE), lines.map((line) => `${line}\n`).join(''));
  return secondsLeft === null ? null : Math.max(0, secondsLeft);
}
