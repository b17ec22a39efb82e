/** The JSON shape of a verdict on an answer in words. */
import { z } from 'zod';

export const answerVerdictSchema = z.object({
  checker: z.enum(['same', 'different', 'undecided']),
  judge: z.boolean().nullable().describe('what the judge says; null if it was not asked or gave no usable answer'),
  correct: z.boolean().describe('the checker says `same`, or the judge says yes'),
});
