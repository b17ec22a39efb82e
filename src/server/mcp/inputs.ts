/** The inputs of the tools: the requests of the service, without fields that agents do not need, plus `detail`. */
import { z } from 'zod';
import {
  checkSchema,
  conceptsSchema,
  formalizeSchema,
  holesSchema,
  proveSchema,
  searchSchema,
  solveRequest,
  statementSchema,
} from '../requests.ts';

/** Fewer results than for a person: an agent pays for what it reads. */
export const DEFAULT_LIMIT = 8;

const detail = z.enum(['compact', 'full']).optional().describe('full: all data');

export const searchInput = searchSchema(true).extend({
  k: z.int().min(1).max(1000).optional().describe(`maximum number of results (default: ${DEFAULT_LIMIT})`),
  detail,
});

export const conceptsInput = conceptsSchema(true).extend({
  k: z.int().min(1).max(100).optional().describe(`maximum (default: ${DEFAULT_LIMIT})`),
  detail,
});

export const showInput = z.strictObject({
  name: z.string().min(1).max(1000).describe('full name, or a clear part of it'),
  detail,
});

/** One of `query` and `name`. */
export const knowledgeInput = z.strictObject({
  query: z.string().min(1).max(20_000).optional().describe('search: words, LaTeX'),
  name: z.string().min(1).max(1000).optional().describe('or show this one: id, label or title'),
  type: z.enum(['definition', 'theorem', 'problem']).optional(),
  k: z.int().min(1).max(1000).optional(),
  detail,
});

export const dependsInput = z.strictObject({
  name: z.string().min(1).max(1000).describe('a declaration, or an entry of a textbook'),
  used_by: z.boolean().optional().describe('what uses it'),
  path: z.boolean().optional().describe('in which order to learn what it needs'),
  to: z.string().min(1).max(1000).optional().describe('why it needs this one'),
  hops: z.int().min(1).max(1000).optional(),
  k: z.int().min(1).max(1000).optional(),
  detail,
});

/** The input of `goals` and of `holes`. */
export const holesInput = holesSchema(true).extend({ detail });

export const checkInput = checkSchema(true).extend({ detail });

export const statementInput = statementSchema(true).extend({ detail });

export const proveInput = proveSchema(true).extend({
  hole: z.int().min(1).max(1_000_000).optional(),
  detail,
});

/** The server's limits are enough. */
export const formalizeInput = formalizeSchema(true)
  .pick({ statement: true, check: true, max_time: true })
  .extend({ detail });

/** One of `goal` and `problem`. */
export const templatesInput = z.strictObject({
  goal: z.string().max(20_000).optional().describe('as Lean prints it'),
  problem: z.string().max(20_000).optional().describe('or a problem in words'),
  k: z.int().min(1).max(100).optional(),
  detail,
});

/** The server's limits are enough. */
export const solveInput = solveRequest.pick({ problem: true, samples: true, max_time: true }).extend({ detail });

export const statsInput = z.strictObject({ detail });
