/** The unit `sleep`, only for measurements: it does nothing for a time. */
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { handlerOf } from '../../src/queue/serve-units.ts';
import type { UnitKind } from '../../src/queue/unit-kind.ts';

export const SLEEP_UNIT: UnitKind<{ ms: number; at: number }, { at: number }> = {
  name: 'sleep',
  payload: z.strictObject({ ms: z.number().min(0).max(60_000), at: z.int() }),
  result: z.strictObject({ at: z.int() }),
};

export const sleepHandler = handlerOf({
  kind: SLEEP_UNIT,
  run: async ({ ms, at }, _requirements, signal) => {
    if (ms > 0) await setTimeout(ms, undefined, { signal });
    return { at };
  },
});
