/** `bench graph --only title-matches`: titles of two sources that name one concept, by the index of titles. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TitleIndex } from '../../builders/knowledge/fusion/title-key.ts';
import type { Figure } from './bench-graph-schema.ts';
import { countFigure, type Measure, meanFigure } from './measure.ts';
import { readCsv } from './read-csv.ts';

/** Sources by pairs, with bars of precision and recall. The first pair is the one that is scored. */
const PAIRS = [
  ['PlanetMath', 'nLab', 0.99, 0.65],
  ['Chicago', 'Mathlib', null, null],
  ['Chicago', 'nLab', null, null],
] as const;

/** A name that a source has for an item of Wikidata. */
interface Name {
  item: string;
  name: string;
}

export const TITLE_MATCHES: Measure = {
  name: 'title-matches',
  needs: ['mathgloss'],
  run: ({ folders }) => {
    const folder = join(folders.mathgloss[0]!, 'data');
    const read = (path: string): string[][] => readCsv(readFileSync(join(folder, path), 'utf8'));
    const table = read('database.csv');
    const tableNames = (source: string): Name[] => {
      const column = table[0]!.indexOf(`${source} Name`);
      return table.slice(1).flatMap((row) => (row[column] ? [{ item: row[0]!, name: row[column] }] : []));
    };
    const figures = PAIRS.flatMap(([one, other, ...bars]) => {
      const pair = `${one}–${other}`;
      const ofTable = compareNames(tableNames(one), tableNames(other), `MathGloss, ${pair}`, bars);
      const lists = [one, other].map((source) => `alignments/${source.toLowerCase()}_mappings.csv`);
      if (!lists.every((list) => existsSync(join(folder, list)))) return ofTable;
      const [left, right] = lists.map((list) => listedNames(read(list))) as [Name[], Name[]];
      return [...ofTable, ...compareNames(left, right, `MathGloss, ${pair}, all names`, [null, bars[1]])];
    });
    return {
      figures,
      notes: [
        'Right if MathGloss gives both titles the same item of Wikidata. Its table has one name of each source for an ' +
          'item, though a source may have several; all names are in its lists.',
      ],
    };
  },
};

function listedNames(list: readonly string[][]): Name[] {
  const names = list.slice(1).flatMap(([item, name]) => (item && name ? [{ item, name }] : []));
  return [...new Map(names.map((each) => [`${each.item} ${each.name}`, each])).values()];
}

/** Precision of the pairs of names that agree; recall of the items that both have, each found by any pair of its names. */
function compareNames(
  left: readonly Name[],
  right: readonly Name[],
  set: string,
  [precisionBar, recallBar]: readonly [number | null, number | null],
): Figure[] {
  const others = new Set(right.map(({ item }) => item));
  const items = new Set(left.map(({ item }) => item).filter((item) => others.has(item)));
  const index = new TitleIndex(right, ({ name }) => name);
  const pairs = left.flatMap(({ item, name }) =>
    index.matches(name).map((match) => ({ item, isRight: match.item === item })),
  );
  const found = new Set(pairs.flatMap(({ item, isRight }) => (isRight && items.has(item) ? [item] : [])));
  const facts = { row: 'same concept', by: 'rules', set };
  const isRight = pairs.map((each) => Number(each.isRight));
  return [
    meanFigure(isRight, { ...facts, column: 'precision', bar: precisionBar }),
    countFigure(found.size / Math.max(1, items.size), {
      ...facts,
      column: 'recall',
      n: items.size,
      bar: recallBar,
    }),
  ];
}
