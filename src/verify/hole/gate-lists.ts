/** Lists of words for those who look through tokens, and what a proof may set with `set_option … in` and open with `open … in`. */
import { nameComponents } from '../../lean/full-name.ts';
import { IDENTIFIER, NUMBER, type Tokens } from '../../lean/tokens.ts';

const wordsOf = (list: string): readonly string[] => list.split(' ');

/** Words that change how later text is read. In a library they may also stand for a tactic or a name. */
export const SYNTAX_WORDS = wordsOf(
  'macro macro_rules elab elab_rules syntax declare_syntax_cat notation notation3 infix infixl infixr prefix postfix',
);

/** Words that run code while Lean reads the file, whatever the file declares. */
export const CODE_WORDS = wordsOf(
  'run_cmd run_meta run_elab run_tac by_elab include_str include_bytes dbg_trace initialize builtin_initialize',
);

/** The most that a limit may be raised to; 0 would take it away. */
const LIMITS = new Map<string, number>([
  ['maxHeartbeats', 4_000_000],
  ['synthInstance.maxHeartbeats', 1_000_000],
  ['maxRecDepth', 100_000],
  ['synthInstance.maxSize', 10_000],
]);

/** They change what is said about a proof, not whether it is one. */
const HARMLESS = /^(?:linter|pp|trace)\./;

/** By the first part of their names. An `open … in` reaches no further than the proof; what it opens was in the file. */
const NAMESPACES = new Set(
  (
    'Classical Nat Int Rat Real Complex Bool Fin List Array Option Prod Sum Sigma Subtype Function Quot Quotient Set ' +
    'Finset Fintype Multiset Finsupp Filter Topology Uniformity BigOperators Pointwise Interval Order Lattice Equiv ' +
    'Polynomial MvPolynomial PowerSeries Matrix LinearMap Submodule Ideal Module Algebra Ring Group Subgroup Monoid ' +
    'Cardinal Ordinal ENNReal NNReal EReal Metric MeasureTheory ProbabilityTheory InnerProductSpace RealInnerProductSpace ' +
    'ComplexConjugate Asymptotics CategoryTheory Limits ZMod ArithmeticFunction SimpleGraph Std'
  ).split(' '),
);

/** The `set_option` at `at`: null if a proof may say so, else why not. */
export function refusedOption(tokens: Tokens, at: number): string | null {
  const option = tokens.word(at + 1);
  if (!tokens.is(at + 3, 'in')) return `'set_option ${option}' without 'in' is a command`;
  if (HARMLESS.test(option)) return null;
  const limit = LIMITS.get(option);
  if (limit === undefined) return `'set_option ${option}' is none of the options that a proof may set`;
  const value = tokens.kind(at + 2) === NUMBER ? Number(tokens.word(at + 2).replaceAll('_', '')) : NaN;
  return value > 0 && value <= limit ? null : `'set_option ${option} ${tokens.word(at + 2)}' is more than ${limit}`;
}

/** The `open` at `at`: null if a proof may say so, else why not. */
export function refusedOpen(tokens: Tokens, at: number): string | null {
  let next = at + 1;
  if (tokens.is(next, 'scoped')) next++;
  const first = next;
  for (; tokens.kind(next) === IDENTIFIER && !tokens.is(next, 'in'); next++) {
    const [namespace = ''] = nameComponents(tokens.word(next));
    if (!NAMESPACES.has(namespace))
      return `'open ${tokens.word(next)}' is none of the namespaces that a proof may open`;
  }
  if (tokens.is(next, '(')) next = tokens.behindBracket(next, tokens.count);
  return next > first && tokens.is(next, 'in') ? null : `'open' without 'in' is a command`;
}
