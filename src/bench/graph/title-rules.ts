/** `bench graph --only titles`: whether the term that a definition defines is found in its text, its title hidden. */
import { definedTerm } from '../../builders/knowledge/rules/entity-title.ts';
import { stem } from '../../index/words/stem.ts';
import { scoreHalves } from './labelled-articles.ts';
import type { Measure } from './measure.ts';
import { readArticles } from './planetmath-articles.ts';

export const TITLES: Measure = {
  name: 'titles',
  needs: ['planetmath'],
  run: ({ folders }) => {
    const definitions = readArticles(folders.planetmath).filter(({ type }) => type === 'Definition');
    const facts = { row: 'title of a definition', column: 'accuracy', bar: 0.7 };
    return {
      figures: scoreHalves(facts, definitions, ({ title, synonyms, defines, body }) => {
        const found = definedTerm(body);
        return found !== null && [title, ...synonyms, ...defines].some((name) => keyOf(name) === keyOf(found));
      }),
      notes: ["Right if it is the article's title, a synonym, or a term that it says it defines."],
    };
  },
};

const keyOf = (text: string): string =>
  (
    text
      .replaceAll(/\$[^$]*\$/g, '')
      .normalize('NFKD')
      .match(/[A-Za-z]+/g) ?? []
  )
    .map((word) => stem(word.toLowerCase()))
    .join(' ');
