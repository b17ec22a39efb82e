/** The JSON shapes of `graph picture` and `graph export`, and of the data of a picture. */
import { z } from 'zod';
import { EXPORT_FORMAT_NAMES } from '../graph/export/export-formats.ts';
import { PICTURE_STATES, PICTURE_TYPES } from '../graph/picture-graph.ts';
import { noticesSchema } from './error-schema.ts';

const pictureFields = {
  title: z.string(),
  nodes: z.int(),
  edges: z.int(),
  left_out: z.int().describe('number of nodes that the limit leaves out'),
};

export const graphPictureSchema = z.object({
  schema: z.literal('lemmahead/graph-picture@1'),
  ...pictureFields,
  communities: z.int(),
  details_cut: z.boolean().describe('whether texts of nodes are shortened'),
  written_to: z.string(),
  bytes: z.int(),
  notices: noticesSchema,
});

export const graphExportSchema = z.object({
  schema: z.literal('lemmahead/graph-export@1'),
  ...pictureFields,
  format: z.enum(EXPORT_FORMAT_NAMES),
  written_to: z.array(z.string()),
  text: z.string().nullable().describe('without `--out`: the export'),
  notices: noticesSchema,
});

const numbers = z.array(z.int());

export const graphViewSchema = z
  .object({
    schema: z.literal('lemmahead/graph-view@1'),
    title: z.string(),
    types: z.array(z.enum(PICTURE_TYPES)),
    states: z.array(z.enum(PICTURE_STATES)),
    fields: z.array(z.string()),
    roles: z.array(z.string()),
    nodes: z.object({
      id: z.array(z.string()),
      label: z.array(z.string()).describe('empty if it is the id'),
      title: z.array(z.string()),
      type: numbers.describe('by place in `types`'),
      state: numbers.describe('by place in `states`; -1 if unknown'),
      field: numbers.describe('by place in `fields`; -1 if unknown'),
      details: z.array(z.string()),
      link: z.array(z.string()).describe('an `https:` address; empty for none'),
      x: numbers,
      y: numbers,
      community: numbers.describe('the largest is 0; -1 without neighbours'),
    }),
    edges: z.object({
      from: numbers.describe('nodes by place; `from` uses `to`'),
      to: numbers,
      role: numbers.describe('by place in `roles`; -1 if unknown'),
    }),
    communities: z.int(),
    details_cut: z.boolean(),
    left_out: z.int().describe('number of nodes that the limit leaves out'),
    notices: noticesSchema,
  })
  .describe('A graph with its layout, as columns: the nth entries of all lists of `nodes` are about the nth node.');

export type GraphPictureReport = z.infer<typeof graphPictureSchema>;
export type GraphExportReport = z.infer<typeof graphExportSchema>;
export type GraphView = z.infer<typeof graphViewSchema>;
