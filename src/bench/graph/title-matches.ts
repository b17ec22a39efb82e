/** `bench graph --only title-matches`: titles of two sources that name one concept, by the rule of `graph merge`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { titleKey, titlesAgree } from '../../builders/knowledge/fusion/title-key.ts';
import { readCsv } from './read-csv.ts';
import { countFigure, type Measure, meanFigure } from './measure.ts';

/** Columns of the table, by source. The first pair is the one that is scored. */
const PAIRS = [
  ['PlanetMath Name', 'nLab Name', 0.99, 0.65],
  ['Chicago Name', 'Mathlib Name', null, null],
  ['Chicago Name', 'nLab Name', null, null],
] as const;

export const TITLE_MATCHES: Measure = {
  name: 'title-matches',
  needs: ['mathgloss'],
  run: ({ folders }) => {
    const rows = readCsv(readFileSync(join(folders.mathgloss[0]!, 'data', 'database.csv'), 'utf8'));
    const figures = PAIRS.flatMap(([one, other, precisionBar, recallBar]) => {
      const [first, second] = [one, other].map((name) => rows[0]!.indexOf(name)) as [number, number];
      const items = rows.slice(1);
      const byKey = Map.groupBy(
        items.filter((row) => row[second]),
        (row) => titleKey(row[second]!),
      );
      const pairs = items
        .filter((row) => row[first])
        .flatMap((row) =>
          (byKey.get(titleKey(row[first]!)) ?? [])
            .filter((each) => titlesAgree(row[first]!, each[second]!))
            .map((each) => Number(each === row)),
        );
      const gold = items.filter((row) => row[first] && row[second]).length;
      const facts = {
        row: 'same concept',
        by: 'rules',
        set: `MathGloss, ${one.split(' ', 1)[0]}–${other.split(' ', 1)[0]}`,
      };
      const found = pairs.filter((isRight) => isRight === 1).length;
      return [
        meanFigure(pairs, { ...facts, column: 'precision', bar: precisionBar }),
        countFigure(found / Math.max(1, gold), { ...facts, column: 'recall', n: gold, bar: recallBar }),
      ];
    });
    return { figures, notes: ['Right if MathGloss gives both titles the same item of Wikidata.'] };
  },
};
