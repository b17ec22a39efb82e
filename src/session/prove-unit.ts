/** The unit `prove` of a queue: one file for the prover of a worker. */
import { z } from 'zod';
import type { FailureDetail } from '../base/errors.ts';
import { EXIT_CODES } from '../base/exit-codes.ts';
import { typedKeys } from '../base/typed-keys.ts';
import { recordSchema } from '../options/schemas.ts';
import { outcomeSchema } from '../prove/outcome-schema.ts';
import { STRATEGY_NAMES, STRATEGY_OPTIONS } from '../prove/strategies.ts';
import { levelSchema, sandboxSchema } from '../prove/verdict-schema.ts';
import type { UnitKind } from '../queue/unit-kind.ts';
import { pathInProject, sourceText } from './lean-environment.ts';

const name = z.string().min(1).max(1000);
const words = z.string().max(1_000_000);
const amount = z.number().min(0).nullable().describe('null for no limit');

/** As `StrategySpec`. */
export const strategySchema = z.strictObject({
  name: z.enum(STRATEGY_NAMES),
  options: z.intersection(
    z.object({
      samples: z.int().min(1).max(1000),
      rounds: z.int().min(0).max(100),
      limit: z.int().min(0).max(1000),
      contextChars: z.int().min(0).max(1_000_000),
      temperature: z.number().min(0).nullable(),
      maxOutputTokens: z.int().min(1),
    }),
    recordSchema(STRATEGY_OPTIONS),
  ),
});

const provePayload = z.strictObject({
  run: name.describe('tells the run from others with the same content'),
  judged_as: pathInProject.nullable().describe('the file whose Lean and module are used; null outside a project'),
  retrieved_as: z
    .string()
    .max(10_000)
    .describe('the file for retrieval, which is not read: in the project, or absolute'),
  shown: z.string().max(10_000).describe('the path in messages'),
  text: sourceText,
  strategies: z.array(strategySchema).min(1).max(10),
  model: z.strictObject({ name, top_p: z.number().nullable() }).nullable().describe('without a key'),
  first_sample: z.int().min(0),
  retrieves: z.boolean(),
  hidden: z.strictObject({
    declarations: z.array(name).max(1_000_000),
    entries: z.array(z.int()).max(1_000_000),
    statements: z.array(words).max(1000),
  }),
  informal: z
    .strictObject({
      statement: z.strictObject({ text: words, from: z.enum(['given', 'docstring', 'dataset', 'model']) }).nullable(),
      proof: words.nullable(),
    })
    .nullable(),
  holes: z.array(z.int().min(1)).max(1_000_000).describe('those to fill, by number'),
  may_add_imports: z.boolean(),
  limits: z.strictObject({ cost: amount, tokens: amount, attempts: amount }),
  budget: name.nullable().describe('the one in the database that several runs share'),
  seconds: amount.describe('from the start of the run'),
  level: levelSchema,
  allow_axioms: z.array(name).max(100),
  mode: z.enum(['server', 'batch', 'cold']),
  jobs: z.int().min(1).max(64).describe('holes and servers; at most the `--jobs` of the worker'),
  caches: z.boolean(),
  indexed: z.boolean(),
  library: z.boolean(),
  templates: z.boolean(),
  timeout_seconds: z.number().min(1).max(86_400),
  memory_megabytes: z.int().min(512).max(1_048_576),
});

const failure = z.object({
  exit: z
    .enum(typedKeys(EXIT_CODES))
    .refine((exit): exit is FailureDetail['exit'] => exit !== 'done' && exit !== 'bug', 'not an exit of a failure'),
  code: z.string(),
  message: z.string(),
  reason: z.string().exactOptional(),
  next: z.string().exactOptional(),
});

const proveResult = z.union([
  z.object({ host: z.string(), sandbox: sandboxSchema, outcome: outcomeSchema }),
  z.object({ failure: failure.describe('of the file, which no other worker could prove either') }),
]);

export type ProvePayload = z.infer<typeof provePayload>;
export type ProveResult = z.infer<typeof proveResult>;

export const PROVE_UNIT: UnitKind<ProvePayload, ProveResult> = {
  name: 'prove',
  payload: provePayload,
  result: proveResult,
  isPassing: (result) => 'failure' in result,
};
