/**
 * Proof terms built by backward chaining: hypotheses, laws and lemmas whose conclusions may become the goal, with their
 * premises proved in the same way. The types are compared approximately, so Lean decides.
 */
import { memoize } from '../../base/memoize.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { bare, substitute, term, type Term } from '../../lean/term/term.ts';
import { factsOf } from './facts.ts';
import { fresh, type GoalView } from './goal-view.ts';
import { constantsOf, isRelevant, lemmaOfFact, swapSides, type Argument, type Lemma } from './lemma.ts';
import {
  FALSE,
  isEquationOfVariables,
  NODE_COST,
  renamedRule,
  rulesOf,
  searchVariable,
  type Rule,
} from './proof-rules.ts';
import { applied, asBranch, inParentheses, takenApart, withSuffix } from './proof-text.ts';
import { step, type Step } from './step.ts';
import { instantiate, mayMatch, type Bindings } from './unify.ts';

/** Maximum number of nested applications. */
const MAX_DEPTH = 3;
/** Maximum number of lemmas that are chained, best first. */
const MAX_LEMMAS = 16;
/** Maximum number of terms tried at a goal. */
const MAX_TERMS = 10;
/** Maximum number of unifications for a goal. */
const MAX_UNIFICATIONS = 6000;
/** Maximum number of them for a premise of another lemma. */
const MAX_UNIFICATIONS_OF_PREMISE = 200;
const LEMMA_COST = 0.05;

interface Proof {
  text: string;
  lemmas: readonly string[];
  cost: number;
  bound: Bindings;
}

/** The cheapest terms; `lemmas`: best first. */
export function proofTerms(goal: GoalView, lemmas: readonly Lemma[]): Step[] {
  if (goal.tree.kind === Kind.PI) return [];
  const found = new Map<string, Proof>();
  for (const proof of new TermSearch(goal, lemmas, MAX_UNIFICATIONS).prove(goal.tree, new Map(), MAX_DEPTH)) {
    const known = found.get(proof.text);
    if (known === undefined || known.cost > proof.cost) found.set(proof.text, proof);
  }
  return [...found.values()]
    .filter(({ text }) => text !== 'rfl')
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_TERMS)
    .map(({ text, cost, lemmas: cited }) => ({ ...step(`exact ${text}`, 0.05 + cost, null), lemmas: cited }));
}

/** A term for the statement from hypotheses alone, as an argument; null if none is found. Extends `bound`. */
export function proofFromFacts(goal: GoalView, statement: Term, bound: Bindings): string | null {
  for (const proof of new TermSearch(goal, [], MAX_UNIFICATIONS_OF_PREMISE).prove(statement, bound, 1)) {
    for (const [name, value] of proof.bound) bound.set(name, value);
    return inParentheses(proof.text);
  }
  return null;
}

/** `rfl`, if the sides may be the same. */
function* byReflexivity({ kind, head, args }: Term, bound: Bindings): Generator<Proof> {
  const extended = new Map(bound);
  if (kind !== Kind.CONSTANT || head !== 'Eq' || args.length !== 2) return;
  if (mayMatch(args[0]!, args[1]!, extended)) yield { text: 'rfl', lemmas: [], cost: NODE_COST, bound: extended };
}

const factRulesOf = memoize((goal: GoalView): readonly Rule[] =>
  factsOf(goal).flatMap((fact) => rulesOf(lemmaOfFact(fact), [], 0)),
);

class TermSearch {
  readonly #goal: GoalView;
  readonly #rules: readonly Rule[];
  #left: number;
  #count = 0;

