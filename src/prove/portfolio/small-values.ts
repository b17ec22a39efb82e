/** Values of terms for given values of their variables, by the equations of functions. What is not known has no value. */
import * as Kind from '../../lean/term/kinds.ts';
import { bare, lastPart, type Term } from '../../lean/term/term.ts';
import type { Equation } from './read-equations.ts';

/** A natural number, a truth value (`Bool` or `Prop`), a value by its constructor, or a function. */
export type Value = number | boolean | Data | ((value: Value) => Value | undefined);

export interface Data {
  constructor: string;
  args: readonly Value[];
}

/** The values of a type that quantifiers try. */
export interface Domain {
  values: readonly Value[];
  /** Whether the type has no other values. */
  isComplete: boolean;
}

export interface Knowledge {
  /** By the last part of the function's name. */
  equationsOf(name: string): readonly Equation[] | undefined;
  isConstructor(name: string): boolean;
  /** Null if the type is no type of data, or its values are not known. */
  domainOf(type: Term): Domain | null;
}

type Variables = ReadonlyMap<string, Value>;

/** Larger numbers have no value. */
const MAX_NUMBER = 1e6;

export class Evaluator {
  readonly #knowledge: Knowledge;
  #left: number;

  /** `maxSteps`: after so many terms, nothing has a value. */
  constructor(knowledge: Knowledge, maxSteps: number) {
    this.#knowledge = knowledge;
    this.#left = maxSteps;
  }

  value(tree: Term, variables: Variables): Value | undefined {
    if (this.#left-- <= 0) return undefined;
    const root = bare(tree);
    const { kind, head, args } = root;
    switch (kind) {
      case Kind.NUMBER:
        return Number(head) <= MAX_NUMBER ? Number(head) : undefined;
      case Kind.LAMBDA:
        return (value) => this.value(args[1]!, new Map(variables).set(head, value));
      case Kind.LOCAL:
      case Kind.META:
        return this.#applied(variables.get(head), args, variables);
      case Kind.APPLY:
        return this.#applied(this.value(args[0]!, variables), args.slice(1), variables);
      case Kind.PI:
        return this.#forAll(root, variables);
      case Kind.CONSTANT:
        // The reader of goals takes a variable for a constant if the goal does not list it.
        return variables.has(head) ? this.#applied(variables.get(head), args, variables) : this.#named(root, variables);
      case Kind.PROJECTION:
        return this.#component(root, variables);
      default:
        return undefined;
    }
  }

  /** Whether a hypothesis holds; a `∀` without a counterexample in its domain is taken to hold. */
  holds(tree: Term, variables: Variables): boolean | undefined {
    const root = bare(tree);
    const [left, right] = root.args;
    if (root.kind === Kind.CONSTANT && root.head === 'And' && root.args.length === 2)
      return conjunction([left!, right!].map((part) => this.holds(part, variables)));
    if (root.kind !== Kind.PI) return truth(this.value(root, variables));
    const domain = this.#knowledge.domainOf(left!);
    if (domain === null) {
      const premise = truth(this.value(left!, variables));
      return premise === false ? true : premise === true ? this.holds(right!, variables) : undefined;
    }
    return conjunction(domain.values.map((value) => this.holds(right!, new Map(variables).set(root.head, value))));
  }

  #applied(fn: Value | undefined, args: readonly Term[], variables: Variables): Value | undefined {
    let value = fn;
    for (const arg of args) {
      const next = typeof value === 'function' ? this.value(arg, variables) : undefined;
      if (next === undefined) return undefined;
      value = (value as (value: Value) => Value | undefined)(next);
    }
    return value;
  }

