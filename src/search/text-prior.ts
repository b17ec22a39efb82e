/** How likely a declaration is to be what a query in words means, before its words are looked at. */
import { KINDS, ORIGINS, type RowColumns } from '../index/library-index.ts';
import type { DeclarationKind, Origin } from '../lean/declaration.ts';

/** What the query says of itself: 'definition of', 'class', 'theorem'. */
export type KindIntent = 'definition' | 'class' | 'theorem' | 'instance' | 'any';

/** Phrases at the start of a query that name the kind and are not part of what is sought. */
const INTENT_PHRASES: [RegExp, KindIntent][] = [
  [/^\s*(?:the\s+)?def(?:inition)?\s+of\s+/i, 'definition'],
  [/^\s*what\s+is\s+(?:an?\s+|the\s+)?/i, 'definition'],
  [/^\s*(?:the\s+)?(?:type)?class\s+(?:of|for)\s+/i, 'class'],
  [/^\s*(?:the\s+)?instance\s+(?:of|for|that)\s+/i, 'instance'],
  [/^\s*(?:(?:a|the)\s+)?(?:lemma|theorem|proof)\s+(?:that|of|for|about|saying|stating)\s+(?:that\s+)?/i, 'theorem'],
];

/** Reads the kind off a query and gives back what is left to look for. */
export function readKindIntent(query: string): { intent: KindIntent; rest: string } {
  for (const [phrase, intent] of INTENT_PHRASES) {
    const match = phrase.exec(query);
    if (match && match[0].length < query.length) return { intent, rest: query.slice(match[0].length) };
  }
  return { intent: 'any', rest: query };
}

const KINDS_MEANT: Record<Exclude<KindIntent, 'any'>, readonly DeclarationKind[]> = {
  definition: ['def', 'abbrev', 'class', 'structure', 'inductive', 'coinductive', 'opaque'],
  class: ['class', 'structure'],
  instance: ['instance'],
  theorem: ['theorem', 'lemma', 'alias', 'axiom'],
};

/** A kind that the query asks for counts so much more than another. */
const MEANT = 1.3;

const KIND_PRIORS = new Map<DeclarationKind, number>([
  ['field', 0.85],
  ['constructor', 0.5],
  ['structure', 1.1],
]);

const ORIGIN_PRIORS = new Map<Origin, number>([
  ['to_additive', 0.8],
  ['to_dual', 0.85],
  ['alias', 0.7],
  ['anonymous_instance', 0.9],
  ['mk_iff', 0.6],
  ['ext', 0.6],
  ['to_fun', 0.5],
  ['irreducible_def', 0.5],
  ['alias_in', 0.5],
  ['to_set_notation', 0.5],
  ['parent', 0.4],
  ['notation_parent', 0.4],
  ['deriving', 0.4],
  ['auxiliary', 0.4],
  ['simps', 0.4],
  ['reassoc', 0.4],
  ['elementwise', 0.4],
  ['to_app', 0.4],
  ['higher_order', 0.4],
]);

const PRIVATE = 1;
const DEPRECATED = 2;
const PRIVATE_OR_DEPRECATED = 0.6;

/** What ten times as many uses in the sources add. */
const PER_DECADE_OF_USES = 0.115;

/** One factor a row, whatever the query: kind, origin, private, deprecated, and how much the library uses it. */
export function standings({ kind, origin, flags, uses }: RowColumns): Float32Array {
  const byKind = KINDS.map((each) => KIND_PRIORS.get(each) ?? 1);
  const byOrigin = ORIGINS.map((each) => ORIGIN_PRIORS.get(each) ?? 1);
  return Float32Array.from(kind, (code, id) => {
    const kindPrior = byKind[code];
    if (kindPrior === undefined) return 0;
    const shunned =
      (flags[id]! & PRIVATE ? PRIVATE_OR_DEPRECATED : 1) * (flags[id]! & DEPRECATED ? PRIVATE_OR_DEPRECATED : 1);
    return kindPrior * byOrigin[origin[id]!]! * shunned * (1 + PER_DECADE_OF_USES * Math.log10(1 + uses[id]!));
  });
}

/** By code of `KINDS`: what the query's own word for the kind is worth. */
export function kindFactors(intent: KindIntent): readonly number[] {
  return KINDS.map((kind) => (intent !== 'any' && KINDS_MEANT[intent].includes(kind) ? MEANT : 1));
}
