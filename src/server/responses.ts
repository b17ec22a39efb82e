/** The schemas of the responses in the OpenAPI document: the fields on which a client may rely. */
import { z } from 'zod';

const command = {
  exit: z.string().describe('the exit status of the command: done, no, missing, budget, refused'),
  warnings: z.array(z.string()),
};

const result = z.looseObject({
  name: z.string(),
  kind: z.string(),
  signature: z.string(),
  type: z.string(),
  doc: z.string().nullable(),
  file_path: z.string(),
  line_start: z.int(),
  package: z.string(),
  module: z.string(),
  import: z.string(),
  score: z.number(),
  variants: z.array(z.string()),
});

const declarations = z.looseObject({
  schema: z.literal('lemmahead/search@1'),
  query: z.string(),
  results: z.array(result),
  nearest: z.array(z.string()),
  notices: z.array(z.string()),
});

const entry = z.looseObject({
  key: z.string(),
  source: z.string(),
  kind: z.string(),
  title: z.string(),
  snippet: z.string(),
  body: z.string(),
  score: z.number(),
});

const entries = z.looseObject({
  schema: z.literal('lemmahead/search-library@1'),
  query: z.string(),
  results: z.array(entry),
  notices: z.array(z.string()),
});

const both = z.looseObject({
  schema: z.literal('lemmahead/search-everywhere@1'),
  query: z.string(),
  declarations: declarations.nullable().describe('null if they could not be searched'),
  library: entries.nullable().describe('null if no library exists'),
});

export const searchResponse = z.union([
  declarations.extend(command),
  entries.extend(command).describe("with where 'library'"),
  both.extend(command).describe("with where 'everywhere'"),
]);

export const showResponse = z.looseObject({
  schema: z.literal('lemmahead/show@1'),
  declaration: z.looseObject({ name: z.string(), kind: z.string(), signature: z.string() }).nullable(),
  ...command,
});

export const statsResponse = z.looseObject({
  schema: z.literal('lemmahead/stats@1'),
  version: z.string(),
  declarations: z.int(),
  commits: z.record(z.string(), z.string()).describe('by package'),
  digest: z.string(),
  uptime_seconds: z.number(),
  load: z.object({ jobs: z.int(), waiting: z.int() }).describe('checks and proofs'),
});

export const healthResponse = z.object({
  schema: z.literal('lemmahead/health@1'),
  status: z.enum(['ok', 'stopping']),
  version: z.string(),
});

export const holesResponse = z.looseObject({
  schema: z.literal('lemmahead/holes@1'),
  holes: z.array(z.looseObject({})),
  ...command,
});

export const checkResponse = z.looseObject({ schema: z.string(), ...command });

export const errorResponse = z.object({
  schema: z.literal('lemmahead/error@1'),
  code: z.string(),
  exit: z.string(),
  exit_code: z.int(),
  message: z.string(),
  reason: z.string().optional(),
  next: z.string().optional(),
});

export const jobResponse = z.object({
  schema: z.literal('lemmahead/job@1'),
  id: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  created: z.string(),
  ended: z.string().nullable(),
  events: z.int(),
  result: z.looseObject({ schema: z.literal('lemmahead/prove@1'), ...command }).nullable(),
  error: errorResponse.nullable(),
});

export const jobsResponse = z.object({ schema: z.literal('lemmahead/jobs@1'), jobs: z.array(jobResponse) });
