/** Schema of `config.toml`, made of the table of settings. Loads zod, so it is imported only if such a file exists. */
import { z } from 'zod';
import { SETTING_KEYS, SETTINGS, type Shape } from './settings-table.ts';

/** Secrets are rejected, because `lemmahead config` prints the values. */
function isWithoutSecret(text: string): boolean {
  // Invalid URLs are rejected by another check.
  const url = URL.canParse(text) ? new URL(text) : null;
  return url === null || (url.username === '' && url.password === '');
}

const NO_SECRET = 'must not contain a user name or password';
const price = z.number().min(0).max(1_000_000);
const SHAPES = {
  text: z.string().min(1),
  boolean: z.boolean(),
  prices: z.record(z.string(), z.strictObject({ input: price, output: price })),
  URL: z.url({ protocol: /^https?$/ }).refine(isWithoutSecret, NO_SECRET),
  queue: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//u, 'must be postgres://USER@HOST:PORT/DATABASE')
    .refine((text) => !URL.canParse(text) || new URL(text).password === '', 'must not contain a password'),
  store: z
    .string()
    .regex(/^(?:embedded$|chroma:https?:)/u, 'must be embedded or chroma:URL')
    .refine((text) => isWithoutSecret(text.replace(/^chroma:/u, '')), NO_SECRET),
} satisfies Record<Exclude<Shape, object>, z.ZodType>;

function schemaOf(shape: Shape): z.ZodType {
  if (typeof shape === 'string') return SHAPES[shape];
  if ('choices' in shape) return z.enum(shape.choices);
  const number = (shape.isInteger ? z.int() : z.number()).min(shape.from).max(shape.to);
  return shape.orAuto ? z.union([number, z.literal('auto')]) : number;
}

/** The settings of a table of the file: their keys without its name. */
function tableSchema(table: string): z.ZodType {
  const keys = SETTING_KEYS.filter((key) => key.startsWith(`${table}.`));
  const schemas = keys.map((key) => [key.slice(table.length + 1), schemaOf(SETTINGS[key].shape).optional()]);
  return z.strictObject(Object.fromEntries(schemas) as Record<string, z.ZodType>).optional();
}

const TABLES = new Set(SETTING_KEYS.map((key) => key.split('.', 1)[0]!));
const configurationFile = z.strictObject(
  Object.fromEntries(Array.from(TABLES, (table) => [table, tableSchema(table)])),
);

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
