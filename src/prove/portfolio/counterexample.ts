/**
 * Finds goals that are false, by small values of their variables: attempts to prove them are wasted. Types and definitions
 * are read approximately, and a hypothesis `∀ x, _` is taken to hold if it does for some values. So a goal that is refuted
 * here is only very unlikely to hold.
 */
import type { Declaration } from '../../lean/declaration.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { bare, lastPart, type Term } from '../../lean/term/term.ts';
import { wordSet } from '../../base/words.ts';
import { canonical } from './canonical-term.ts';
import { DataTypes } from './data-types.ts';
import type { DefinitionalEquations } from './definitional-equations.ts';
import { Evaluator, type Domain, type Knowledge, type Value } from './evaluate.ts';
import { mentions } from './facts.ts';
import { readable, type GoalView, type Hypothesis } from './goal-view.ts';
import { constantsOf } from './lemma.ts';
import { hasOtherNumbers } from './natural-order.ts';
import { Samples } from './sample-values.ts';

/** Maximum number of assignments of values, and of those that satisfy the hypotheses. */
const MAX_TRIALS = 120;
const MAX_FITTING = 25;
/** Maximum number of terms that an assignment evaluates. */
const MAX_STEPS = 4000;

/** Classes without laws: an instance does not restrict the values. */
const LAWLESS = wordSet('Inhabited Nonempty DecidableEq Decidable DecidablePred DecidableRel');

export class Counterexamples {
  readonly #equations: DefinitionalEquations;
  readonly #types: DataTypes;

  constructor(declarations: readonly Declaration[], equations: DefinitionalEquations) {
    this.#equations = equations;
    this.#types = new DataTypes(declarations);
  }

  /** Whether some values satisfy the hypotheses, but not the target. */
  refutes(goal: GoalView): boolean {
    if (hasOtherNumbers(constantsOf(goal)) || / := /u.test(goal.text)) return false;
    const variables = goal.hypotheses.map((one) => ({ ...one, type: canonical(bare(one.type)) }));
    const target = canonical(goal.tree);
    let fitting = 0;
    for (let trial = 0; trial < MAX_TRIALS && fitting < MAX_FITTING; trial++) {
      const outcome = this.#try(variables, target, trial);
      if (outcome === 'false') return true;
      if (outcome === 'true') fitting++;
      // What has no value for the first values hardly has one for others.
      else if (outcome === 'unknown' && trial >= MAX_FITTING && fitting === 0) return false;
    }
    return false;
  }

  /** `other`: the values do not satisfy the hypotheses. */
  #try(hypotheses: readonly Hypothesis[], target: Term, trial: number): 'true' | 'false' | 'other' | 'unknown' {
    const samples = new Samples(this.#types, hypotheses, trial);
    const knowledge: Knowledge = {
      equationsOf: (name) => this.#equations.equationsOf(name),
      isConstructor: (name) => this.#equations.isConstructor(name),
      domainOf: (type): Domain | null => samples.domainOf(type),
    };
    const evaluator = new Evaluator(knowledge, MAX_STEPS);
    const values = new Map<string, Value>();
    const facts: Term[] = [];
    for (const { name, type } of hypotheses) {
      if (samples.isSort(type)) continue;
      const value = samples.random(type);
      if (value !== undefined) values.set(readable(name), value);
      else if (!LAWLESS.has(lastPart(type.head))) facts.push(type);
    }
    for (const fact of facts) solveFor(fact, values, evaluator);
    const known = facts.map((fact) => evaluator.holds(fact, values));
    if (known.includes(false)) return 'other';
    if (known.includes(undefined)) return 'unknown';
    const value = evaluator.value(target, values);
    return value === true ? 'true' : value === false ? 'false' : 'unknown';
  }
}

/** Gives the variable of `x = t` or `t = x` the value of `t`: few random values satisfy an equation. */
function solveFor(fact: Term, values: Map<string, Value>, evaluator: Evaluator): void {
  const [left, right] = fact.args;
  if (fact.kind !== Kind.CONSTANT || fact.head !== 'Eq' || left === undefined || right === undefined) return;
  for (const [variable, other] of [[left, right] as const, [right, left] as const]) {
    if (variable.args.length > 0 || !values.has(variable.head) || mentions(other, variable.head)) continue;
    const value = evaluator.value(other, values);
    if (value !== undefined) values.set(variable.head, value);
    return;
  }
}
