/** Words of mathematics and the abbreviations that Lean names use for them, both ways. */
import { stem } from '../index/words/stem.ts';

/** One family a line. The words of a family stand for each other. */
const FAMILIES = [
  'comm commutative commutativity',
];

const SYNONYM_WEIGHT = 0.5;

const synonyms = new Map<string, [string, number][]>();

for (const family of FAMILIES) {
  const stems = [...new Set(family.split(' ').map(stem))];
  for (const one of stems) {
    const others = stems.filter((other) => other !== one).map((other): [string, number] => [other, SYNONYM_WEIGHT]);
    synonyms.set(one, [...(synonyms.get(one) ?? []), ...others]);
  }
}

/** Stems that may stand for `stemmed`, each with the share of its own weight that it then has. */
export function synonymsOf(stemmed: string): readonly [string, number][] {
  return synonyms.get(stemmed) ?? [];
}
