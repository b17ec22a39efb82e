/** The JSON shapes of `bench templates --problems` and `bench templates --titles`. */
import { z } from 'zod';
import { HALVES } from '../goals/halves.ts';

const interval = z.tuple([z.number(), z.number()]).describe('95 % interval');
const share = z.object({ count: z.int(), share: z.number(), interval: interval.describe('95 % Wilson interval') });
const ranked = z.object({ '@1': share, '@10': share });
const difference = z.object({ difference: z.number(), interval: interval.describe('95 %, paired bootstrap') });

export const problemsBenchSchema = z
  .object({
    n: z.int().describe('problems that are left out in turn: those whose theorem another problem has too'),
    problems: z.int(),
    theorems: z.int(),
    half: z.enum(HALVES).nullable().describe('by the hash of the names of problems; null: all'),
    names: ranked.describe('by the names of theorems alone'),
    both: ranked.describe('by names, and by the nearest other problems'),
    difference: z.object({ '@1': difference, '@10': difference }),
    schema: z.literal('lemmahead/bench-templates-problems@1'),
  })
  .describe('How often the theorem of a labelled problem is found through other problems.');

const counted = share.extend({ n: z.int() });

export const titlesBenchSchema = z
  .object({
    right: counted.describe('titles with a declaration for which it was found'),
    accepted: counted.describe('titles without a declaration for which one was found; some of them rightly'),
    matches: z
      .array(
        z.object({
          title: z.string(),
          expected: z.array(z.string()),
          found: z.string().nullable(),
          similarity: z.number().nullable(),
        }),
      )
      .describe('in the order of the file'),
    schema: z.literal('lemmahead/bench-templates-titles@1'),
  })
  .describe('How often the declaration that states a theorem is found by its title.');

export type RankedShares = z.infer<typeof ranked>;
export type ProblemsBenchReport = z.infer<typeof problemsBenchSchema>;
export type TitlesBenchReport = z.infer<typeof titlesBenchSchema>;
