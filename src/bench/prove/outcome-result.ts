/** Converts the outcome of a prove run on one file to a benchmark result. Pure. */
import type { FailureDetail } from '../../base/errors.ts';
import type { ProveEvent } from '../../prove/events.ts';
import { isProved, isUnanswered, type ProveOutcome } from '../../prove/outcome.ts';
import type { RecordedEvent } from '../../prove/run/event-file.ts';
import { sketchStepsOf } from '../../prove/run/sketch-steps.ts';
import { NO_PASSAGES, type PassageFacts, type ResultId, type ResultState, type RunResult } from './result.ts';

/** The result of a run without an outcome: the original file does not compile, or its imports are missing. */
export function uncheckedResult(id: ResultId, detail: FailureDetail, seconds: number): RunResult {
  const { message, reason, next = null } = detail;
  return {
    ...id,
    state: 'unchecked',
    why: reason === undefined ? message : `${message} ${reason}`,
    next,
    ...{ attempts: 0, unchecked_attempts: 0, refused_attempts: 0, retrievals: 0, input_tokens: 0, output_tokens: 0 },
    ...{ counted_tokens: 0 },
    ...{ cost: 0, seconds, candidates: [], lemmas: [], steps: [], prompts: [], snapshots: [] },
    ...{ statement_from: null, passages: NO_PASSAGES, worker: null, confirmed_by: null },
  };
}

/** `events`: those of all sessions, in order. */
export function resultOf(
  id: ResultId,
  outcome: ProveOutcome,
  events: readonly (ProveEvent | RecordedEvent)[],
  seconds: number,
): RunResult {
  const { holes } = outcome;
  const filled = holes.flatMap(({ state, proposal }) => (state === 'filled' && proposal !== null ? [proposal] : []));
  const { state, why } = stateOf(outcome, events);
  const total = (key: 'unchecked' | 'refused'): number => holes.reduce((sum, hole) => sum + hole[key], 0);
  return {
    ...id,
    state,
    why,
    next: state === 'model_failed' ? (outcome.modelFailure?.next ?? null) : null,
    attempts: outcome.attempts,
    unchecked_attempts: total('unchecked'),
    refused_attempts: total('refused'),
    retrievals: new Set(events.flatMap((event) => (event.event === 'retrieval' ? [event.key] : []))).size,
    ...requestsIn(events),
    statement_from: statementFrom(events),
    passages: passagesIn(events),
    worker: outcome.worker,
    confirmed_by: outcome.confirmedBy,
    counted_tokens: outcome.spent.tokens,
    cost: outcome.spent.cost,
    seconds,
    candidates: state === 'solved' ? filled.map(({ candidate }) => candidate.text) : [],
    steps: sketchStepsOf(events, 1).map(({ node, goal, state: result, strategy }) => {
      return { node, goal, state: result, strategy };
    }),
    lemmas: state === 'solved' ? [...new Set(filled.flatMap(({ lemmas }) => lemmas))] : [],
  };
}

function stateOf(
  outcome: ProveOutcome,
  events: readonly (ProveEvent | RecordedEvent)[],
): { state: ResultState; why: string | null } {
  const { holes, objection, modelFailure, stoppedBy } = outcome;
  if (objection?.kind === 'unchecked') return { state: 'unchecked', why: objection.detail };
  if (objection?.kind === 'refused') {
    return { state: 'unsolved', why: `The audit rejected the complete file: ${objection.findings[0]?.detail ?? ''}` };
  }
  const toProve = holes.filter(({ state }) => state !== 'skipped');
  if (toProve.every(isProved)) return { state: 'solved', why: null };
  if (stoppedBy !== null) return { state: 'stopped', why: whyStopped(stoppedBy, outcome) };
  const failed = modelFailure?.message ?? unansweredIn(events);
  if (failed !== null) return { state: 'model_failed', why: failed };
  const tried = holes.filter(({ attempts }) => attempts > 0);
  const note = toProve.find((hole) => hole.state === 'open' && hole.note !== null)?.note ?? null;
  if (tried.length > 0 && tried.every(isUnanswered)) {
    return { state: 'unchecked', why: note ?? firstUnchecked(events) };
  }
  return { state: 'unsolved', why: note };
}