  #forAll({ head, args: [type, body] }: Term, variables: Variables): boolean | undefined {
    const domain = this.#knowledge.domainOf(type!);
    if (domain !== null) {
      const all = conjunction(
        domain.values.map((value) => truth(this.value(body!, new Map(variables).set(head, value)))),
      );
      return all === true && !domain.isComplete ? undefined : all;
    }
    return implication(truth(this.value(type!, variables)), () => truth(this.value(body!, variables)));
  }

  #exists(predicate: Term, variables: Variables): boolean | undefined {
    const root = bare(predicate);
    const domain = root.kind === Kind.LAMBDA ? this.#knowledge.domainOf(root.args[0]!) : null;
    if (domain === null) return undefined;
    const none = conjunction(
      domain.values.map((value) => not(this.value(root.args[1]!, new Map(variables).set(root.head, value)))),
    );
    return none === true && !domain.isComplete ? undefined : not(none);
  }

  #named({ head, args }: Term, variables: Variables): Value | undefined {
    const [first, second, third] = args;
    const value = (one: Term): Value | undefined => this.value(one, variables);
    switch (head) {
      case 'True':
      case 'true':
      case 'Bool.true':
        return true;
      case 'False':
      case 'false':
      case 'Bool.false':
        return false;
      case 'Exists':
        return args.length === 1 ? this.#exists(first!, variables) : undefined;
      case 'Not':
        return not(value(first!));
      case 'And':
        return conjunction(args.map((each) => truth(value(each))));
      case 'Or':
        return not(conjunction(args.map((each) => not(value(each)))));
      case 'ite':
      case 'dite': {
        const condition = args.length === 3 ? truth(value(first!)) : undefined;
        if (condition === undefined) return undefined;
        const chosen = value(condition ? second! : third!);
        return head === 'dite' ? (typeof chosen === 'function' ? chosen(true) : undefined) : chosen;
      }
      case 'Decidable.decide':
      case 'decide':
        return args.length === 1 ? value(first!) : undefined;
    }
    const values: Value[] = [];
    for (const each of args) {
      const one = value(each);
      if (one === undefined) return undefined;
      values.push(one);
    }
    const operation = OPERATIONS[head];
    if (operation !== undefined && values.length === 2) {
      const result = operation(values[0]!, values[1]!);
      if (result !== undefined) return typeof result === 'number' && result > MAX_NUMBER ? undefined : result;
    }
    if (head === 'Nat.succ' && typeof values[0] === 'number') return values[0] + 1;
    return head === 'Nat.zero' ? 0 : this.#byEquations(lastPart(head), values);
  }

  #byEquations(name: string, values: readonly Value[]): Value | undefined {
    if (this.#knowledge.isConstructor(name)) return { constructor: name, args: values };
    for (const { patterns, result } of this.#knowledge.equationsOf(name) ?? []) {
      if (patterns.length > values.length) return undefined;
      const bound = new Map<string, Value>();
      const matches = patterns.every((pattern, at) => this.#match(pattern, values[at]!, bound));
      if (!matches) continue;
      let value = this.value(result, bound);
      for (const arg of values.slice(patterns.length)) value = typeof value === 'function' ? value(arg) : undefined;
      return value;
    }
    return undefined;
  }

  #match(pattern: Term, value: Value, bound: Map<string, Value>): boolean {
    const { kind, head, args } = pattern;
    if (kind === Kind.META) {
      bound.set(head, value);
      return true;
    }
    if (kind === Kind.NUMBER) return value === Number(head);
    const name = lastPart(head);
    if (typeof value === 'boolean') return name === String(value);
    if (typeof value === 'number') {
      const base =
        head === 'HAdd.hAdd' && args[1]?.kind === Kind.NUMBER ? Number(args[1].head) : name === 'succ' ? 1 : 0;
      return base === 0 ? name === 'zero' && value === 0 : value >= base && this.#match(args[0]!, value - base, bound);
    }
    return (
      typeof value === 'object' &&
      value.constructor === name &&
      value.args.length === args.length &&
      args.every((arg, at) => this.#match(arg, value.args[at]!, bound))
    );
  }

  /** A component of a pair. */
  #component({ head, args }: Term, variables: Variables): Value | undefined {
    const at = ['.fst', '.snd'].indexOf(head);
    const pair = at < 0 ? undefined : this.value(args[0]!, variables);
    if (typeof pair !== 'object' || pair.constructor !== 'mk' || pair.args.length !== 2) return undefined;
    return this.#applied(pair.args[at], args.slice(1), variables);
  }
}

const numeric =
  <R extends Value>(operation: (a: number, b: number) => R) =>
  (a: Value, b: Value): R | undefined =>
    typeof a === 'number' && typeof b === 'number' ? operation(a, b) : undefined;

const OPERATIONS: Readonly<Record<string, (a: Value, b: Value) => Value | undefined>> = {
  'HAdd.hAdd': numeric((a, b) => a + b),
  'HMul.hMul': numeric((a, b) => a * b),
  'HSub.hSub': numeric((a, b) => Math.max(0, a - b)),
  'HDiv.hDiv': numeric((a, b) => (b === 0 ? 0 : Math.floor(a / b))),
  'HMod.hMod': numeric((a, b) => (b === 0 ? a : a % b)),
  'HPow.hPow': numeric((a, b) => a ** b),
  'Dvd.dvd': numeric((a, b) => (a === 0 ? b === 0 : b % a === 0)),
  'LE.le': numeric((a, b) => a <= b),
  'LT.lt': numeric((a, b) => a < b),
  'GE.ge': numeric((a, b) => a >= b),
  'GT.gt': numeric((a, b) => a > b),
  'BEq.beq': (a, b) => (typeof a === 'object' ? undefined : isEqual(a, b)),
  bne: (a, b) => (typeof a === 'object' ? undefined : not(isEqual(a, b))),
  Eq: isEqual,
  Ne: (a, b) => not(isEqual(a, b)),
  Iff: isEqual,
};

/** Undefined for functions, and for values of types that are not the same as it seems. */
function isEqual(a: Value, b: Value): boolean | undefined {
  if (typeof a === 'function' || typeof a !== typeof b) return undefined;
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (a.constructor !== b.constructor || a.args.length !== b.args.length) return false;
  return conjunction(a.args.map((each, at) => isEqual(each, b.args[at]!)));
}

const truth = (value: Value | undefined): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

const not = (value: Value | undefined): boolean | undefined => (typeof value === 'boolean' ? !value : undefined);

function conjunction(values: readonly (boolean | undefined)[]): boolean | undefined {
  return values.includes(false) ? false : values.includes(undefined) ? undefined : true;
}

function implication(premise: boolean | undefined, conclusion: () => boolean | undefined): boolean | undefined {
  if (premise === false) return true;
  const value = conclusion();
  return premise === true || value === true ? value : undefined;
}
