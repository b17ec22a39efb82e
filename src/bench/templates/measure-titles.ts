/**
 * Measures whether a theorem known by its title finds the declaration that states it, and whether a title without one
 * finds none (bar 7 of specs/templates.md).
 */
import type { DeclarationMatcher } from '../../builders/templates/match-theorems.ts';
import { wilson } from '../estimates.ts';
import type { TitlesBenchReport } from './theorems-bench-schema.ts';

export interface TitledTheorem {
  title: string;
  /** Any of these is right; empty: none is known. */
  declarations: string[];
}

export function measureTitles(
  matcher: DeclarationMatcher,
  titles: readonly TitledTheorem[],
  onTitle: (done: number) => void,
): Omit<TitlesBenchReport, 'schema'> {
  const matches = titles.map(({ title, declarations }, at) => {
    const found = matcher.match(title);
    onTitle(at + 1);
    return { title, expected: declarations, found: found?.row.name ?? null, similarity: found?.similarity ?? null };
  });
  const stated = matches.filter(({ expected }) => expected.length > 0);
  const others = matches.filter(({ expected }) => expected.length === 0);
  const right = stated.filter(({ expected, found }) => found !== null && expected.includes(found)).length;
  const accepted = others.filter(({ found }) => found !== null).length;
  return {
    right: {
      n: stated.length,
      count: right,
      share: right / Math.max(1, stated.length),
      interval: wilson(right, stated.length),
    },
    accepted: {
      ...{ n: others.length, count: accepted, share: accepted / Math.max(1, others.length) },
      interval: wilson(accepted, others.length),
    },
    matches,
  };
}
