/** Random small values of types, and lists of such values for quantifiers. */
import { makeRandom } from '../../base/random.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { bare, print, type Term } from '../../lean/term/term.ts';
import type { Constructor, DataTypes } from './data-types.ts';
import { mentions } from './facts.ts';
import { readable, type Hypothesis } from './goal-view.ts';
import { isNatural } from './natural-order.ts';
import type { Data, Domain, Value } from './small-values.ts';

/** Number of values of a type that the goal only names. */
const ATOMS = 3;
/** Number of random values of an infinite type that a quantifier tries, beside the small numbers. */
const MAX_VALUES = 8;
/** Maximum depth of a value. */
const MAX_DEPTH = 4;

const NUMBERS = [...Array(6).keys()];
const TRUTH_VALUES = [false, true];

export class Samples {
  readonly #types: DataTypes;
  readonly #random: () => number;
  readonly #maxNumber: number;
  readonly #maxDepth: number;
  /** Types that the goal only names. */
  readonly #named: ReadonlySet<string>;
  readonly #domains = new Map<string, Domain | null>();

  /** `seed`: larger ones also give larger values. */
  constructor(types: DataTypes, hypotheses: readonly Hypothesis[], seed: number) {
    this.#types = types;
    this.#random = makeRandom(seed);
    this.#maxNumber = 1 + (seed % 7);
    this.#maxDepth = 1 + (seed % MAX_DEPTH);
    this.#named = new Set(hypotheses.filter(({ type }) => this.isSort(type)).map(({ name }) => readable(name)));
  }

  /** Whether it is the type of types, but not of propositions. */
  isSort({ kind, head }: Term): boolean {
    return kind === Kind.SORT && head !== 'Prop';
  }

  /** Undefined if it is no type of data, or is not known. */
  random(type: Term, depth: number = this.#maxDepth): Value | undefined {
    const { kind, head, args } = bare(type);
    if (kind === Kind.SORT) return head === 'Prop' ? this.#oneOf(TRUTH_VALUES) : undefined;
    if (kind === Kind.PI) return head === '' || !mentions(args[1]!, head) ? this.#function(args[1]!, depth) : undefined;
    if (args.length === 0 && this.#named.has(head)) return this.#oneOf(atoms(head));
    if (kind !== Kind.CONSTANT) return undefined;
    if (args.length === 0 && isNatural(head)) return this.#upTo(this.#maxNumber);
    if (args.length === 0 && head === 'Bool') return this.#oneOf(TRUTH_VALUES);
    const constructors = this.#constructorsOf(type);
    return constructors === null ? undefined : this.#construct(constructors, depth);
  }

  /** Whether the value may be of the type. */
  isOf(value: Value, type: Term): boolean {
    const { kind, head, args } = bare(type);
    if (typeof value === 'function') return kind === Kind.PI;
    if (typeof value === 'boolean') return head === 'Bool' || (kind === Kind.SORT && head === 'Prop');
    if (typeof value === 'number') return args.length === 0 && isNatural(head);
    if (this.#named.has(head)) return atoms(head).some((one) => (one as Data).constructor === value.constructor);
    const own = this.#constructorsOf(type)?.find(({ name }) => name === value.constructor);
    return (
      own?.fields.length === value.args.length && own.fields.every((field, at) => this.isOf(value.args[at]!, field))
    );
  }

  /** Null if it is no type of data, or is not known. */
  domainOf(type: Term): Domain | null {
    const key = print(type);
    const known = this.#domains.get(key);
    if (known !== undefined) return known;
    const found = this.#domain(bare(type));
    this.#domains.set(key, found);
    return found;
  }

  #domain(type: Term): Domain | null {
    const { kind, head, args } = type;
    if ((kind === Kind.SORT && head === 'Prop') || (args.length === 0 && head === 'Bool'))
      return { values: TRUTH_VALUES, isComplete: true };
    if (args.length === 0 && this.#named.has(head)) return { values: atoms(head), isComplete: true };
    const values: Value[] = args.length === 0 && isNatural(head) ? [...NUMBERS] : [];
    while (values.length < MAX_VALUES) {
      const value = this.random(type);
      if (value === undefined) return null;
      values.push(value);
    }
    return { values, isComplete: false };
  }

  #constructorsOf(type: Term): readonly Constructor[] | null {
    const root = bare(type);
    return CORE_TYPES[root.head]?.(root) ?? this.#types.constructorsOf(root);
  }

  #construct(constructors: readonly Constructor[], depth: number): Value | undefined {
    const flat = constructors.filter(({ isRecursive }) => !isRecursive);
    const { name, fields } = this.#oneOf(depth > 0 || flat.length === 0 ? constructors : flat);
    if (depth < -MAX_DEPTH) return undefined;
    const args: Value[] = [];
    for (const field of fields) {
      const value = this.random(field, depth - 1);
      if (value === undefined) return undefined;
      args.push(value);
    }
    return { constructor: name, args };
  }

  /** A table that is filled as it is used. Undefined if the values of the result are not known. */
  #function(result: Term, depth: number): Value | undefined {
    if (this.random(result, depth) === undefined) return undefined;
    const table = new Map<string, Value | undefined>();
    return (value) => {
      if (typeof value === 'function') return undefined;
      const key = JSON.stringify(value);
      if (!table.has(key)) table.set(key, this.random(result, depth));
      return table.get(key);
    };
  }

  #upTo(max: number): number {
    return Math.floor(this.#random() * (max + 1));
  }

  #oneOf<T>(items: readonly T[]): T {
    return items[this.#upTo(items.length - 1)]!;
  }
}

const atoms = (type: string): Value[] =>
  Array.from({ length: ATOMS }, (_, at) => ({ constructor: `${type}#${at}`, args: [] }));

const flat = (name: string, ...fields: Term[]): Constructor => ({ name, fields, isRecursive: false });

/** Constructors of types of Lean's core library. */
const CORE_TYPES: Readonly<Record<string, (type: Term) => Constructor[]>> = {
  List: (type) => [flat('nil'), { name: 'cons', fields: [type.args[0]!, type], isRecursive: true }],
  Option: ({ args }) => [flat('none'), flat('some', ...args)],
  Prod: ({ args }) => [flat('mk', ...args)],
  Sum: ({ args }) => [flat('inl', args[0]!), flat('inr', args[1]!)],
  PUnit: () => [flat('unit')],
  Unit: () => [flat('unit')],
};
