/** Word lists for token scans; which options a proof may set with `set_option … in`, and which namespaces it may open. */
import { nameComponents } from '../../lean/full-name.ts';
import { IDENTIFIER, NUMBER, type Tokens } from '../../lean/tokens.ts';

const wordsOf = (list: string): readonly string[] => list.split(' ');

/** Words that change how later text is parsed. In a library they may also be a tactic or a name. */
export const SYNTAX_WORDS = wordsOf(
  'macro macro_rules elab elab_rules syntax declare_syntax_cat notation notation3 infix infixl infixr prefix postfix',
);

/** Words that run code while Lean reads the file, independent of what the file declares. */
export const CODE_WORDS = wordsOf(
  'run_cmd run_meta run_elab run_tac by_elab include_str include_bytes dbg_trace initialize builtin_initialize',
);

/** The maximum that each limit may be set to; 0 would remove the limit. */
const LIMITS = new Map<string, number>([
  ['maxHeartbeats', 4_000_000],
  ['synthInstance.maxHeartbeats', 1_000_000],
  ['maxRecDepth', 100_000],
  ['synthInstance.maxSize', 10_000],
]);

/** Options that change the messages about a proof, but not whether it is accepted. */
const HARMLESS = /^(?:linter|pp|trace)\./;

/** Namespaces that may be opened, by their first name component. `open … in` affects only the proof, and opens existing names. */
const NAMESPACES = new Set(
  (
    'Classical Nat Int Rat Real Complex Bool Fin List Array Option Prod Sum Sigma Subtype Function Quot Quotient Set ' +
    'Finset Fintype Multiset Finsupp Filter Topology Uniformity BigOperators Pointwise Interval Order Lattice Equiv ' +
    'Polynomial MvPolynomial PowerSeries Matrix LinearMap Submodule Ideal Module Algebra Ring Group Subgroup Monoid ' +
    'Cardinal Ordinal ENNReal NNReal EReal Metric MeasureTheory ProbabilityTheory InnerProductSpace RealInnerProductSpace ' +
    'ComplexConjugate Asymptotics CategoryTheory Limits ZMod ArithmeticFunction SimpleGraph Std'
  ).split(' '),
);

/** Null if a proof may contain the `set_option` at `at`; otherwise the reason why not. */
export function refusedOption(tokens: Tokens, at: number): string | null {
  const option = tokens.word(at + 1);
  if (!tokens.is(at + 3, 'in')) return `'set_option ${option}' without 'in' is a command`;
  if (HARMLESS.test(option)) return null;
  const limit = LIMITS.get(option);
  if (limit === undefined) return `'set_option ${option}' is not an option that a proof may set`;
  const value = tokens.kind(at + 2) === NUMBER ? Number(tokens.word(at + 2).replaceAll('_', '')) : NaN;
  return value > 0 && value <= limit ? null : `'set_option ${option} ${tokens.word(at + 2)}' is more than ${limit}`;
}

/** Null if a proof may contain the `open` at `at`; otherwise the reason why not. */
export function refusedOpen(tokens: Tokens, at: number): string | null {
  let next = at + 1;
  if (tokens.is(next, 'scoped')) next++;
  const first = next;
  for (; tokens.kind(next) === IDENTIFIER && !tokens.is(next, 'in'); next++) {
    const [namespace = ''] = nameComponents(tokens.word(next));
    if (!NAMESPACES.has(namespace)) return `'open ${tokens.word(next)}' is not a namespace that a proof may open`;
  }
  if (tokens.is(next, '(')) next = tokens.afterBracket(next, tokens.count);
  return next > first && tokens.is(next, 'in') ? null : `'open' without 'in' is a command`;
}
