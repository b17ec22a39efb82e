/** Fields by the classes of sources: the Mathematics Subject Classification, and names of subjects. */
import { eachWord, phrases } from '../../../base/words.ts';
import type { Field } from '../../../sources/entity.ts';

/** Where the classes of the Mathematics Subject Classification belong; `03E` before `03`. */
const MSC = new Map<string, Field>([
  ...eachWord<Field>('06 08 11 12 13 15 16 17 18 19 20', 'algebra'),
  ...eachWord<Field>('14 22 51 52 53 54 55 57', 'geometry'),
  ...eachWord<Field>('26 28 30 31 32 33 34 35 37 39 40 41 42 43 44 45 46 47 49 58', 'analysis'),
  ...eachWord<Field>('03', 'logic'),
  ...eachWord<Field>('60 62', 'probability and statistics'),
  ...eachWord<Field>('05 65 68 70 74 76 78 80 81 82 83 85 86 90 91 92 93 94', 'applied mathematics'),
  ...eachWord<Field>('00 01 03A 03E 97', 'foundations of mathematics'),
]);

const MSC_NAMES = new Map(
  phrases(`
    00 General, 01 History and biography, 03 Mathematical logic and foundations, 05 Combinatorics,
    06 Order and lattices, 08 General algebraic systems, 11 Number theory, 12 Field theory and polynomials,
    13 Commutative algebra, 14 Algebraic geometry, 15 Linear algebra, 16 Associative rings, 17 Nonassociative rings,
    18 Category theory, 19 K-theory, 20 Group theory, 22 Topological groups, 26 Real functions,
    28 Measure and integration, 30 Complex functions, 31 Potential theory, 32 Several complex variables,
    33 Special functions, 34 Ordinary differential equations, 35 Partial differential equations,
    37 Dynamical systems, 39 Functional equations, 40 Sequences and series, 41 Approximations, 42 Fourier analysis,
    43 Abstract harmonic analysis, 44 Integral transforms, 45 Integral equations, 46 Functional analysis,
    47 Operator theory, 49 Optimal control, 51 Geometry, 52 Convex geometry, 53 Differential geometry,
    54 General topology, 55 Algebraic topology, 57 Manifolds, 58 Global analysis, 60 Probability theory, 62 Statistics,
    65 Numerical analysis, 68 Computer science, 70 Mechanics, 74 Solid mechanics, 76 Fluid mechanics, 78 Optics,
    80 Thermodynamics, 81 Quantum theory, 82 Statistical mechanics, 83 Relativity, 85 Astronomy, 86 Geophysics,
    90 Operations research, 91 Game theory, 92 Biology, 93 Control theory, 94 Information theory,
    97 Mathematics education`).map((item) => [item.slice(0, 2), item.slice(3)] as const),
);

/** Words in the names of classes, categories and chapters. The first that occurs decides. */
const NAMES: readonly (readonly [RegExp, Field])[] = [
  [
    /\b(?:probabilit|statistic|stochastic|random|markov|martingale|expectation|variance|distributions?\b)/i,
    'probability and statistics',
  ],
  [
    /\b(?:set theor|naive set|set (?:union|intersection|difference|complement)|axiom|ordinal|cardinal|foundation|class theory|relation theory|mapping theory|zermelo|subsets?\b|empty set)/i,
    'foundations of mathematics',
  ],
  [/\b(?:logic|model theory|proof theory|computability|boolean|propositional|predicate|type theory|modal)/i, 'logic'],
  [
    /\b(?:numerical|combinatori|graph theor|discrete math|applied|physics|mechanics|information|control|signal|finance|derivatives|fixed income|equity|portfolio|quantitative|economic|game theor|optimi[sz]ation|operations research|computer|coding|optics|thermodynamic|kinetics|electro|quantum|relativity|cryptograph|atomic|particle|condensed|fluid|celestial|wave)/i,
    'applied mathematics',
  ],
  [
    /\b(?:topolog|geometr|scheme|variet|manifold|sheaves|curves?\b|surface|stacks?\b|algebraic spaces?|homotop|metric space|triangle|circle|polygon|euclid|compact|connected|site|descent|moduli|intersection theory|convex|[ée]tale|cohomology of (?:schemes|sheaves|spaces))/i,
    'geometry',
  ],
  [
    /\b(?:analysis|calculus|differenti|integra|measure|limits?\b|continu|sequence|series|functional|real func|complex func|fourier|laplace|banach|hilbert|convergence|special func|real number|trigonometr|hyperbolic func|exponential|logarithm|operator theor|dynamical)/i,
    'analysis',
  ],
  [
    /\b(?:algebra|group|rings?\b|fields?\b|module|number theor|divis|prime|integer|galois|polynomial|matri|vector|linear|ideal|categor|homolog|lattice|order theor|monoid|semigroup|numbers?\b|arithmetic|congruence|diophantine|abelian|natural number|binomial)/i,
    'algebra',
  ],
];

/** The field of a named subject, such as a category or a chapter; null if the name does not tell. */
export const fieldOfName = (name: string): Field | null => NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;

export interface Subject {
  field: Field | null;
  /** The name of the class. */
  subfield: string | null;
}

/** @param subject `scheme:class`, as in `PieceFacts.subjects` */
export function subjectOf(subject: string): Subject {
  const colon = subject.indexOf(':');
  const scheme = subject.slice(0, colon);
  const name = subject.slice(colon + 1).trim();
  if (scheme !== 'msc') return { field: fieldOfName(name), subfield: name === '' ? null : name };
  const code = name.toUpperCase();
  const field = MSC.get(code.slice(0, 3)) ?? MSC.get(code.slice(0, 2)) ?? null;
  return { field, subfield: MSC_NAMES.get(code.slice(0, 2)) ?? null };
}
