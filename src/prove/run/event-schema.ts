/** Validates the events that a later session relies on, because record files can be edited. Others need only a name. */
import { z } from 'zod';
import { isRejectionByLean } from '../attempt/rejection-schema.ts';
import {
  answered,
  askFailed,
  fileJudged,
  holeStarted,
  importTried,
  nodeStarted,
  passagesRetrieved,
  problemEnded,
  problemStarted,
  prompted,
  retrieval,
  tacticsFound,
  toolCalled,
  workerStarted,
} from '../events.ts';

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  worker_started: workerStarted.pick({ attempt: true }),
  hole_started: holeStarted.pick({ hole: true, goal: true }),
  node_started: nodeStarted,
  problem_started: problemStarted,
  problem_ended: problemEnded,
  retrieval: retrieval.pick({ key: true, premises: true, names: true }),
  passages: passagesRetrieved.pick({ key: true, passages: true }),
  prompt: z.object({
    ...prompted.pick({ sample: true, problem: true, worst_tokens: true, worst_cost: true }).shape,
    prompt: z.string(),
  }),
  answer: z.object({
    ...answered.omit({ event: true, hole: true, bound: true, from: true }).shape,
    prompt: z.string(),
  }),
  ask_failed: z.object({
    ...askFailed.pick({ sample: true, problem: true, counted_tokens: true, counted_cost: true }).shape,
    prompt: z.string(),
  }),
  tool_called: toolCalled,
  import_tried: importTried.pick({ modules: true, fails: true }),
  tactics: tacticsFound,
  file_judged: fileJudged,
  attempt: z.object({
    key: z.string(),
    candidate: z.object({ kind: z.string(), text: z.string() }),
    verdict: z
      .looseObject({ kind: z.string() })
      .refine((verdict) => verdict['by'] !== 'lean' || isRejectionByLean(verdict), 'a rejection without reasons'),
  }),
};

/** `event`: an object with an event name. */
export function isValidEvent(event: { event: string }): boolean {
  const schema = Object.hasOwn(SCHEMAS, event.event) ? SCHEMAS[event.event] : undefined;
  return schema === undefined || schema.safeParse(event).success;
}
