/**
 * Equations from which a goal follows and which an induction proves more easily: the goal with a variable for an
 * accumulator or for a term that both sides contain, also after an induction hypothesis was used from right to left (as in
 * R. S. Boyer and J. S. Moore, A Computational Logic, 1979). Only those that hold for small values are tried.
 */
import * as Kind from '../../lean/term/kinds.ts';
import { printNotation } from '../../lean/term/print-notation.ts';
import {
  bare,
  constant,
  lastPart,
  local,
  print,
  someSubterm,
  subterms,
  term,
  type Term,
} from '../../lean/term/term.ts';
import { canonical, isWritable, keyOf, replaced } from './canonical-term.ts';
import type { DefinitionalEquations } from './definitional-equations.ts';
import { dataOf, factsOf } from './facts.ts';
import type { FileDefinitions } from './file-definitions.ts';
import { fresh, type GoalView } from './goal-view.ts';
import { sidesOf } from './lemma.ts';
import { step, type Step } from './step.ts';
import { PRODUCT, SUM } from './unify.ts';

/** Maximum number of conjectures that are tested, and that are tried. */
const MAX_TESTED = 40;
const MAX_TRIED = 3;
const COST = 0.3;
const ONWARD = 0.1;

/** Operations of which a value is the identity, by the key of the value. */
const IDENTITY_OF: ReadonlyMap<string, string> = new Map([
  [keyOf(constant('List.nil')), 'HAppend.hAppend'],
  [keyOf(term(Kind.NUMBER, '0')), SUM],
  [keyOf(term(Kind.NUMBER, '1')), PRODUCT],
]);

/** An equation about a new variable, and a term of the variable's type. */
interface Conjecture {
  left: Term;
  right: Term;
  like: Term;
}

/**
 * Steps that leave two goals: this one with a conjecture as a hypothesis, and the conjecture. `forms`: the target, and what
 * it is by definition.
 */
export function conjectureSteps(
  goal: GoalView,
  forms: readonly Term[],
  { equations, counterexamples }: Pick<FileDefinitions, 'equations' | 'counterexamples'>,
): Step[] {
  const variable = fresh('y', goal);
  const types = typesIn(goal);
  const seen = new Set<string>();
  const steps: Step[] = [];
  const found = forms.flatMap((form) => [...conjectures(canonical(form), goal, variable, equations)]);
  for (const { left, right, like } of found) {
    if (steps.length === MAX_TRIED || seen.size === MAX_TESTED) break;
    const statement = constant('Eq', [equations.unfolded(left), equations.unfolded(right)]);
    if (seen.has(keyOf(statement)) || !isWritable(statement)) continue;
    seen.add(keyOf(statement));
    const type = counterexamples.typeOf(goal, like, types);
    if (type === null || counterexamples.test(withVariable(goal, variable, type, statement)) !== 'true') continue;
    const text = `∀ (${variable} : ${printNotation(type)}), ${printNotation(statement)}`;
    steps.push(step(`have ${fresh('hg', goal)} : ${text} := ?_`, COST + 0.1 * steps.length, ONWARD));
  }
  return steps;
}

function withVariable(goal: GoalView, name: string, type: Term, tree: Term): GoalView {
  const text = `${goal.text}\n⊢ ∀ (${name} : ${print(type)}), ${print(tree)}`;
  const hypotheses = [...goal.hypotheses, { name, text: print(type), type, isWritable: true }];
  return { text, hypotheses, target: print(tree), tree };
}

/** Types that the new variable may have. */
function typesIn(goal: GoalView): Term[] {
  const own = dataOf(goal).map(({ type }) => bare(type));
  const named = goal.hypotheses.filter(({ type }) => type.kind === Kind.SORT).map(({ name }) => local(name));
  const lists = [...own, ...named].map((type) => constant('List', [type]));
  const types = [...own, constant('Nat'), constant('List', [constant('Nat')]), ...lists].filter(isWritable);
  return [...new Map(types.map((type) => [keyOf(type), type])).values()];
}

function* conjectures(
  form: Term,
  goal: GoalView,
  variable: string,
  equations: DefinitionalEquations,
): Generator<Conjecture> {
  const [left, right] = form.head === 'Eq' ? sidesOf(form) : [];
  if (left === undefined || right === undefined) return;
  yield* ofAccumulator(left, right, variable);
  yield* ofAccumulator(right, left, variable);
  yield* ofCommonTerms(left, right, variable, equations);
  for (const { type } of factsOf(goal)) {
    const fact = canonical(type);
    const [from, to] = fact.head === 'Eq' ? sidesOf(fact) : [];
    if (from === undefined || to === undefined) continue;
    for (const side of [right, left]) {
      const used = replaced(side, keyOf(to), from);
      if (keyOf(used) !== keyOf(side)) yield* ofCommonTerms(side === right ? left : right, used, variable, equations);
    }
  }
}

/** `f x acc = g x ++ acc` for `f x [] = g x`. */
function* ofAccumulator(left: Term, right: Term, variable: string): Generator<Conjecture> {
  const value = local(variable);
  for (const place of subterms(left)) {
    if (place.kind !== Kind.CONSTANT || OPERATIONS.has(place.head)) continue;
    for (const [at, arg] of place.args.entries()) {
      const operation = IDENTITY_OF.get(keyOf(arg));
      if (operation === undefined) continue;
      const general = replaced(left, keyOf(place), constant(place.head, place.args.with(at, value)));
      yield { left: general, right: constant(operation, [right, value]), like: right };
      if (operation === 'HAppend.hAppend')
        yield { left: general, right: constant(operation, [value, right]), like: right };
    }
  }
}

/** Heads of terms whose arguments are no accumulators. */
const OPERATIONS = new Set(['List.cons', 'HAppend.hAppend', SUM, PRODUCT, 'HSub.hSub', 'Eq', 'ite']);

/** Both sides with a variable for a term that both contain. */
function* ofCommonTerms(
  left: Term,
  right: Term,
  variable: string,
  equations: DefinitionalEquations,
): Generator<Conjecture> {
  const own = new Set([...subterms(right)].map(keyOf));
  const isVariable = ({ kind }: Term): boolean => kind === Kind.LOCAL;
  for (const common of subterms(left)) {
    if (common.kind !== Kind.CONSTANT || common.args.length === 0 || !own.has(keyOf(common))) continue;
    if (common === left || equations.isConstructor(lastPart(common.head)) || !someSubterm(common, isVariable)) continue;
    const [one, other] = [left, right].map((side) => replaced(side, keyOf(common), local(variable)));
    yield { left: one!, right: other!, like: common };
  }
}
