/** What each tool takes: the requests of the service, without what an agent has no use for, and how much is to be said. */
import { z } from 'zod';
import { checkRequest, holesRequest, proveRequest, searchRequest } from '../requests.ts';

/** Fewer than for a person: what an agent reads, it pays for. */
export const DEFAULT_LIMIT = 8;

const detail = z
  .enum(['compact', 'full'])
  .optional()
  .describe('full: all that is known, as JSON, often ten times as long; compact unless told');

export const searchInput = searchRequest.omit({ explain: true }).extend({
  k: z.int().min(1).max(1000).optional().describe(`how many results at most; ${DEFAULT_LIMIT} unless told`),
  detail,
});

export const showInput = z.strictObject({
  name: z.string().min(1).max(1000).describe('its full name, or as much of it as is unambiguous'),
  detail,
});

/** Of `goals` and of `holes`. */
export const holesInput = holesRequest.omit({ goals: true }).extend({ detail });

export const checkInput = checkRequest.extend({ detail });

/** How a model is asked, and how often, whoever starts the server has set as they want it. */
export const proveInput = proveRequest
  .omit({ samples: true, rounds: true, k: true, context_chars: true, iterations: true })
  .extend({
    hole: z.int().min(1).max(1_000_000).optional().describe('only this one, as the tools goals and holes count'),
    detail,
  });

export const statsInput = z.strictObject({ detail });
