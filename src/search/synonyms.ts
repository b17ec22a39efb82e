/** Words of mathematics and the abbreviations that Lean names use for them, both ways. */
import { stem } from '../index/words/stem.ts';

/** One family a line: an abbreviation and the words it is short for. They mean the same. */
const SAME = [
  // Laws and properties
  'comm commutative commutativity',
  'assoc associative associativity',
  'symm symmetric symmetry',
  'refl reflexive reflexivity',
  'trans transitive transitivity',
  'antisymm antisymmetric antisymmetry',
  'inj injective injectivity injection',
  'surj surjective surjectivity surjection',
  'bij bijective bijectivity bijection',
  'mono monotone monotonicity',
  'ext extensionality extensional',
  'congr congruence',
  // Operations
  'add addition',
  'mul multiplication',
  'sub subtraction',
  'neg negation',
  'div division',
  'inv inverse inversion',
  'pow power exponent',
  'sq square squared',
  'abs absolute',
  'prod product',
  'comp composition composite',
  'id identity',
  'deriv derivative differentiation',
  'integral integration',
  'card cardinality',
  'dvd divides divisible divisibility',
  'det determinant',
  'conj conjugate conjugation',
  'exp exponential',
  'log logarithm',
  'choose binomial',
  'perm permutation',
  // Order and sets
  'le leq',
  'isup supremum suprema',
  'iinf infimum infima',
  'max maximum',
  'min minimum',
  'compl complement',
  'inter intersection',
  'nhds neighborhood neighbourhood',
  // Maps
  'hom homomorphism',
  'iso isomorphism isomorphic',
  'equiv equivalence equivalent',
  'func functor',
  'homeomorph homeomorphism homeomorphic',
  'diffeomorph diffeomorphism',
  'end endomorphism',
  'aut automorphism',
  'dist distance',
  'dim dimension',
  'fin finite',
  'alg algebra',
  'condexp conditional',
  'adj adjunction adjoint',
];

/** What is only often said for the other. */
const RELATED = [
  'add sum plus',
  'mul product times',
  'sub difference minus',
  'smul scalar',
  'sdiff difference',
  'neg negative',
  'div quotient',
  'tsum series',
  'mono increasing',
  'anti antitone decreasing',
  'le most bound inequality',
  'lt less smaller',
  'sup join supremum',
  'inf meet infimum',
  'top greatest maximal',
  'bot least minimal',
  'mem element belongs',
  'subset contained inclusion',
  'hom morphism map',
  'equiv isomorphism bijection',
  'func function',
  'map function',
  'finrank dimension rank',
  'fintype finite',
  'subspace submodule',
  'tendsto converges convergence limit',
  'diff differentiable',
  'contdiff smooth',
  'cont continuous',
  'fderiv differential derivative',
  'card number cardinal',
  'gcd divisor',
  'lcm multiple',
  'mod modulo congruent',
  'sqrt root',
  'orthogonal perpendicular',
  'expect expectation mean',
  'nonempty exists existence',
];

const SAME_WEIGHT = 0.7;
const RELATED_WEIGHT = 0.3;

const synonyms = new Map<string, Map<string, number>>();

function addFamilies(families: readonly string[], weight: number): void {
  for (const family of families) {
    const stems = family.split(' ').map(stem);
    for (const one of stems) {
      const others = synonyms.get(one) ?? new Map<string, number>();
      for (const other of stems) if (other !== one && !others.has(other)) others.set(other, weight);
      synonyms.set(one, others);
    }
  }
}

addFamilies(SAME, SAME_WEIGHT);
addFamilies(RELATED, RELATED_WEIGHT);

/** Stems that may stand for `stemmed`, each with the share of its own weight that it then has. */
export function synonymsOf(stemmed: string): Iterable<[string, number]> {
  return synonyms.get(stemmed) ?? [];
}
