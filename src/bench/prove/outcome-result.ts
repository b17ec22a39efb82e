/** From what the loop says of a file to a line of results. Pure. */
import type { FailureDetail } from '../../base/errors.ts';
import type { ProveEvent } from '../../prove/events.ts';
import { isProved, isUnanswered, type ProveOutcome } from '../../prove/outcome.ts';
import type { RecordedEvent } from '../../prove/run/event-file.ts';
import { NO_PASSAGES, type PassageFacts, type ResultState, type RunResult } from './result.ts';

export type ResultId = Pick<RunResult, 'system' | 'problem' | 'run'>;

/** A run that came to no outcome: the file does not compile as it is, or what it imports is not here. */
export function uncheckedResult(id: ResultId, detail: FailureDetail, seconds: number): RunResult {
  const { message, reason, next = null } = detail;
  return {
    ...id,
    state: 'unchecked',
    why: reason === undefined ? message : `${message} ${reason}`,
    next,
    ...{ attempts: 0, unchecked_attempts: 0, refused_attempts: 0, retrievals: 0, input_tokens: 0, output_tokens: 0 },
    ...{ counted_tokens: 0 },
    ...{ cost: 0, seconds, candidates: [], lemmas: [], prompts: [], snapshots: [] },
    ...{ statement_from: null, passages: NO_PASSAGES },
  };
}

/** `events`: those of all sittings, in their order. */
export function resultOf(
  id: ResultId,
  outcome: ProveOutcome,
  events: readonly (ProveEvent | RecordedEvent)[],
  seconds: number,
): RunResult {
  const { holes } = outcome;
  const filled = holes.flatMap(({ state, proposal }) => (state === 'filled' && proposal !== null ? [proposal] : []));
  const { state, why } = stateOf(outcome, events);
  const sum = (key: 'unchecked' | 'refused'): number => holes.reduce((so, hole) => so + hole[key], 0);
  return {
    ...id,
    state,
    why,
    next: state === 'model_failed' ? (outcome.modelFailure?.next ?? null) : null,
    attempts: outcome.attempts,
    unchecked_attempts: sum('unchecked'),
    refused_attempts: sum('refused'),
    retrievals: new Set(events.flatMap((event) => (event.event === 'retrieval' ? [event.key] : []))).size,
    ...askedIn(events),
    statement_from: statementFrom(events),
    passages: passagesIn(events),
    counted_tokens: outcome.spent.tokens,
    cost: outcome.spent.cost,
    seconds,
    candidates: state === 'solved' ? filled.map(({ candidate }) => candidate.text) : [],
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
    return { state: 'unsolved', why: `The audit refused the whole: ${objection.findings[0]?.detail ?? ''}` };
  }
  const toProve = holes.filter(({ state }) => state !== 'skipped');
  if (toProve.every(isProved)) return { state: 'solved', why: null };
  if (stoppedBy !== null) return { state: 'stopped', why: `The limit for ${stoppedBy} of a run is used up.` };
  const failed = modelFailure?.message ?? unansweredIn(events);
  if (failed !== null) return { state: 'model_failed', why: failed };
  const tried = holes.filter(({ attempts }) => attempts > 0);
  const note = toProve.find((hole) => hole.state === 'open' && hole.note !== null)?.note ?? null;
  if (tried.length > 0 && tried.every(isUnanswered)) {
    return { state: 'unchecked', why: note ?? firstUnchecked(events) };
  }
  return { state: 'unsolved', why: note };
}

/** What the model said, or did not, to a request that it never answered. */
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

/** Each query once, in however many sittings it was served. */
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

/** What nobody looked at says nothing of the system, whatever the gate or the answer's form was. */
export function asUnchecked(result: RunResult): RunResult {
  return result.state === 'model_failed' || result.state === 'stopped'
    ? result
    : { ...result, state: 'unchecked', why: 'Nothing was to be checked.' };
}

/** Each request once, in however many sittings it was served. */
function askedIn(
  events: readonly (ProveEvent | RecordedEvent)[],
): Pick<RunResult, 'prompts' | 'snapshots' | 'input_tokens' | 'output_tokens'> {
  const prompts = new Map<string, { template: string; hash: string; asked: Set<number> }>();
  const answered = new Set<string>();
  const snapshots = new Set<string>();
  let [read, written] = [0, 0];
  for (const event of events) {
    if (event.event !== 'prompt' && event.event !== 'answer') continue;
    const key = `${event.prompt}:${event.sample}`;
    if (event.event === 'prompt') {
      const { prompt: hash, template, sample } = event;
      const known = prompts.get(hash) ?? { template, hash, asked: new Set() };
      prompts.set(hash, known);
      known.asked.add(sample);
    } else if (!answered.has(key)) {
      answered.add(key);
      snapshots.add(event.snapshot);
      read += event.input_tokens;
      written += event.output_tokens;
    }
  }
  const sent = [...prompts.values()].map(({ template, hash, asked }) => ({ template, hash, samples: asked.size }));
  return { prompts: sent, snapshots: [...snapshots], input_tokens: read, output_tokens: written };
}

/** Seconds from the first event to the last of each sitting that `events` are of. */
export function secondsOf(events: readonly RecordedEvent[]): number {
  let from = Date.parse(events[0]?.at ?? '0');
  let [sum, to] = [0, from];
  for (const { event, at } of events) {
    const time = Date.parse(at);
    if (event === 'run_started' || event === 'run_resumed') {
      sum += to - from;
      from = time;
    }
    to = time;
  }
  return (sum + to - from) / 1000;
}
