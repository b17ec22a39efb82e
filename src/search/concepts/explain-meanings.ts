/** The addends of the score of a definition for a term. */
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import type { Contribution } from '../types.ts';
import { normalForm } from './normal-form.ts';
import { FEATURES, meaningFeatures, type Features } from './rank-meanings.ts';

/** By number of the definition, largest first. The addends of a definition add up to its score. */
export async function explainMeanings(
  index: LibraryIndex,
  base: ConceptBase,
  term: string,
  field: string | null,
): Promise<Map<number, Contribution[]>> {
  const isPhrase = normalForm(term).includes(' ') ? 1 : 0;
  const features = await meaningFeatures(index, base, term, field);
  return new Map(Array.from(features, ([definition, values]) => [definition, contributionsOf(values, isPhrase)]));
}

function contributionsOf(features: Features, isPhrase: 0 | 1): Contribution[] {
  const names = Object.keys(FEATURES) as (keyof Features)[];
  return names
    .map((name) => ({ what: spoken(name), points: FEATURES[name][isPhrase] * features[name] }))
    .filter(({ points }) => points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

/** `nameCoverage` → `name coverage` */
function spoken(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
