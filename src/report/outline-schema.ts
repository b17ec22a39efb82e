/** The JSON shapes of `outline` and `references`. */
import { z } from 'zod';
import { KINDS } from '../lean/declaration.ts';

export const outlineSchema = z.object({
  schema: z.literal('lemmahead/outline@1'),
  file: z.string(),
  imports: z.array(z.string()),
  declarations: z
    .array(
      z.object({
        name: z.string().describe('full name'),
        kind: z.enum(KINDS),
        line: z.int(),
        end_line: z.int(),
        signature: z.string(),
        sorry: z.int().describe('number of its `sorry`s'),
      }),
    )
    .describe('as written, in the order of the file; fields and constructors are left out'),
});

export const referencesSchema = z.object({
  schema: z.literal('lemmahead/references@1'),
  name: z.string(),
  references: z.array(
    z.object({
      file: z.string(),
      line: z.int(),
      column: z.int().nullable().describe('0-based, in code points; null if the name is not written there'),
      in: z.string().describe('the declaration that uses it'),
      text: z.string().describe('the line'),
    }),
  ),
  declarations: z.int().describe('number of declarations that use it'),
  more: z.int().describe('number of declarations that are left out by the limit'),
  notices: z.array(z.string()),
});

export type OutlineReport = z.infer<typeof outlineSchema>;
export type ReferencesReport = z.infer<typeof referencesSchema>;
