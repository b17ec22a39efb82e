/** The JSON shapes of the `index` commands. */
import { z } from 'zod';
import { embedSchema } from '../session/embed-schema.ts';

const packageSchema = z.object({
  name: z.string(),
  root: z.string().describe('absolute path'),
  rev: z.string().describe('commit, toolchain version, or `unknown`'),
  kind: z.enum(['root', 'project', 'git', 'path', 'toolchain']),
});

const problemsSchema = z
  .array(
    z.object({
      path: z.string(),
      line: z.int(),
      message: z.string(),
      is_unread: z.boolean().describe('source text was left out; other problems lose nothing'),
    }),
  )
  .describe('parts that could not be read, and names that are declared twice');

export const indexBuildSchema = z.object({
  schema: z.literal('lemmahead/index-build@1'),
  path: z.string(),
  extent: z.enum(['full', 'update', 'none']).describe('which files were read: all, some, or none'),
  files_read: z.int(),
  packages: z.array(packageSchema).describe('its sources'),
  toolchain: z.string(),
  warnings: z.array(z.string()).describe('for example packages that are missing or at another commit'),
  files: z.int(),
  declarations: z.int(),
  generated: z.int(),
  problems: problemsSchema,
  digest: z.string().describe('hash of the content'),
  seconds: z.number(),
});

export const indexStatsSchema = z.object({
  schema: z.literal('lemmahead/index-stats@1'),
  path: z.string(),
  bytes: z.int(),
  schema_version: z.string(),
  reader_version: z.string(),
  toolchain: z.string(),
  digest: z.string(),
  built_at: z.string(),
  vectors: z.string().describe('id of the weights of the row vectors; `none` without row vectors'),
  packages: z.array(packageSchema.extend({ files: z.int(), declarations: z.int() })),
  kinds: z.record(z.string(), z.int()).describe('declarations by kind'),
  origins: z.record(z.string(), z.int()).describe('declarations by origin'),
  approximate: z.int().describe('declarations whose name or statement is inferred'),
  unreadable: z.int().describe('of these, generated statements that the term parser cannot read'),
  unknown_names: z.int().describe('of these, generated statements with a name that nothing has'),
  tokens: z.int(),
  mentions: z.int(),
  notations: z.int(),
  problems: problemsSchema,
});

export const indexVerifySchema = z.object({
  schema: z.literal('lemmahead/index-verify@1'),
  path: z.string(),
  checks: z.array(z.string()).describe('passed checks, as sentences'),
  faults: z.array(z.string()).describe('faults, as sentences'),
});

export const indexDownloadSchema = z.object({
  schema: z.literal('lemmahead/index-download@1'),
  path: z.string(),
  digest: z.string(),
  bytes: z.int(),
  kept: z.int().describe('bytes that an earlier, interrupted download had received'),
});

export const indexPathSchema = z.object({
  schema: z.literal('lemmahead/index-path@1'),
  path: z.string(),
  exists: z.boolean(),
});

export const indexEmbedSchema = z.object({
  schema: z.literal('lemmahead/index-embed@1'),
  ...embedSchema.shape,
});

export type IndexDownload = z.infer<typeof indexDownloadSchema>;
