/** The inputs of the tools: the requests of the service, without fields that agents do not need, plus `detail`. */
import { z } from 'zod';
import {
  checkSchema,
  conceptsSchema,
  formalizeSchema,
  holesSchema,
  proveSchema,
  searchSchema,
  statementSchema,
} from '../requests.ts';

/** Fewer results than for a person: an agent pays for what it reads. */
export const DEFAULT_LIMIT = 8;

const detail = z.enum(['compact', 'full']).optional().describe('full: all data, ten times longer');

export const searchInput = searchSchema(true).extend({
  k: z.int().min(1).max(1000).optional().describe(`maximum number of results (default: ${DEFAULT_LIMIT})`),
  detail,
});

export const conceptsInput = conceptsSchema(true).extend({
  k: z.int().min(1).max(100).optional().describe(`maximum (default: ${DEFAULT_LIMIT})`),
  detail,
});

export const showInput = z.strictObject({
  name: z.string().min(1).max(1000).describe('full name, or an unambiguous part of it'),
  detail,
});

/** The input of `goals` and of `holes`. */
export const holesInput = holesSchema(true).extend({ detail });

export const checkInput = checkSchema(true).extend({ detail });

export const statementInput = statementSchema(true).extend({ detail });

export const proveInput = proveSchema(true).extend({
  hole: z.int().min(1).max(1_000_000).optional().describe('only this hole, by its number in goals and holes'),
  detail,
});

/** The server's limits are enough. */
export const formalizeInput = formalizeSchema(true).pick({ statement: true, max_time: true }).extend({ detail });

export const statsInput = z.strictObject({ detail });
