/** Prior of each declaration for queries in words, independent of the query's words. */
import { literalWords } from '../base/words.ts';
import type { RowColumns } from '../index/library-index.ts';
import { KINDS, ORIGINS, type DeclarationKind, type Origin } from '../lean/declaration.ts';
import type { KindIntent } from './text-intent.ts';

export const DEFINITIONS: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(
  literalWords('def abbrev class structure inductive coinductive opaque'),
);
const STATEMENTS: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(['theorem', 'lemma', 'alias', 'axiom']);

/** Kinds that an intent prefers, and their factor: smaller for intents guessed from grammar than for explicit ones. */
const INTENT_KINDS: Record<Exclude<KindIntent, 'any'>, { kinds: ReadonlySet<DeclarationKind>; factor: number }> = {
  definition: { kinds: DEFINITIONS, factor: 1.3 },
  class: { kinds: new Set(['class', 'structure']), factor: 1.3 },
  instance: { kinds: new Set(['instance']), factor: 1.3 },
  theorem: { kinds: STATEMENTS, factor: 1.3 },
  law: { kinds: STATEMENTS, factor: 1.1 },
  statement: { kinds: STATEMENTS, factor: 1.25 },
  thing: { kinds: DEFINITIONS, factor: 1.2 },
};

const KIND_PRIORS = new Map<DeclarationKind, number>([
  ['field', 0.85],
  ['constructor', 0.5],
  ['structure', 1.1],
]);

const prior = (factor: number, origins: readonly Origin[]): [Origin, number][] => origins.map((each) => [each, factor]);

const ORIGIN_PRIORS = new Map([
  ...prior(
    0.4,
    literalWords('parent notation_parent deriving auxiliary simps reassoc elementwise to_app higher_order'),
  ),
  ...prior(0.5, literalWords('to_fun irreducible_def alias_in to_set_notation')),
  ...prior(0.6, ['mk_iff', 'ext']),
  ...prior(0.7, ['alias']),
  ...prior(0.8, ['to_additive']),
  ...prior(0.85, ['to_dual']),
  ...prior(0.9, ['anonymous_instance']),
]);

const PRIVATE = 1;
const DEPRECATED = 2;
const PRIVATE_OR_DEPRECATED = 0.6;

/** Added to the factor for each tenfold increase of uses in the sources. */
const PER_DECADE_OF_USES = 0.115;

/** One factor per row, independent of the query: kind, origin, private, deprecated, and number of uses. */
export function rowPriors({ kind, origin, flags, uses }: RowColumns): Float32Array {
  const byKind = KINDS.map((each) => KIND_PRIORS.get(each) ?? 1);
  const byOrigin = ORIGINS.map((each) => ORIGIN_PRIORS.get(each) ?? 1);
  const priors = new Float32Array(kind.length);
  const useFactor = makeUseFactor();
  for (let id = 0; id < kind.length; id++) {
    const kindPrior = byKind[kind[id]!];
    if (kindPrior === undefined) continue;
    const penalty =
      (flags[id]! & PRIVATE ? PRIVATE_OR_DEPRECATED : 1) * (flags[id]! & DEPRECATED ? PRIVATE_OR_DEPRECATED : 1);
    priors[id] = kindPrior * byOrigin[origin[id]!]! * penalty * useFactor(uses[id]!);
  }
  return priors;
}

/** Factor by number of uses. Caches results: use counts repeat often, and logarithms would dominate the run time. */
function makeUseFactor(): (uses: number) => number {
  const bits = 12;
  const cachedUses = new Float32Array(1 << bits).fill(-1);
  const factors = new Float64Array(1 << bits);
  return (uses) => {
    const slot = Math.imul(uses * 1024, HASH) >>> (32 - bits);
    if (cachedUses[slot] !== uses) {
      cachedUses[slot] = uses;
      factors[slot] = uses === 0 ? 1 : 1 + PER_DECADE_OF_USES * Math.log10(1 + uses);
    }
    return factors[slot]!;
  };
}

/** Knuth's multiplicative hashing: 2^32 divided by the golden ratio. */
const HASH = 0x9e3779b1;

/** Factor by code of `KINDS`, from the kind that the query names or that its grammar suggests. */
export function kindFactors(intent: KindIntent): readonly number[] {
  if (intent === 'any') return KINDS.map(() => 1);
  const { kinds, factor } = INTENT_KINDS[intent];
  return KINDS.map((kind) => (kinds.has(kind) ? factor : 1));
}
