/** `bench graph --only types`: whether an article is a definition, theorem, proof or example, its `\pmtype` hidden. */
import { articleClass } from '../../builders/knowledge/rules/entity-type.ts';
import { CLASSES, scoreHalves } from './labelled-articles.ts';
import type { Measure } from './measure.ts';
import { readArticles } from './planetmath-articles.ts';

export const TYPES: Measure = {
  name: 'types',
  needs: ['planetmath'],
  run: ({ folders }) => {
    const typed = readArticles(folders.planetmath).filter(({ type }) => CLASSES[type] !== undefined);
    const facts = { row: 'type of an article', column: 'accuracy', bar: 0.88 };
    return {
      figures: scoreHalves(facts, typed, ({ title, body, type }) => articleClass(title, body)?.name === CLASSES[type]),
    };
  },
};
