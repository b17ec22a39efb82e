/** `bench graph --only references`: the articles that the authors of PlanetMath linked words to by hand. */
import { TermFinder } from '../../builders/knowledge/rules/term-references.ts';
import { CLASSES, scoreHalves } from './labelled-articles.ts';
import type { Measure } from './measure.ts';
import { readArticles } from './planetmath-articles.ts';

const BARS: readonly (readonly [depth: number, bar: number])[] = [
  [1, 0.45],
  [3, 0.55],
];

export const REFERENCES: Measure = {
  name: 'references',
  needs: ['planetmath'],
  run: ({ folders }) => {
    const articles = readArticles(folders.planetmath);
    const numbers = new Map(articles.map(({ name }, number) => [name, number]));
    const finder = new TermFinder(
      articles.map(({ title, synonyms, defines, type, classes, body: statement }) => ({
        ...{ title, synonyms, defines, statement, document: null },
        type: CLASSES[type] === 'definition' || CLASSES[type] === 'theorem' ? CLASSES[type] : 'other',
        subjects: classes.map((code) => `msc:${code}`),
      })),
    );
    const ranks = articles.flatMap(({ subject, links }, number) =>
      links.flatMap(({ words, target }) => {
        const gold = numbers.get(target);
        if (gold === undefined) return [];
        const rank = finder.rank(number, words).findIndex(({ entity }) => entity === gold);
        return [{ subject, rank: rank < 0 ? Infinity : rank }];
      }),
    );
    return {
      figures: BARS.flatMap(([depth, bar]) =>
        scoreHalves({ row: 'links by hand', column: `Hits@${depth}`, bar }, ranks, ({ rank }) => rank < depth),
      ),
      notes: ["The authors made these links because PlanetMath's own linker was wrong there."],
    };
  },
};
