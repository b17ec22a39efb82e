/** Witnesses for `∃`: terms that make a part of the statement a hypothesis, and terms of the right type in the goal. */
import * as Kind from '../../lean/term/kinds.ts';
import { apply, bare, print, size, someSubterm, substitute, term, type Term } from '../../lean/term/term.ts';
import { dataOf, factsOf } from './facts.ts';
import type { GoalView } from './goal-view.ts';
import { lemmaOfFact } from './lemma.ts';
import { step, type Step } from './step.ts';
import { instantiate, mayMatch } from './unify.ts';

/** Maximum number of witnesses tried for one `∃`. */
const MAX_WITNESSES = 12;
/** Terms with more nodes are no witnesses. */
const MAX_SIZE = 9;

const WITNESS = term(Kind.META, 'witness');

export function witnessSteps(goal: GoalView): Step[] {
  const [predicate] = goal.tree.args.map((arg) => bare(arg));
  const facts = factsOf(goal);
  const typeText = predicate?.kind === Kind.LAMBDA ? print(predicate.args[0]!) : '_';
  const fitting = predicate === undefined ? [] : unified(predicate, goal);
  const found = [...new Set([...fitting, ...ofType(typeText, goal)])];
  return [
    ...facts.flatMap(({ name, type }) => [
      step(`exact ⟨_, ${name}⟩`, 0.1, null),
      ...(bare(type).head === 'Eq' ? [step(`exact ⟨_, ${name}.symm⟩`, 0.12, null)] : []),
    ]),
    step('exact ⟨_, rfl⟩', 0.1, null),
    ...found.slice(0, MAX_WITNESSES).map((text, at) => step(`refine ⟨${text}, ?_⟩`, 0.15 + at * 0.05, 0.4)),
  ];
}

/** Values for which a conjunct of the statement is a hypothesis, or an instance of one, or holds by `rfl`. */
function unified(predicate: Term, goal: GoalView): string[] {
  const isLambda = predicate.kind === Kind.LAMBDA;
  const body = isLambda
    ? substitute(predicate.args[1]!, new Map([[predicate.head, WITNESS]]))
    : apply(predicate, [WITNESS]);
  const known = factsOf(goal).flatMap((fact) => lemmaOfFact(fact).conclusion ?? []);
  const found: string[] = [];
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
function asWitness(value: Term): string[] {
  const root = bare(value);
  const isNamed = root.kind === Kind.CONSTANT || root.kind === Kind.LOCAL || root.kind === Kind.NUMBER;
  const isReadable = !someSubterm(root, ({ kind }) => UNREADABLE.has(kind));
  return (isNamed || root.kind === Kind.PROJECTION) && isReadable && size(root) <= MAX_SIZE ? [print(root)] : [];
}

const UNREADABLE = new Set([Kind.LAMBDA, Kind.PI, Kind.META, Kind.OPAQUE, Kind.HOLE]);

/** Variables, sides of relations, numbers, and sums of two variables. Variables of another known type are left out. */
function ofType(type: string, goal: GoalView): string[] {
  const variables = dataOf(goal).filter((one) => type === '_' || print(bare(one.type)) === type);
  const names = variables.map(({ name }) => name);
  const numbers = variables.filter((one) => NUMBERS.has(print(bare(one.type)))).map(({ name }) => name);
  const isNumber = NUMBERS.has(type) || (type === '_' && numbers.length > 0);
  const operands = factsOf(goal).flatMap((fact) =>
    fact.type.args.flatMap(asWitness).filter((one) => one.includes(' ')),
  );
  const sums = numbers.flatMap((one, at) => numbers.slice(at + 1).map((other) => `${one} + ${other}`));
  return [
    ...names,
    ...(isNumber ? ['0', '1'] : []),
    ...operands,
    ...(isNumber ? [...sums.slice(0, 3), ...numbers.slice(0, 3).map((one) => `${one} + 1`)] : []),
    ...(names.length === 0 && !isNumber ? ['0', '1'] : []),
  ];
}

const NUMBERS = new Set(['Nat', 'ℕ', 'Int', 'ℤ']);
