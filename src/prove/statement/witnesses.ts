/** Small values for the variables of a statement, to look for a counterexample. They are only written; Lean decides. */
import { shownName } from '../../verify/audit/lean-name.ts';
import type { Subject } from '../../verify/audit/subject.ts';
import { isProposition, scopeOf } from './proposition-kinds.ts';
import { argsOf, headOf, keyOf, numeralOf, type Term, telescope, termOf, type Variable } from './terms.ts';

/** `value`: what later types mention; null if they need not know. */
interface Choice {
  text: string;
  value: Term | null;
}

/** Values for one variable, at most. */
const MOST_CHOICES = 5;
/** Combinations that are made before the simplest are chosen. */
const MOST_MADE = 4000;
/** How deep a value of an inductive type may be. */
const MAX_DEPTH = 2;

const constant = (name: string): Choice => ({ text: name, value: { kind: 'const', name } });
const plain = (...texts: string[]): Choice[] => texts.map((text) => ({ text, value: null }));
const numbers = (...digits: string[]): Choice[] =>
  digits.map((text) => ({ text, value: { kind: 'number', digits: text } }));

const VALUES: Readonly<Record<string, readonly Choice[]>> = {
  Nat: numbers('0', '1', '2', '3', '5'),
  Int: plain('0', '1', '(-1)', '2', '(-2)'),
  Rat: plain('0', '1', '(-1)', '2', '(1/2)'),
  Real: plain('0', '1', '(-1)', '2', '(1/2)'),
  Complex: plain('0', '1', '(-1)', 'Complex.I'),
  Bool: plain('true', 'false'),
  Unit: plain('()'),
  PUnit: plain('⟨⟩'),
  Char: plain("'a'", "'b'"),
  String: plain('""', '"a"'),
};

const TYPES = ['Nat', 'Bool', 'Unit', 'Empty'].map(constant);
const PROPS = ['True', 'False'].map(constant);

/**
 * Argument lists for `variables`, simplest first. A hypothesis becomes `(by PROOF)`, where `proofOf` its type gives the
 * tactic; an instance is searched by Lean.
 */
export function argumentLists(
  variables: readonly Variable[],
  subject: Subject,
  proofOf: (type: Term) => string,
  most: number,
): (readonly string[])[] {
  const scope = scopeOf(variables);
  const made: { args: readonly string[]; cost: number }[] = [];
  const extend = (at: number, args: readonly string[], cost: number, values: ReadonlyMap<number, Term>): void => {
    if (made.length >= MOST_MADE) return;
    const variable = variables[at];
    if (variable === undefined) return void made.push({ args, cost });
    const type = substitute(variable.type, values);
    const isHypothesis = isProposition(variable.type, scope, subject) === true;
    const choices = variable.binder === 'c' || isHypothesis ? [] : choicesFor(type, subject, 0);
    if (choices.length === 0) {
      const text = variable.binder === 'c' ? 'inferInstance' : `(by ${proofOf(variable.type)})`;
      return extend(at + 1, [...args, text], cost, values);
    }
    for (const [k, { text, value }] of choices.slice(0, MOST_CHOICES).entries()) {
      const known = value === null ? values : new Map([...values, [variable.id, value]]);
      extend(at + 1, [...args, text], cost + k, known);
    }
  };
  extend(0, [], 0, new Map());
  return made
    .toSorted((one, other) => one.cost - other.cost)
    .slice(0, most)
    .map(({ args }) => args);
}

function choicesFor(type: Term, subject: Subject, depth: number): readonly Choice[] {
  if (depth > MAX_DEPTH) return [];
  if (type.kind === 'sort') return type.isProp ? PROPS : TYPES;
  if (type.kind === 'pi') return functionsOf(type, subject, depth);
  const head = headOf(type);
  if (head === null) return [];
  const known = VALUES[head];
  if (known !== undefined) return known;
  const [one, other] = argsOf(type);
  const inner = (term: Term | undefined): string[] =>
    term === undefined ? [] : choicesFor(term, subject, depth + 1).map(({ text }) => text);
  const [first, second] = [inner(one), inner(other)];
  const [x = null, y = x] = first;
  switch (head) {
    case 'Fin':
      return plain(...belowOf(one));
    case 'List':
      return plain('[]', ...(x === null ? [] : [`[${x}]`, `[${x}, ${y}]`, `[${y}]`, `[${y}, ${x}]`]));
    case 'Array':
      return plain('#[]', ...(x === null ? [] : [`#[${x}]`]));
    case 'Option':
      return plain('none', ...(x === null ? [] : [`(some ${x})`, `(some ${y})`]));
    case 'Prod':
      return plain(...first.slice(0, 2).flatMap((left) => second.slice(0, 2).map((right) => `(${left}, ${right})`)));
    case 'Sum':
      return plain(
        ...first.slice(0, 2).map((each) => `(Sum.inl ${each})`),
        ...second.slice(0, 2).map((each) => `(Sum.inr ${each})`),
      );
    case 'Set':
      return plain('∅', 'Set.univ', ...(x === null ? [] : [`{${x}}`]));
    case 'Finset':
      return plain('∅', ...(x === null ? [] : [`{${x}}`]));
    default:
      return ownValues(head, subject, depth);
  }
}

