/** Schema of `config.toml`. Loads zod, so it is imported only if such a file exists. */
import { z } from 'zod';

/** Secrets are rejected, because `lemmahead config` prints the values. */
function isWithoutSecret(text: string): boolean {
  // Invalid URLs are rejected by another check.
  const url = URL.canParse(text) ? new URL(text) : null;
  return url === null || (url.username === '' && url.password === '');
}

const serverUrl = z.url({ protocol: /^https?$/ }).refine(isWithoutSecret, 'must not contain a user name or password');

const price = z.number().min(0).max(1_000_000);

/** The dotted keys of `SETTINGS` as TOML tables. A test keeps the two consistent. */
export const configurationFile = z.strictObject({
  index: z
    .strictObject({ path: z.string().min(1) })
    .partial()
    .optional(),
  library: z
    .strictObject({
      path: z.string().min(1),
      store: z
        .string()
        .regex(/^(?:embedded$|chroma:https?:)/u, 'must be embedded or chroma:URL')
        .refine((text) => isWithoutSecret(text.replace(/^chroma:/u, '')), 'must not contain a user name or password'),
    })
    .partial()
    .optional(),
  embedder: z
    .strictObject({ name: z.string().min(1), base_url: serverUrl })
    .partial()
    .optional(),
  search: z
    .strictObject({ limit: z.int().min(1).max(1000), refresh: z.boolean(), vectors: z.boolean() })
    .partial()
    .optional(),
  lean: z
    .strictObject({
      lake: z.string().min(1),
      timeout: z.number().min(1).max(86_400),
      memory: z.int().min(512).max(1_048_576),
    })
    .partial()
    .optional(),
  model: z
    .strictObject({
      name: z.string().min(1),
      base_url: serverUrl,
      key_file: z.string().min(1),
      timeout: z.number().min(1).max(86_400),
      idle_timeout: z.number().min(1).max(300),
      retries: z.int().min(0).max(20),
      concurrency: z.int().min(1).max(64),
      temperature: z.number().min(0).max(2),
      max_output_tokens: z.int().min(16).max(128_000),
      prices: z.record(z.string(), z.strictObject({ input: price, output: price })),
    })
    .partial()
    .optional(),
});

export interface ShapeProblem {
  /** Dotted: `search.limit`; empty for the file as a whole. */
  path: string;
  message: string;
}

/** Returns all problems; empty if the value is valid. */
export function shapeProblems(value: unknown): ShapeProblem[] {
  const result = configurationFile.safeParse(value);
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }];
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'no such setting' }));
  });
}
