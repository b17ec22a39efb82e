/** The steps of all sketches for a hole, as the events of a run have them. */
import { z } from 'zod';
import type { NodeEnded, ProveEvent } from '../events.ts';
import type { RecordedEvent } from './event-file.ts';

/** A step with its latest result. */
export const sketchStepSchema = z.object({
  node: z.string().describe('`2.1/1.3` is step 3 of sketch 1 for step 1 of sketch 2'),
  goal: z.string(),
  state: z.string().nullable().describe('null: stopped before it was finished'),
  strategy: z.string().nullable(),
  candidate: z.string().nullable(),
  note: z.string().nullable(),
  attempts: z.int().nullable().describe('with those at steps of its own sketches'),
});

export type SketchStep = z.infer<typeof sketchStepSchema>;

/** A step comes before those of its own sketches. */
export function sketchStepsOf(events: readonly (ProveEvent | RecordedEvent)[], hole: number): SketchStep[] {
  const steps = new Map<string, SketchStep>();
  for (const event of events) {
    if (event.event === 'node_started' && event.hole === hole) {
      steps.set(event.node, { node: event.node, goal: event.goal, ...NOT_ENDED });
    } else if (event.event === 'node_ended' && event.hole === hole) {
      const step = steps.get(event.node);
      if (step !== undefined) Object.assign(step, resultOf(event));
    }
  }
  return [...steps.values()].sort((a, b) => NUMBERS.compare(a.node, b.node));
}

const NUMBERS = new Intl.Collator('en', { numeric: true });
const NOT_ENDED = { state: null, strategy: null, candidate: null, note: null, attempts: null };

const resultOf = ({ state, strategy, candidate, note, attempts }: NodeEnded): Omit<SketchStep, 'node' | 'goal'> => ({
  ...{ state, strategy, candidate: candidate?.text ?? null, note, attempts },
});

/** How many sketches a step is within: `2.1/1.3` is in two. */
export const depthOf = (node: string): number => node.split('/').length;
