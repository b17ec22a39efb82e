/** `bench graph --only problem-links`: the theorem that a problem of TheoremQA needs, among all of its theorems. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TheoremRanking } from '../../search/solved/theorem-ranking.ts';
import { type Measure, meanFigure } from './measure.ts';

interface Item {
  Question: string;
  theorem: string;
}

const DEPTHS = [1, 5, 10] as const;
const BARS = { texts: [0.5, 0.72, 0.8], neighbours: [0.6, 0.82, 0.87] } as const;

export const PROBLEM_LINKS: Measure = {
  name: 'problem-links',
  needs: ['theoremqa'],
  run: ({ folders }) => {
    const read = (name: string): unknown => JSON.parse(readFileSync(join(folders.theoremqa[0]!, name), 'utf8'));
    const theorems = Object.entries(read('all_theorems.json') as Record<string, string>).map(([title, text]) => ({
      title,
      text,
    }));
    const numbers = new Map(theorems.map(({ title }, at) => [title.trim().toLowerCase(), at]));
    const problems = (read('theoremqa_test.json') as Item[]).flatMap(({ Question: text, theorem }) => {
      const gold = numbers.get(theorem.trim().toLowerCase());
      return gold === undefined ? [] : [{ text, theorems: [gold], gold }];
    });
    const alone = new TheoremRanking(theorems, []);
    const withOthers = new TheoremRanking(theorems, problems);
    const ranks = {
      texts: problems.map(({ text, gold }) => alone.rank(text).indexOf(gold)),
      neighbours: problems.map(({ text, gold }, at) => withOthers.rank(text, at).indexOf(gold)),
    };
    const rows = { texts: 'by the texts of the theorems', neighbours: 'also by other problems, leave-one-out' };
    return {
      figures: (['texts', 'neighbours'] as const).flatMap((kind) =>
        DEPTHS.map((depth, at) =>
          meanFigure(
            ranks[kind].map((rank) => Number(rank >= 0 && rank < depth)),
            { row: rows[kind], column: `Hits@${depth}`, set: 'TheoremQA', by: 'rules', bar: BARS[kind][at]! },
          ),
        ),
      ),
      notes: [`${theorems.length} candidates.`],
    };
  },
};
