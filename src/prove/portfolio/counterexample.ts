/**
 * Finds goals that are false, by small values of their variables: attempts to prove them are wasted. Types and definitions
 * are read approximately, and a hypothesis `∀ x, _` is taken to hold if it does for some values. So a goal that is refuted
 * here is only very unlikely to hold.
 */
import { wordSet } from '../../base/words.ts';
import type { Declaration } from '../../lean/declaration.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { bare, lastPart, type Term } from '../../lean/term/term.ts';
import { canonical } from './canonical-term.ts';
import { DataTypes } from './data-types.ts';
import type { DefinitionalEquations } from './definitional-equations.ts';
import { mentions } from './facts.ts';
import { readable, type GoalView } from './goal-view.ts';
import { constantsOf } from './lemma.ts';
import { hasOtherNumbers } from './natural-order.ts';
import { Samples } from './sample-values.ts';
import { Evaluator, type Domain, type Knowledge, type Value } from './small-values.ts';

/** Maximum number of assignments of values, and of those that satisfy the hypotheses. */
const MAX_TRIALS = 120;
const MAX_FITTING = 25;
/** Maximum number of terms that an assignment evaluates. */
const MAX_STEPS = 4000;

/** Classes without laws: an instance does not restrict the values. */
const LAWLESS = wordSet('Inhabited Nonempty DecidableEq Decidable DecidablePred DecidableRel');

/** Values of a goal's variables. */
interface Assignment {
  samples: Samples;
  evaluator: Evaluator;
  values: ReadonlyMap<string, Value>;
  /** Whether the hypotheses hold; undefined if that is not known. */
  fits: boolean | undefined;
}

export class Counterexamples {
  readonly #equations: DefinitionalEquations;
  readonly #types: DataTypes;

  constructor(declarations: readonly Declaration[], equations: DefinitionalEquations) {
    this.#equations = equations;
    this.#types = new DataTypes(declarations);
  }

  /**
   * `false`: some values satisfy the hypotheses, but not the target. `true`: the target holds for all tested values that
   * satisfy the hypotheses. `unknown`: hardly anything could be tested.
   */
  test(goal: GoalView): 'true' | 'false' | 'unknown' {
    const target = canonical(goal.tree);
    let holding = 0;
    let unknown = 0;
    for (const { evaluator, values, fits } of this.#assignments(goal)) {
      if (fits === false) continue;
      const value = fits === undefined ? undefined : evaluator.value(target, values);
      if (value === false) return 'false';
      if (value === true) holding++;
      else unknown++;
      // What has no value for the first values hardly has one for others.
      if (Math.max(holding, unknown) === MAX_FITTING) break;
    }
    return holding > unknown ? 'true' : 'unknown';
  }

  /** The first of the types to which all values of a term may belong; null if there is none, or no value is known. */
  typeOf(goal: GoalView, tree: Term, types: readonly Term[]): Term | null {
    const root = canonical(tree);
    let possible = types;
    let tested = 0;
    for (const { samples, evaluator, values } of this.#assignments(goal)) {
      const value = evaluator.value(root, values);
      if (value === undefined) continue;
      possible = possible.filter((type) => samples.isOf(value, type));
      if (possible.length === 0 || ++tested === MAX_FITTING) break;
    }
    return tested === 0 ? null : (possible[0] ?? null);
  }

  *#assignments(goal: GoalView): Generator<Assignment> {
    if (hasOtherNumbers(constantsOf(goal)) || / := /u.test(goal.text)) return;
    for (let seed = 0; seed < MAX_TRIALS; seed++) yield this.#assignment(goal, seed);
  }

  #assignment({ hypotheses }: GoalView, seed: number): Assignment {
    const samples = new Samples(this.#types, hypotheses, seed);
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
      else if (!LAWLESS.has(lastPart(bare(type).head))) facts.push(canonical(type));
    }
    for (const fact of facts) solveFor(fact, values, evaluator);
    const known = facts.map((fact) => evaluator.holds(fact, values));
    return {
      samples,
      evaluator,
      values,
      fits: known.includes(false) ? false : known.includes(undefined) ? undefined : true,
    };
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
