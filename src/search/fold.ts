/** Variants of one statement under one hit: primed, `_left` and `_right`, the additive twin of a multiplicative lemma. */
import type { Hit } from './types.ts';

/** The first hit of each family stays, in its place; the names of the others become its variants. */
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

/** Name of the family. A generated twin belongs to that of what it was generated from. */
function familyOf({ row }: Hit): string {
  const name = row.origin === 'to_additive' && row.generatedFrom !== null ? row.generatedFrom : row.name;
  return withoutVariantMarks(name);
}

/** `mul_le_mul_left'` → `mul_le_mul`. Marks that are the whole last component are its name: `Or.left` stays. */
export function withoutVariantMarks(name: string): string {
  const dot = name.lastIndexOf('.');
  const last = name.slice(dot + 1);
  const bare = last.replaceAll("'", '').replace(/_(?:left|right)(?=_|$)/gu, '');
  return name.slice(0, dot + 1) + (bare === '' ? last : bare);
}
