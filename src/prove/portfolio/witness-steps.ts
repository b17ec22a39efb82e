/** Witnesses for `∃`: terms that make a part of the statement a hypothesis, and terms of the right type in the goal. */
import * as Kind from '../../lean/term/kinds.ts';
import { printNotation } from '../../lean/term/print-notation.ts';
import {
  apply,
  bare,
  beta,
  constant,
  local,
  print,
  size,
  someSubterm,
  substitute,
  term,
  type Term,
} from '../../lean/term/term.ts';
import { dataOf, factsOf } from './facts.ts';
import type { GoalView } from './goal-view.ts';
import { lemmaOfFact } from './lemma.ts';
import { step, type Step } from './step.ts';
import { instantiate, mayMatch, PRODUCT, SUM } from './unify.ts';

/** Maximum number of witnesses tried for one `∃`, and of those for which it is tested whether they may be right. */
const MAX_WITNESSES = 12;
const MAX_TESTED = 1000;
/** Terms with more nodes are no witnesses. */
const MAX_SIZE = 9;

const DIFFERENCE = 'HSub.hSub';
const [ZERO, ONE, TWO] = ['0', '1', '2'].map((digit) => term(Kind.NUMBER, digit)) as [Term, Term, Term];
const WITNESS = term(Kind.META, 'witness');

/** `isFalse`: whether a statement is very likely false in the goal; terms that make the target such a statement are no witnesses. */
export function witnessSteps(goal: GoalView, isFalse: (statement: Term) => boolean): Step[] {
  const [predicate] = goal.tree.args.map((arg) => bare(arg));
  const facts = factsOf(goal);
  const typeText = predicate?.kind === Kind.LAMBDA ? print(predicate.args[0]!) : '_';
  const fitting = predicate === undefined ? [] : unified(predicate, goal);
  const found = new Map([...fitting, ...ofType(typeText, goal)].map((one) => [print(one), one]));
  const mayBeRight = (one: Term): boolean => predicate?.kind !== Kind.LAMBDA || !isFalse(beta(predicate, [one]));
  const right = [...found.values()].slice(0, MAX_TESTED).filter(mayBeRight).slice(0, MAX_WITNESSES);
  return [
    ...facts.flatMap(({ name, type }) => [
      step(`exact ⟨_, ${name}⟩`, 0.1, null),
      ...(bare(type).head === 'Eq' ? [step(`exact ⟨_, ${name}.symm⟩`, 0.12, null)] : []),
    ]),
    step('exact ⟨_, rfl⟩', 0.1, null),
    ...right.map((one, at) => step(`refine ⟨${printNotation(one)}, ?_⟩`, 0.15 + at * 0.05, 0.4)),
  ];
}

/** Values for which a conjunct of the statement is a hypothesis, or an instance of one, or holds by `rfl`. */
function unified(predicate: Term, goal: GoalView): Term[] {
  const isLambda = predicate.kind === Kind.LAMBDA;
  const body = isLambda
    ? substitute(predicate.args[1]!, new Map([[predicate.head, WITNESS]]))
    : apply(predicate, [WITNESS]);
  const known = factsOf(goal).flatMap((fact) => lemmaOfFact(fact).conclusion ?? []);
  const found: Term[] = [];
  for (const part of conjuncts(body)) {
    for (const fact of known) {
      const bound = new Map<string, Term>();
      if (mayMatch(part, fact, bound)) found.push(...asWitness(instantiate(WITNESS, bound)));
    }
    const isEquation = part.kind === Kind.CONSTANT && part.head === 'Eq' && part.args.length === 2;
    const bound = new Map<string, Term>();
    if (isEquation && mayMatch(part.args[0]!, part.args[1]!, bound))
      found.push(...asWitness(instantiate(WITNESS, bound)));
  }
  return found;
}

/** The parts of a conjunction below further `∃`. */
function conjuncts(statement: Term): Term[] {
  const root = bare(statement);
  if (root.kind !== Kind.CONSTANT) return [root];
  if (root.head === 'And') return root.args.flatMap(conjuncts);
  const inner = root.args[0] && bare(root.args[0]);
  if (root.head !== 'Exists' || inner?.kind !== Kind.LAMBDA) return [root];
  return conjuncts(substitute(inner.args[1]!, new Map([[inner.head, term(Kind.META, `${inner.head}_inner`)]])));
}

/** Empty for a term that Lean may not read back. */
function asWitness(value: Term): Term[] {
  const root = bare(value);
  const isNamed = root.kind === Kind.CONSTANT || root.kind === Kind.LOCAL || root.kind === Kind.NUMBER;
  const isReadable = !someSubterm(root, ({ kind }) => UNREADABLE.has(kind));
  return (isNamed || root.kind === Kind.PROJECTION) && isReadable && size(root) <= MAX_SIZE ? [root] : [];
}

const UNREADABLE = new Set([Kind.LAMBDA, Kind.PI, Kind.META, Kind.OPAQUE, Kind.HOLE]);

/** Variables, sides of relations, and numbers. Variables of another known type are left out. */
function ofType(type: string, goal: GoalView): Term[] {
  const variables = dataOf(goal).filter((one) => type === '_' || print(bare(one.type)) === type);
  const names = variables.map(({ name }) => local(name));
  const numbers = variables.filter((one) => NUMBERS.has(print(bare(one.type)))).map(({ name }) => local(name));
  const isNumber = NUMBERS.has(type) || (type === '_' && numbers.length > 0);
  const operands = factsOf(goal).flatMap((fact) =>
    fact.type.args.flatMap(asWitness).filter(({ args }) => args.length > 0),
  );
  const isInhabited = goal.hypotheses.some(
    (one) => bare(one.type).head === 'Inhabited' && print(bare(one.type).args[0]!) === type,
  );
  return [
    ...names,
    ...(isInhabited ? [constant('Inhabited.default')] : []),
    ...(isNumber || (names.length === 0 && !isInhabited) ? [ZERO, ONE] : []),
    ...operands,
    ...(isNumber ? combinations(numbers) : []),
  ];
}

/** Sums, products and differences of numbers, and sums of these, small ones first. */
function combinations(numbers: readonly Term[]): Term[] {
  const pairs = pairsOf(numbers);
  const of = (operation: string): Term[] => pairs.map((pair) => constant(operation, pair));
  const products = [...of(PRODUCT), ...numbers.map((one) => constant(PRODUCT, [TWO, one]))];
  const operations = [
    ...of(SUM),
    ...products,
    ...of(DIFFERENCE),
    ...pairs.map((pair) => constant(DIFFERENCE, pair.toReversed())),
  ];
  return [
    ...numbers.map((one) => constant(SUM, [one, ONE])),
    ...operations,
    ...numbers.map((one) => constant(DIFFERENCE, [one, ONE])),
    ...operations.map((one) => constant(SUM, [one, ONE])),
    ...products.flatMap((product) => numbers.map((one) => constant(SUM, [product, one]))),
    ...pairsOf(products).map((pair) => constant(SUM, pair)),
  ];
}

const pairsOf = (terms: readonly Term[]): [Term, Term][] =>
  terms.flatMap((one, at) => terms.slice(at + 1).map((other): [Term, Term] => [one, other]));

const NUMBERS = new Set(['Nat', 'ℕ', 'Int', 'ℤ']);
