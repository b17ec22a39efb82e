/** Words of mathematics and their abbreviations in Lean names. */
import { phrases } from '../base/words.ts';

/** One family per line: the name part, and the words that it abbreviates. All are synonyms. */
export const SAME: readonly string[] = phrases(`
  comm commutative commutativity, assoc associative associativity, symm symmetric symmetry, refl reflexive reflexivity,
  trans transitive transitivity, antisymm antisymmetric antisymmetry, inj injective injectivity injection,
  surj surjective surjectivity surjection, bij bijective bijectivity bijection, mono monotone monotonicity,
  ext extensionality extensional, congr congruence, bdd bounded, tendsto converges convergence, add addition,
  mul multiplication, sub subtraction, neg negation, div division, inv inverse, pow power exponent, sq square squared,
  abs absolute, prod product, comp composition composite, id identity, deriv derivative differentiation,
  integral integration, card cardinality, dvd divides divisible divisibility, det determinant,
  conj conjugate conjugation, exp exponential, log logarithm, choose binomial, perm permutation, le leq,
  isup supremum suprema, iinf infimum infima, max maximum, min minimum, compl complement, inter intersection,
  nhds neighborhood neighbourhood, hom homomorphism, iso isomorphism isomorphic, equiv equivalence equivalent,
  func functor, homeomorph homeomorphism homeomorphic, diffeomorph diffeomorphism, end endomorphism, aut automorphism,
  dist distance, dim dimension, fin finite, alg algebra, condexp conditional, adj adjunction adjoint, var variance,
  cov covariance, int integer, rat rational, sin sine, cos cosine, ln log`);

/** Related words, often but not always interchangeable. */
export const RELATED: readonly string[] = phrases(`
  add sum plus, mul product times, sub difference minus, smul scalar, sdiff difference, neg negative, div quotient,
  tsum series, mono increasing, anti antitone decreasing, le most bound inequality, lt less smaller, sup join supremum,
  inf meet infimum, top greatest maximal, bot least minimal, mem element belongs, subset contained inclusion,
  hom morphism map, equiv isomorphism bijection, func function, map function, finrank dimension rank, fintype finite,
  subspace submodule, tendsto limit, diff differentiable, contdiff smooth, cont continuous,
  fderiv differential derivative, card number cardinal, gcd divisor, lcm multiple, mod modulo congruent, sqrt root,
  orthogonal perpendicular, expect expectation mean, nonempty exists existence, comm abelian, max sup, min inf,
  icc interval, ioo interval, mod remainder, volume area length, card ncard encard`);

/** Abbreviated words whose stems are ambiguous, so they are not synonyms: a distribution is not distributivity. */
export const SHORTENED: readonly string[] = phrases(`
  comm commutes, distrib distributive distributivity distributes, cancel cancellation, inv inversion,
  pow exponentiation`);