/** Elements of `Fin n`: the least ones and the greatest ones. */
function belowOf(bound: Term | undefined): string[] {
  const size = Number((bound && numeralOf(bound)) ?? 0);
  const values = [0, size - 1, 1, size - 2, 2].filter((value) => value >= 0 && value < size);
  return [...new Set(values)].map((value) => `⟨${value}, by decide⟩`);
}

/** Constant functions, the projections, predicates of one value, and relations that always or never hold. */
function functionsOf(type: Term, subject: Subject, depth: number): Choice[] {
  const { variables, conclusion } = telescope(type);
  const blanks = variables.map(() => '_').join(' ');
  const results = choicesFor(conclusion, subject, depth + 1).map(({ text }) => text);
  const constants = results.slice(0, 2).map((text) => `(fun ${blanks} => ${text})`);
  const isOwnDomain = variables.every((each) => keyOf(each.type) === keyOf(conclusion));
  const projections = isOwnDomain ? [`(fun ${['x', ...variables.slice(1).map(() => '_')].join(' ')} => x)`] : [];
  const successor = isOwnDomain && headOf(conclusion) === 'Nat' && variables.length === 1 ? ['(fun x => x + 1)'] : [];
  const isToProp = conclusion.kind === 'sort' && conclusion.isProp;
  const isRelation = isToProp && variables.length === 2;
  const predicates = isToProp && variables.length === 1 ? predicatesOf(variables[0]!.type, subject, depth) : [];
  const relations = isRelation ? ['(fun x y => x = y)'] : [];
  return plain(...constants, ...projections, ...successor, ...relations, ...predicates);
}

/** Predicates that hold of one value, of all others, and of another value. */
function predicatesOf(domain: Term, subject: Subject, depth: number): string[] {
  const [one, other] = choicesFor(domain, subject, depth + 1).map(({ text }) => text);
  if (one === undefined) return [];
  return [
    `(fun x => x = ${one})`,
    `(fun x => x ≠ ${one})`,
    ...(other === undefined ? [] : [`(fun x => x = ${other})`]),
  ];
}

/** Values of an inductive type of the file without parameters. */
function ownValues(name: string, subject: Subject, depth: number): Choice[] {
  const { module } = subject;
  const own = module.declarations.find((each) => shownName(each.name) === name);
  if (own?.kind !== 'inductive' || own.parameters > 0) return [];
  return own.constructors.flatMap(({ key, ...constructor }) => {
    const declared = module.byKey.get(key);
    if (declared === undefined) return [];
    const { variables } = telescope(termOf(module, declared.type));
    const choices = variables.map(({ type }) => choicesFor(type, subject, depth + 1).map((choice) => choice.text));
    const text = shownName({ key, ...constructor });
    if (choices.length === 0) return [constant(text)];
    return plain(...argumentsOf(choices).map((args) => `(${[text, ...args].join(' ')})`));
  });
}

/** The first choice for each argument, then one argument at a time with its second choice. None without a first choice. */
function argumentsOf(choices: readonly (readonly string[])[]): string[][] {
  const first = choices.flatMap((each) => each.slice(0, 1));
  if (first.length < choices.length) return [];
  const changed = choices.flatMap(([, second], at) => (second === undefined ? [] : [first.with(at, second)]));
  return [first, ...changed];
}

function substitute(term: Term, values: ReadonlyMap<number, Term>): Term {
  if (values.size === 0) return term;
  const inside = (each: Term): Term => substitute(each, values);
  switch (term.kind) {
    case 'var':
      return values.get(term.id) ?? term;
    case 'app':
      return { ...term, fn: inside(term.fn), args: term.args.map(inside) };
    case 'pi':
    case 'lam':
      return { ...term, variable: { ...term.variable, type: inside(term.variable.type) }, body: inside(term.body) };
    default:
      return term;
  }
}
