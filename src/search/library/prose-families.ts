/** Families of words that mean nearly the same in textbooks. A question often uses another word of a family than the entry. */
import { phrases } from '../../base/words.ts';

/** One family per line. */
export const PROSE_FAMILIES: readonly string[] = phrases(`
  exists exist existence solvable, unique uniqueness, equal eq equality same coincide agree identical,
  compute calculate find determine algorithm, swap interchange exchange switch,
  reorder rearrange rearrangement permutation, number card cardinality size, infinite infinitely infinity infin,
  monotone monotonic increasing decreasing nondecreasing nonincreasing, greatest largest maximum maximal max,
  least smallest minimum minimal min, supremum isup sup, infimum iinf inf, bounded bound,
  greater above gt larger exceeds, less below lt smaller, most le, sum add plus addition series tsum,
  difference sub minus subtraction, product mul times multiplication prod multiple,
  quotient div division fraction ratio, power pow exponentiation exponent powers, square squared squaring sq quadratic,
  root sqrt radical, absolute abs modulus norm, reciprocal inverse inv invertible unit,
  factor divisor divides dvd divisible factorization, congruence congruent modulo mod modeq remainder residue,
  coprime relatively gcd, limit tendsto converges convergence convergent,
  derivative deriv differentiable differentiate differentiation, integral integrable integrate integration,
  continuous continuity, smooth differentiable, approximate approximation estimate, area volume measure,
  distance dist metric, zero vanish root, neighborhood ball nhds near, union cup iunion, intersection inter cap,
  subset contained inclusion contains, element mem member belongs point, map function mapping,
  composition comp composite composed, injective injection one-to-one, surjective surjection onto, bijection bijective,
  image range, interval icc ioo ico ioc`);
