/** The inputs of the tools: the requests of the service, without fields that agents do not need, plus `full`. */
import { z } from 'zod';
import {
  checkSchema,
  conceptsSchema,
  fileSchema,
  formalizeSchema,
  holesSchema,
  placeSchema,
  proveSchema,
  runRequest,
  searchSchema,
  solveRequest,
  statementSchema,
  trySchema,
} from '../requests.ts';

/** Fewer results than for a person: an agent pays for what it reads. */
export const DEFAULT_LIMIT = 8;

/** All data of the report, as the command prints it with `--json`. */
const full = z.boolean().optional();

export const searchInput = searchSchema(true).extend({
  k: z.int().min(1).max(1000).optional(),
  full,
});

export const conceptsInput = conceptsSchema(true).extend({
  k: z.int().min(1).max(100).optional(),
  full,
});

export const showInput = z.strictObject({
  name: z.string().min(1).max(1000),
  full,
});

/** One of `query` and `name`. */
export const knowledgeInput = z.strictObject({
  query: z.string().min(1).max(20_000).optional(),
  name: z.string().min(1).max(1000).optional().describe('or show this one: id, label or title'),
  type: z.enum(['definition', 'theorem', 'problem']).optional(),
  k: z.int().min(1).max(1000).optional(),
  full,
});

export const dependsInput = z.strictObject({
  name: z.string().min(1).max(1000),
  used_by: z.boolean().optional().describe('what uses it'),
  path: z.boolean().optional().describe('in which order to learn what it needs'),
  to: z.string().min(1).max(1000).optional().describe('why it needs this one'),
  hops: z.int().min(1).max(1000).optional(),
  k: z.int().min(1).max(1000).optional(),
  full,
});

export const holesInput = holesSchema(true).extend({
  goals: z.boolean().optional().describe('false: do not run Lean'),
  full,
});

export const placeInput = placeSchema(true).extend({ full });

export const tryInput = trySchema(true).extend({ full });

export const runInput = runRequest.extend({ full });

/** The input of `diagnostics` and of `outline`. */
export const fileInput = fileSchema(true).extend({ full });

export const referencesInput = z.strictObject({
  name: z.string().min(1).max(1000),
  module: z.string().min(1).max(1000).optional(),
  k: z.int().min(1).max(1000).optional(),
  full,
});

export const checkInput = checkSchema(true).extend({ full });

export const statementInput = statementSchema(true).extend({ full });

/** The server's level and axioms are enough. */
export const proveInput = proveSchema(true)
  .omit({ level: true, allow_axioms: true })
  .extend({
    hole: z.int().min(1).max(1_000_000).optional(),
    full,
  });

/** The server's limits are enough. */
export const formalizeInput = formalizeSchema(true)
  .pick({ statement: true, check: true, max_time: true })
  .extend({ full });

/** One of `goal` and `problem`. */
export const templatesInput = z.strictObject({
  goal: z.string().max(20_000).optional().describe('as Lean prints it'),
  problem: z.string().max(20_000).optional().describe('or a problem in words'),
  k: z.int().min(1).max(100).optional(),
  full,
});

/** The server's limits are enough. */
export const solveInput = solveRequest.pick({ problem: true, samples: true, max_time: true }).extend({ full });

export const statsInput = z.strictObject({ full });
