/** Tactic texts that only reshape a goal of a known type: they introduce, take apart, put together, and apply hypotheses. */
import { isKnownData } from './proposition-kinds.ts';
import { argsOf, headOf, keyOf, type Term, telescope, type Variable } from './terms.ts';

/** Something in the context that has a name; or a term that is put together from such names. */
export interface Fact {
  name: string;
  type: Term;
}

/** Gives each name once. */
export class FreshNames {
  readonly #prefix: string;
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  next(): string {
    return `${this.#prefix}${++this.#count}`;
  }
}

/** A pattern that takes a proof of `type` apart (`∧`, `∃`, `↔`), and the parts. The pattern is a term too. */
export function destructure(type: Term, names: FreshNames): { pattern: string; parts: Fact[] } {
  const head = headOf(type);
  const args = argsOf(type);
  if ((head === 'And' || head === 'Iff') && args.length === 2) {
    const [left, right] =
      head === 'And' ? [args[0]!, args[1]!] : [arrow(args[0]!, args[1]!), arrow(args[1]!, args[0]!)];
    const [one, other] = [destructure(left, names), destructure(right, names)];
    return { pattern: `⟨${one.pattern}, ${other.pattern}⟩`, parts: [...one.parts, ...other.parts] };
  }
  if (head === 'Exists' && args[1]?.kind === 'lam') {
    const witness = { name: names.next(), type: args[1].variable.type };
    const body = destructure(args[1].body, names);
    return { pattern: `⟨${witness.name}, ${body.pattern}⟩`, parts: [witness, ...body.parts] };
  }
  const name = names.next();
  return { pattern: name, parts: [{ name, type }] };
}

/** `from → to`; the variable is not used, so its number does not matter. */
function arrow(from: Term, to: Term): Term {
  return { kind: 'pi', variable: unused(from), body: to };
}

export function unused(type: Term): Variable {
  return { id: -1, name: '', binder: 'd', type };
}

/** What is introduced. `whole`: one fact for each variable; its name may be a pattern. */
export interface Introduced {
  lines: string[];
  whole: Fact[];
  parts: Fact[];
}

export function introductions(variables: readonly Variable[], names: FreshNames, takesApart: boolean): Introduced {
  const found = variables.map(({ type }) => {
    const name = takesApart ? null : names.next();
    return { type, ...(name === null ? destructure(type, names) : { pattern: name, parts: [{ name, type }] }) };
  });
  return {
    lines: found.map(({ pattern }) => `intro ${pattern}`),
    whole: found.map(({ pattern, type }) => ({ name: pattern, type })),
    parts: found.flatMap(({ parts }) => parts),
  };
}

const MOST_APPLIED = 5;
const MOST_WITNESSES = 3;

/**
 * One tactic, on one line, that proves `type` from the facts by putting together, or fails. `nested`: how often a
 * hypothesis may be applied whose own premise must be put together.
 */
