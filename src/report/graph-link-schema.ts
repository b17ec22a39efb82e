/** The JSON shapes of `graph link`, `graph accept` and `graph reject`. */
import { z } from 'zod';
import { modelUseSchema, plannedUseSchema } from '../session/model-use-schema.ts';

const linkEvidenceSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.enum(['uses', 'used by', 'near']),
      declaration: z.string(),
      statement: z.string().describe('which this declaration formalizes'),
    }),
    z.object({ kind: z.literal('name') }),
    z.object({ kind: z.literal('list'), list: z.enum(['overview', 'undergrad', '100', '1000']) }),
  ])
  .describe(
    '`uses`, `used by`: the declarations are related as the statements are; `near`: they are in the same file or folder, as the statements are near each other; `name`: the name consists of the words of label or title; `list`: the list `docs/LIST.yaml` of a package gives it under the title of the statement',
  );

export const graphLinkSchema = z.object({
  schema: z.literal('lemmahead/graph-link@1'),
  path: z.string().nullable().describe('the document; null with `--source`'),
  source: z.string().nullable(),
  title: z.string(),
  statements: z.int().describe('definitions and claims'),
  auto: z.number().describe('least confidence of an automatic link'),
  by: z.enum(['rules', 'model', 'both']).describe('who decides; `both`: the model, where no link is confident enough'),
  dry_run: z.boolean().describe('nothing was asked or written'),
  known: z
    .array(
      z.object({
        statement: z.string().describe('label or key'),
        name: z.string(),
        by: z.enum(['human', 'blueprint', 'attribute']),
        found: z.boolean(),
        nearest: z.array(z.string()).describe('similar names, if the index lacks it'),
      }),
    )
    .describe('`blueprint`: by `\\lean`; `attribute`: by a tag in the source of the declaration'),
  links: z
    .array(
      z.object({
        statement: z.string(),
        title: z.string(),
        automatic: z.boolean().describe('whether one of them counts without a decision of a person'),
        declarations: z
          .array(
            z.object({
              name: z.string(),
              module: z.string(),
              package: z.string(),
              confidence: z.number().describe('calibrated probability, 0 to 1'),
              evidence: z.array(linkEvidenceSchema),
              answer: z
                .enum(['yes', 'no'])
                .nullable()
                .describe('of the model, on whether it formalizes the statement; null if it was not asked'),
              counts: z.boolean().describe('whether the link counts without a decision of a person'),
            }),
          )
          .describe('the most probable first; never empty'),
      }),
    )
    .describe('of statements without known links: the most confident first'),
  unlinked: z.int().describe('statements without known links for which nothing was found'),
  written: z.int().describe('number of statements with other links in the library than before'),
  run: z.int().nullable().describe('to undo it; null if nothing was written'),
  models: modelUseSchema.nullable().describe('null if no model was asked'),
  planned: plannedUseSchema.nullable().describe('with `--dry-run`: what a model would be asked'),
});

export const graphDecisionSchema = z.object({
  schema: z.literal('lemmahead/graph-decision@1'),
  statement: z.string(),
  source: z.string(),
  name: z.string(),
  accepted: z.boolean().describe('false: rejected'),
  undo: z.boolean(),
  changed: z.boolean(),
});

export type GraphLinkReport = z.infer<typeof graphLinkSchema>;
export type GraphDecisionReport = z.infer<typeof graphDecisionSchema>;
