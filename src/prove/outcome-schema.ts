/** The outcome of a run as JSON from another process. The file with its fillings is not sent: it is made here again. */
import { z } from 'zod';
import { gate } from '../verify/hole/gate.ts';
import { findHoles } from '../verify/hole/holes.ts';
import { UNCHECKED_REASONS } from '../verify/verdict.ts';
import { nearestAttemptSchema } from './events.ts';
import type { HoleOutcome, ProveOutcome, RunningWorker } from './outcome.ts';
import { auditFindingSchema, candidateSchema, verdictSchema } from './verdict-schema.ts';
import { filledFile } from './whole-file/final-audit.ts';

const names = z.array(z.string());
const count = z.int().min(0);
const limit = z.enum(['cost', 'tokens', 'attempts', 'time']);

const holeSchema = z.object({
  state: z.enum(['filled', 'open', 'skipped', 'unasked']),
  goal: z.string().nullable(),
  proposal: z.object({ candidate: candidateSchema, lemmas: names, imports: names }).nullable(),
  strategy: z.string().nullable(),
  accepted: verdictSchema.nullable(),
  imports: names,
  attempts: count,
  unchecked: count,
  refused: count,
  no_candidate: count,
  nearest: nearestAttemptSchema.nullable(),
  note: z.string().nullable(),
  dropped: z.boolean(),
});

export const outcomeSchema = z.object({
  strategies: names,
  holes: z.array(holeSchema).describe('in the order of the file'),
  attempts: count,
  spent: z.object({ tokens: z.number().min(0), cost: z.number().min(0).nullable() }),
  stopped_by: limit.nullable(),
  parents_limit: z.boolean(),
  model_failure: z
    .object({ code: z.string(), message: z.string(), reason: z.string().nullable(), next: z.string().nullable() })
    .nullable(),
  refused_together: z.boolean(),
  objection: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('refused'), findings: z.array(auditFindingSchema) }),
      z.object({
        kind: z.literal('unchecked'),
        why: z.enum(UNCHECKED_REASONS),
        detail: z.string(),
        next: z.string().exactOptional(),
      }),
    ])
    .nullable(),
});

export type OutcomeJson = z.infer<typeof outcomeSchema>;

export function outcomeJson(outcome: ProveOutcome): OutcomeJson {
  return {
    strategies: outcome.strategies,
    holes: outcome.holes.map(({ proposal, ...hole }) => ({
      state: hole.state,
      goal: hole.goal,
      proposal: proposal && { candidate: proposal.candidate, lemmas: proposal.lemmas, imports: proposal.imports },
      strategy: hole.strategy,
      accepted: hole.accepted,
      imports: hole.imports,
      attempts: hole.attempts,
      unchecked: hole.unchecked,
      refused: hole.refused,
      no_candidate: hole.noCandidate,
      nearest: hole.nearest,
      note: hole.note,
      dropped: hole.isDropped,
    })),
    attempts: outcome.attempts,
    spent: outcome.spent,
    stopped_by: outcome.stoppedBy,
    parents_limit: outcome.isParentsLimit,
    model_failure: outcome.modelFailure,
    refused_together: outcome.isRefusedTogether,
    objection: outcome.objection,
  };
}

/** The outcome for this text. @throws {Error} if it is one for another text, or if the gate refuses a filling */
export function readOutcome(text: string, json: OutcomeJson, worker: RunningWorker): ProveOutcome {
  const found = findHoles(text);
  if (found.length !== json.holes.length) throw new Error('The result is about a file with other holes.');
  const holes = json.holes.map((each, at): HoleOutcome => {
    const { state, accepted, proposal, no_candidate: noCandidate, dropped: isDropped, ...rest } = each;
    if (state === 'filled' && (proposal === null || accepted?.kind !== 'accepted'))
      throw new Error(`Hole ${at + 1} of the result is filled without a verdict.`);
    const refusal = proposal === null ? null : gate(proposal.candidate);
    if (refusal !== null) throw new Error(`The filling of hole ${at + 1} of the result is refused: ${refusal}.`);
    return {
      ...rest,
      ...{ hole: found[at]!, number: at + 1, state, proposal, noCandidate, isDropped },
      accepted: accepted?.kind === 'accepted' ? accepted : null,
    };
  });
  const filled = holes.filter(({ state }) => state === 'filled').map(({ number }) => number);
  return {
    worker,
    confirmedBy: null,
    strategies: json.strategies,
    holes,
    ...filledFile(text, holes, filled),
    attempts: json.attempts,
    spent: json.spent,
    stoppedBy: json.stopped_by,
    isParentsLimit: json.parents_limit,
    modelFailure: json.model_failure,
    isRefusedTogether: json.refused_together,
    objection: json.objection,
  };
}