export function assemble(type: Term, facts: readonly Fact[], names: FreshNames, nested: number): string {
  const head = headOf(type);
  const args = argsOf(type);
  const leaf = leaves(facts, names, nested);
  const inside = (part: Term, more: readonly Fact[] = []): string => assemble(part, [...facts, ...more], names, nested);
  const introducing = (from: Term, to: Term): string => {
    const { pattern, parts } = destructure(from, names);
    return `(intro ${pattern}; ${casesOn(parts, inside(to, parts))})`;
  };
  if (type.kind === 'pi') return `(first | assumption | ${introducing(type.variable.type, type.body)})`;
  if (head === 'And' && args.length === 2) {
    return `(first | ${leaf} | (apply And.intro; ${inside(args[0]!)}; ${inside(args[1]!)}))`;
  }
  if (head === 'Iff' && args.length === 2) {
    const [one, other] = [introducing(args[0]!, args[1]!), introducing(args[1]!, args[0]!)];
    return `(first | ${leaf} | (apply Iff.symm; assumption) | (apply Iff.intro; ${one}; ${other}))`;
  }
  if (head === 'Or' && args.length === 2) {
    return `(first | ${leaf} | (apply Or.inl; ${inside(args[0]!)}) | (apply Or.inr; ${inside(args[1]!)}))`;
  }
  if (head === 'Not') return `(first | ${leaf} | ${introducing(args[0]!, FALSE)})`;
  if (head === 'Ne') {
    const equation: Term = { kind: 'app', fn: { kind: 'const', name: 'Eq' }, args };
    return `(first | ${leaf} | (apply Ne.symm; assumption) | ${introducing(equation, FALSE)})`;
  }
  if (head === 'Exists' && args[1]?.kind === 'lam') {
    const body = inside(args[1].body);
    const domain = keyOf(args[1].variable.type);
    const witnesses = facts.filter((fact) => keyOf(fact.type) === domain);
    const given = witnesses.slice(-MOST_WITNESSES).map(({ name }) => `(apply Exists.intro ${name}; ${body})`);
    return `(first | ${[leaf, `(apply Exists.intro; ${body})`, ...given].join(' | ')})`;
  }
  return `(first | ${leaf})`;
}

const FALSE: Term = { kind: 'const', name: 'False' };

/** The tactic at once, or in each case of the disjunctions among `facts`. */
export function casesOn(facts: readonly Fact[], closing: string): string {
  const disjunctions = facts.filter(({ type }) => headOf(type) === 'Or');
  if (disjunctions.length === 0) return closing;
  const cases = disjunctions.reduceRight((rest, { name }) => `(cases ${name} <;> ${rest})`, closing);
  return `(first | ${closing} | ${cases})`;
}

function isApplicable({ type }: Fact): boolean {
  return (type.kind === 'pi' && !isKnownData(type)) || headOf(type) === 'Not' || headOf(type) === 'Ne';
}

/** Lean of 2021 logs the failure of a `by` in a term instead of trying the next tactic, so there is none. */
const SIMPLE = ['assumption', 'rfl', '(apply Eq.symm; assumption)', 'contradiction'];

/** Alternatives that close a goal at once or by one hypothesis. */
function leaves(facts: readonly Fact[], names: FreshNames, nested: number): string {
  const applied = facts.filter(isApplicable).slice(-MOST_APPLIED);
  const uses = applied.flatMap(({ name, type }) => {
    const structured = nested === 0 ? [] : premisesOf(type).filter(isStructured);
    const inner = structured.map((premise) => assemble(premise, facts, names, nested - 1));
    const side = `(first | ${[...SIMPLE, ...inner].join(' | ')})`;
    const isPair = headOf(telescope(type).conclusion) === 'And';
    return [
      `(apply ${name} <;> ${side})`,
      `(apply Eq.symm; apply ${name} <;> ${side})`,
      ...(isPair ? [`exact And.left (${name} ..)`, `exact And.right (${name} ..)`] : []),
      ...(isNegation(type)
        ? [
            type.kind === 'pi'
              ? `(apply False.elim; apply ${name} <;> ${side})`
              : `(apply False.elim; refine ${name} ?_; ${side})`,
          ]
        : []),
    ];
  });
  return [...SIMPLE, ...uses].join(' | ');
}

function premisesOf(type: Term): Term[] {
  const { variables, conclusion } = telescope(type);
  const negated = headOf(conclusion) === 'Not' ? [argsOf(conclusion)[0]!] : [];
  return [...variables.map((variable) => variable.type), ...negated];
}

const STRUCTURED = new Set(['And', 'Or', 'Iff', 'Exists', 'Not']);

function isStructured(type: Term): boolean {
  return (type.kind === 'pi' && !isKnownData(type)) || STRUCTURED.has(headOf(type) ?? '');
}

function isNegation(type: Term): boolean {
  const head = headOf(telescope(type).conclusion);
  return head === 'Not' || head === 'Ne' || head === 'False';
}
