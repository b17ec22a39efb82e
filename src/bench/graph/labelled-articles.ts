/** What several measures on PlanetMath share. */
import type { ArticleClass } from '../../builders/knowledge/rules/entity-type.ts';
import { type Measured, meanFigure } from './measure.ts';
import type { Article } from './planetmath-articles.ts';

/** The rules for types and titles, and the weights for links, were adjusted on these subjects only. */
const SEEN = /^(?:03|11|26|51|54|60)_/;

export const isSeen = ({ subject }: Pick<Article, 'subject'>): boolean => SEEN.test(subject);

export const CLASSES: Readonly<Record<string, ArticleClass>> = {
  Definition: 'definition',
  Axiom: 'definition',
  Theorem: 'theorem',
  Result: 'theorem',
  Corollary: 'theorem',
  Conjecture: 'theorem',
  Proof: 'proof',
  Derivation: 'proof',
  Example: 'example',
};

interface Facts {
  row: string;
  column: string;
  bar: number | null;
}

/** Scores all items, then those of subjects on which the rules were not adjusted. */
export function scoreHalves<Item extends Pick<Article, 'subject'>>(
  { row, column, bar }: Facts,
  items: readonly Item[],
  isRight: (item: Item) => boolean,
): Measured['figures'] {
  const unseen = items.filter((item) => !isSeen(item));
  const score = (some: readonly Item[], set: string, least: number | null) =>
    meanFigure(
      some.map((item) => Number(isRight(item))),
      { row, column, set, by: 'rules', bar: least },
    );
  return [
    score(items, 'PlanetMath', bar),
    ...(unseen.length === 0 ? [] : [score(unseen, 'PlanetMath, unseen subjects', null)]),
  ];
}
