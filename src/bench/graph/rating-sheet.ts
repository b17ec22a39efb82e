/**
 * The sheet on which a person rates completions from 1 to 5 (table 8). It is blind: neither the category nor the model, its
 * steps or its own verdict are on it. What the ratings are of is in a file beside it.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { csvLine } from '../../graph/export/csv-tables.ts';
import { readCsv } from './read-csv.ts';

/** The rubric of the paper. */
export const RUBRIC = [
  '5: nearly perfect',
  '4: mostly correct, with issues such as needless complexity',
  '3: right reasoning, with significant errors in its execution',
  '2: a small part is right',
  '1: largely irrelevant',
] as const;

const COLUMNS = ['item', 'problem', 'answer', `rating (${RUBRIC.join('; ')})`];

const ratedSchema = z.object({
  category: z.string(),
  problem: z.string(),
  answer: z.string(),
  verdict: z.string(),
});

export const ratedItemsSchema = z.object({
  model: z.string(),
  scripted: z.boolean(),
  /** In the order of the sheet. */
  items: z.array(ratedSchema),
});

export type RatedItems = z.infer<typeof ratedItemsSchema>;

export const ratingSheet = ({ items }: RatedItems): string =>
  [COLUMNS, ...items.map(({ problem, answer }, at) => [String(at + 1), problem, answer, ''])].map(csvLine).join('');

/** By item: 1 to 5. @throws {Failure} `judged-invalid` */
export function readRatings(path: string, rated: RatedItems): number[] {
  const invalid = (reason: string): Failure =>
    new Failure('usage', 'judged-invalid', {
      message: `${path} is not the filled-in sheet of the folder given by --out.`,
      reason,
      next: 'Fill in the last column of the sheet, without changing the others or their order.',
    });
  let rows: string[][];
  try {
    rows = readCsv(readFileSync(path, 'utf8'));
  } catch (error) {
    throw invalid((error as Error).message);
  }
  const sheet = readCsv(ratingSheet(rated));
  if (rows.length !== sheet.length) throw invalid(`It has ${rows.length - 1} items instead of ${sheet.length - 1}.`);
  return rows.slice(1).map((row, at) => {
    const asked = sheet[at + 1]!;
    if (asked.slice(0, 3).some((cell, column) => normal(row[column]) !== normal(cell)))
      throw invalid(`Line ${at + 2} has another item.`);
    const rating = row[3]?.trim() ?? '';
    if (!/^[1-5]$/u.test(rating)) throw invalid(`Item ${row[0]} has "${rating}" instead of 1 to 5.`);
    return Number(rating);
  });
}

/** Spreadsheets change line ends. */
const normal = (cell: string | undefined): string => (cell ?? '').replaceAll(/\r\n?/gu, '\n').trim();
