/** Which kinds of declaration a query in words is after, and how likely each kind and origin is to be the answer. */
import { KINDS, ORIGINS, type RowColumns } from '../index/library-index.ts';
import type { DeclarationKind, Origin } from '../lean/declaration.ts';

/** What the query says of itself: 'definition of', 'class', 'theorem'. */
export type KindIntent = 'definition' | 'class' | 'theorem' | 'instance' | 'any';

/** Phrases at the start of a query that name the kind and are not part of what is sought. */
const INTENT_PHRASES: [RegExp, KindIntent][] = [
  [/^\s*(?:the\s+)?definition\s+of\s+/i, 'definition'],
  [/^\s*(?:the\s+)?def\s+of\s+/i, 'definition'],
  [/^\s*what\s+is\s+(?:an?\s+|the\s+)?/i, 'definition'],
  [/^\s*(?:type)?class\s+(?:of|for)\s+/i, 'class'],
  [/^\s*(?:the\s+)?instance\s+(?:of|for|that)\s+/i, 'instance'],
  [/^\s*(?:(?:a|the)\s+)?(?:lemma|theorem|proof)\s+(?:that|of|for|about|saying|stating)\s+(?:that\s+)?/i, 'theorem'],
];

/** Words anywhere in a query that only a statement carries. */
const THEOREM_WORDS = /\b(?:theorem|lemma|inequality|identity|criterion|corollary|law|formula)\b/i;

/** Reads the kind off a query and gives back what is left to look for. */
export function readKindIntent(query: string): { intent: KindIntent; rest: string } {
  for (const [phrase, intent] of INTENT_PHRASES) {
    const match = phrase.exec(query);
    if (match && match[0].length < query.length) return { intent, rest: query.slice(match[0].length) };
  }
  return { intent: THEOREM_WORDS.test(query) ? 'theorem' : 'any', rest: query };
}

/** How often, roughly, a declaration of a kind is what a query in words means; 1 for a theorem. */
const KIND_PRIORS = new Map<DeclarationKind, number>([
  ['class', 1.3], ['structure', 1.3], ['inductive', 1.3], ['coinductive', 1.3], ['def', 1.2], ['abbrev', 1.1],
]);

const ORIGIN_PRIORS = new Map<Origin, number>([
  ['alias', 0.7], ['to_additive', 0.8], ['to_dual', 0.85], ['anonymous_instance', 0.9],
  ['field', 0.6], ['constructor', 0.5], ['parent', 0.4], ['deriving', 0.4], ['auxiliary', 0.4],
  ['simps', 0.4], ['reassoc', 0.4], ['elementwise', 0.4], ['to_app', 0.4], ['to_fun', 0.5], ['mk_iff', 0.6],
  ['ext', 0.6], ['alias_in', 0.5], ['to_set_notation', 0.5], ['higher_order', 0.4], ['irreducible_def', 0.5],
]);

const PRIVATE = 1;
const DEPRECATED = 2;

const DEFINITION_KINDS: ReadonlySet<DeclarationKind> = new Set(['def', 'abbrev', 'class', 'structure', 'inductive']);
const CLASS_KINDS: ReadonlySet<DeclarationKind> = new Set(['class', 'structure']);
const STATEMENT_KINDS: ReadonlySet<DeclarationKind> = new Set(['theorem', 'lemma', 'alias', 'axiom']);

function kindPrior(kind: DeclarationKind, intent: KindIntent): number {
  const usual = KIND_PRIORS.get(kind) ?? 1;
  switch (intent) {
    case 'definition':
      return DEFINITION_KINDS.has(kind) ? usual * 1.2 : usual * 0.8;
    case 'class':
      return CLASS_KINDS.has(kind) ? usual * 1.3 : usual * 0.8;
    case 'instance':
      return kind === 'instance' ? 1.3 : usual * 0.9;
    case 'theorem':
      return STATEMENT_KINDS.has(kind) ? 1.1 : 1;
    case 'any':
      return usual;
  }
}

/** One factor a row, from its kind and origin and from whether it is private or deprecated. */
export function makePrior(columns: RowColumns, intent: KindIntent): (id: number) => number {
  const byKind = Float64Array.from(KINDS, (kind) => kindPrior(kind, intent));
  const byOrigin = Float64Array.from(ORIGINS, (origin) => ORIGIN_PRIORS.get(origin) ?? 1);
  const byFlags = Float64Array.from({ length: 16 }, (_, flags) => (flags & PRIVATE ? 0.6 : 1) * (flags & DEPRECATED ? 0.6 : 1));
  const { kind, origin, flags } = columns;
  return (id) => (kind[id] === 255 ? 0 : byKind[kind[id]!]! * byOrigin[origin[id]!]! * byFlags[flags[id]! & 15]!);
}
