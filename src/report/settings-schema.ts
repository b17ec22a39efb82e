/** The JSON shapes of `config`, `doctor`, `models` and the completion of shells. */
import { z } from 'zod';

const keySchema = z.string().describe('as in `config.toml`, with its table: `search.limit`');

const valueSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.record(z.string(), z.object({ input: z.number(), output: z.number() })),
]);

const withheldSchema = z.array(z.object({ key: keySchema, value: valueSchema, file: z.string() }));

export const configSchema = z.object({
  schema: z.literal('lemmahead/config@1'),
  settings: z.array(
    z.object({
      key: keySchema,
      value: valueSchema,
      layer: z.enum(['flag', 'environment', 'project', 'user', 'default']),
      from: z.string().nullable().describe('the flag, the variable or the file; null for a default'),
      meaning: z.string(),
    }),
  ),
  withheld: withheldSchema.describe('settings of an untrusted project file'),
  problems: z.array(z.object({ file: z.string(), path: z.string(), message: z.string() })),
  files: z.object({
    user: z.string().describe("the user's file, which need not exist"),
    project: z.object({ path: z.string(), trusted: z.boolean() }).nullable(),
  }),
});

export const configFileSchema = z
  .object({
    schema: z.literal('lemmahead/config-file@1'),
    path: z.string().describe('the configuration file'),
    exists: z.boolean(),
  })
  .describe('Printed by `config init`, `config path` and `config edit`.');

export const configTrustSchema = z.object({
  schema: z.literal('lemmahead/config-trust@1'),
  file: z.string(),
  trusted: z.boolean(),
  allowed: withheldSchema.describe('settings that it now sets'),
});

export const doctorSchema = z.object({
  schema: z.literal('lemmahead/doctor@2'),
  healthy: z.boolean().describe('true: nothing is broken'),
  checks: z.array(
    z.object({
      what: z.string().describe('the component, such as `index` or `lake`'),
      state: z.enum(['ok', 'absent', 'fault']).describe('`absent`: missing, but only some features need it'),
      found: z.string().describe('in words'),
      fix: z.string().nullable().describe('a command or an instruction'),
    }),
  ),
});

const priceFields = { input: z.number(), output: z.number() };

export const modelsSchema = z.object({
  schema: z.literal('lemmahead/models@1'),
  endpoint: z.string().describe('where requests would go'),
  models: z
    .array(
      z.object({
        name: z.string().describe('as `--model` takes it'),
        price: z
          .object({
            ...priceFields,
            long: z
              .object({ above: z.int(), ...priceFields })
              .optional()
              .describe('if prompts with more than `above` tokens cost more'),
          })
          .nullable()
          .describe('US dollars per million tokens; null if unknown'),
      }),
    )
    .describe('by name'),
});

export const completionSchema = z.object({
  schema: z.literal('lemmahead/completion@1'),
  shell: z.enum(['bash', 'zsh', 'fish']),
  script: z.string(),
});

export const completionsSchema = z
  .object({
    schema: z.literal('lemmahead/completions@1'),
    completions: z.array(z.string()).describe('words that continue the prefix'),
  })
  .describe('Printed by `__complete`, which completion scripts call.');

export type ConfigReport = z.infer<typeof configSchema>;