function whyStopped(limit: string, { spent }: ProveOutcome): string {
  if (spent.tokens === 0 && (limit === 'tokens' || limit === 'cost'))
    return `The limit for ${limit} per run does not allow one request, which may use model.max_output_tokens.`;
  return `The limit for ${limit} per run is exhausted.`;
}

/** The error of the first request that the model never answered, or null. */
function unansweredIn(events: readonly (ProveEvent | RecordedEvent)[]): string | null {
  const open = new Map<string, string>();
  for (const event of events) {
    if (event.event === 'ask_failed') open.set(`${event.prompt}:${event.sample}`, event.detail);
    else if (event.event === 'answer') open.delete(`${event.prompt}:${event.sample}`);
  }
  return open.values().next().value ?? null;
}

function firstUnchecked(events: readonly (ProveEvent | RecordedEvent)[]): string | null {
  for (const event of events) {
    if (event.event === 'attempt' && event.verdict.kind === 'unchecked') return event.verdict.detail;
  }
  return null;
}

function statementFrom(events: readonly (ProveEvent | RecordedEvent)[]): RunResult['statement_from'] {
  for (const event of events) if (event.event === 'step' && event.step === 'statement') return event.from;
  return null;
}

/** Counts each query once, even if several sessions sent it. */
function passagesIn(events: readonly (ProveEvent | RecordedEvent)[]): PassageFacts {
  const byKey = new Map(events.flatMap((event) => (event.event === 'passages' ? [[event.key, event] as const] : [])));
  const found = [...byKey.values()];
  return {
    searches: found.length,
    brought: found.reduce((sum, { ids }) => sum + ids.length, 0),
    hidden: [...new Set(found.flatMap(({ hidden }) => hidden))].sort((a, b) => a - b),
    channels: [...new Set(found.flatMap(({ channels }) => channels))].sort(),
  };
}

/** Without checking, a result says nothing about the system, even if the gate rejected the answer or it was malformed. */
export function toUnchecked(result: RunResult): RunResult {
  return result.state === 'model_failed' || result.state === 'stopped'
    ? result
    : { ...result, state: 'unchecked', why: 'Checking was turned off.' };
}

/** Counts each request once, even if several sessions sent it. */
function requestsIn(
  events: readonly (ProveEvent | RecordedEvent)[],
): Pick<RunResult, 'prompts' | 'snapshots' | 'input_tokens' | 'output_tokens'> {
  const prompts = new Map<string, { template: string; hash: string; samples: Set<number> }>();
  const answered = new Set<string>();
  const snapshots = new Set<string>();
  let [input, output] = [0, 0];
  for (const event of events) {
    if (event.event !== 'prompt' && event.event !== 'answer') continue;
    const key = `${event.prompt}:${event.sample}`;
    if (event.event === 'prompt') {
      const { prompt: hash, template, sample } = event;
      const known = prompts.get(hash) ?? { template, hash, samples: new Set() };
      prompts.set(hash, known);
      known.samples.add(sample);
    } else if (!answered.has(key)) {
      answered.add(key);
      snapshots.add(event.snapshot);
      input += event.input_tokens;
      output += event.output_tokens;
    }
  }
  const sent = [...prompts.values()].map(({ samples, ...prompt }) => ({ ...prompt, samples: samples.size }));
  return { prompts: sent, snapshots: [...snapshots], input_tokens: input, output_tokens: output };
}

/** Sums over the sessions in `events` the seconds from the first to the last event. A unit waits before its worker begins. */
export function secondsOf(events: readonly RecordedEvent[]): number {
  let start = Date.parse(events[0]?.at ?? '0');
  let [sum, last] = [0, start];
  for (const { event, at } of events) {
    const time = Date.parse(at);
    if (event === 'run_started' || event === 'run_resumed' || event === 'worker_started') {
      sum += last - start;
      start = time;
    }
    last = time;
  }
  return (sum + last - start) / 1000;
}