  constructor(goal: GoalView, lemmas: readonly Lemma[], maxUnifications: number) {
    this.#goal = goal;
    this.#left = maxUnifications;
    const constants = constantsOf(goal);
    const chained = lemmas.filter((lemma) => isRelevant(lemma, constants) && !isEquationOfVariables(lemma));
    this.#rules = [
      ...factRulesOf(goal),
      ...chained.slice(0, MAX_LEMMAS).flatMap((lemma, rank) => rulesOf(lemma, [lemma.name], LEMMA_COST * (1 + rank))),
    ];
  }

  /** Proofs of a statement with up to `depth` nested applications, in no particular order. */
  prove(statement: Term, bound: Bindings, depth: number): Iterable<Proof> {
    return this.#prove(statement, bound, this.#rules, depth);
  }

  *#prove(statement: Term, bound: Bindings, rules: readonly Rule[], depth: number): Generator<Proof> {
    const target = bare(instantiate(statement, bound));
    if (target.kind === Kind.META) return;
    yield* byReflexivity(target, bound);
    for (const rule of rules) {
      if (depth === 0 && [...rule.args, ...rule.further].some(({ isFact }) => isFact)) continue;
      yield* this.#byRule(rule, target, bound, rules, depth);
    }
    yield* this.#byShape(target, bound, rules, depth);
  }

  *#byRule(rule: Rule, target: Term, bound: Bindings, rules: readonly Rule[], depth: number): Generator<Proof> {
    if (this.#left-- <= 0) return;
    const { args, further, conclusion } = renamedRule(rule, ++this.#count);
    for (const [wanted, symm] of [[conclusion, ''] as const, [swapSides(conclusion), '.symm'] as const]) {
      const extended = new Map(bound);
      if (wanted === null || !mayMatch(wanted, target, extended)) continue;
      for (const { texts, lemmas, cost, bound: solved } of this.#proveAll(
        [...args, ...further],
        extended,
        rules,
        depth,
      )) {
        const first = applied(rule.write, texts.slice(0, args.length));
        const all = applied(withSuffix(first, rule.suffix), texts.slice(args.length));
        const own = rule.cost + (texts.length === 0 ? 0 : NODE_COST) + (symm === '' ? 0 : NODE_COST);
        const cited = [...new Set([...rule.lemmas, ...lemmas])];
        yield { text: withSuffix(all, symm), lemmas: cited, cost: own + cost, bound: solved };
      }
      return;
    }
  }

  /** Proofs of all premises; `_` for data. */
  *#proveAll(
    args: readonly Argument[],
    bound: Bindings,
    rules: readonly Rule[],
    depth: number,
  ): Generator<Omit<Proof, 'text'> & { texts: string[] }> {
    const [first, ...rest] = args;
    if (first === undefined) {
      yield { texts: [], lemmas: [], cost: 0, bound };
      return;
    }
    const proofs = first.isFact
      ? this.#prove(first.type, bound, rules, depth - 1)
      : [{ text: '_', lemmas: [], cost: 0, bound }];
    for (const proof of proofs) {
      for (const others of this.#proveAll(rest, proof.bound, rules, depth)) {
        yield {
          texts: [inParentheses(proof.text), ...others.texts],
          lemmas: [...proof.lemmas, ...others.lemmas],
          cost: proof.cost + others.cost,
          bound: others.bound,
        };
      }
    }
  }

  /** `⟨_, _⟩`, `Or.inl _`, `fun h => _`. */
  *#byShape(target: Term, bound: Bindings, rules: readonly Rule[], depth: number): Generator<Proof> {
    const [first, second] = target.args;
    const wrapped = function* (proofs: Iterable<Proof>, wrap: (text: string) => string): Generator<Proof> {
      for (const proof of proofs) yield { ...proof, text: wrap(proof.text), cost: proof.cost + NODE_COST };
    };
    if (target.kind === Kind.PI) return yield* this.#introduce(first!, target.head, second!, bound, rules, depth);
    if (target.kind !== Kind.CONSTANT || first === undefined) return;
    switch (target.head) {
      case 'And':
        for (const one of this.#prove(first, bound, rules, depth))
          yield* wrapped(this.#prove(second!, one.bound, rules, depth), (text) => `⟨${one.text}, ${text}⟩`);
        return;
      case 'Or':
        yield* wrapped(this.#prove(first, bound, rules, depth), (text) => `Or.inl ${inParentheses(text)}`);
        yield* wrapped(this.#prove(second!, bound, rules, depth), (text) => `Or.inr ${inParentheses(text)}`);
        return;
      case 'Exists': {
        if (first.kind !== Kind.LAMBDA) return;
        const witness = searchVariable('witness', ++this.#count);
        const body = substitute(first.args[1]!, new Map([[first.head, witness]]));
        yield* wrapped(this.#prove(body, bound, rules, depth), (text) => `⟨_, ${text}⟩`);
        return;
      }
      case 'Iff':
        for (const one of this.#introduce(first, '', second!, bound, rules, depth))
          yield* wrapped(this.#introduce(second!, '', first, one.bound, rules, depth), (t) => `⟨${one.text}, ${t}⟩`);
        return;
      case 'Not':
        return yield* this.#introduce(first, '', FALSE, bound, rules, depth);
      case 'Ne':
        return yield* this.#introduce(term(Kind.CONSTANT, 'Eq', target.args), '', FALSE, bound, rules, depth);
    }
  }

  *#introduce(
    type: Term,
    variable: string,
    body: Term,
    bound: Bindings,
    rules: readonly Rule[],
    depth: number,
  ): Generator<Proof> {
    // A named variable is data.
    if (variable !== '') {
      const name = this.#newName();
      const inner = substitute(body, new Map([[variable, term(Kind.LOCAL, name)]]));
      for (const proof of this.#prove(inner, bound, rules, depth)) yield introduced(name, proof);
      return;
    }
    const { pattern, facts } = takenApart(bare(instantiate(type, bound)), this.#newName);
    for (const proof of this.#proveWith(facts, body, bound, rules, depth)) yield introduced(pattern, proof);
  }

  /** Proofs of a statement with further facts. The first disjunction among them is split. */
  *#proveWith(
    facts: readonly { name: string; type: Term }[],
    statement: Term,
    bound: Bindings,
    rules: readonly Rule[],
    depth: number,
  ): Generator<Proof> {
    const split = facts.find(({ type }) => type.kind === Kind.CONSTANT && type.head === 'Or' && type.args.length === 2);
    const others = facts.filter((fact) => fact !== split);
    const own = others.flatMap((fact) => rulesOf(lemmaOfFact({ ...fact, text: '' }), [], 0));
    const all = [...own, ...rules];
    if (split === undefined) return yield* this.#prove(statement, bound, all, depth);
    const [left, right] = split.type.args.map((part) => takenApart(bare(part), this.#newName));
    for (const one of this.#proveWith(left!.facts, statement, bound, all, depth))
      for (const other of this.#proveWith(right!.facts, statement, one.bound, all, depth)) {
        const cases = `| Or.inl ${left!.pattern} => ${asBranch(one.text)} | Or.inr ${right!.pattern} => ${asBranch(other.text)}`;
        const lemmas = [...new Set([...one.lemmas, ...other.lemmas])];
        const cost = one.cost + other.cost + NODE_COST;
        yield { text: `match ${split.name} with ${cases}`, lemmas, cost, bound: other.bound };
      }
  }

  readonly #newName = (): string => `${fresh('h', this.#goal)}_${++this.#count}`;
}

const introduced = (pattern: string, proof: Proof): Proof => ({
  ...proof,
  text: `fun ${pattern} => ${proof.text}`,
  cost: proof.cost + NODE_COST,
});
