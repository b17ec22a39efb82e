/** Folds variants of a statement into one hit: primed, `_left`/`_right`, additive versions of multiplicative lemmas. */
import type { Hit } from './types.ts';

/** Keeps the first hit of each family; the names of the others become its variants. */
export function foldVariants(hits: readonly Hit[]): Hit[] {
  const families = new Map<string, Hit>();
  for (const hit of hits) {
    const family = familyOf(hit);
    const head = families.get(family);
    if (head === undefined) families.set(family, { ...hit, variants: [...hit.variants] });
    else if (head.row.name !== hit.row.name) head.variants.push(hit.row.name);
  }
  return [...families.values()];
}

/** Family name. An additive version belongs to the family of its multiplicative source. */
function familyOf({ row }: Hit): string {
  const name = row.origin === 'to_additive' && row.generatedFrom !== null ? row.generatedFrom : row.name;
  return withoutVariantMarks(name);
}

/** `mul_le_mul_left'` → `mul_le_mul`. A last component that consists of marks only is kept: `Or.left`. */
export function withoutVariantMarks(name: string): string {
  const dot = name.lastIndexOf('.');
  const last = name.slice(dot + 1);
  const bare = last.replaceAll("'", '').replace(/_(?:left|right)(?=_|$)/gu, '');
  return name.slice(0, dot + 1) + (bare === '' ? last : bare);
}
