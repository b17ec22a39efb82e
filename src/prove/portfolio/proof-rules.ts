/** Rules for the search of proof terms: what a hypothesis or lemma proves, from which premises. */
import * as Kind from '../../lean/term/kinds.ts';
import { bare, term, type Term } from '../../lean/term/term.ts';
import { isVague, type Argument, type Lemma } from './lemma.ts';

/** A way to prove a statement: `(write args).suffix further`. */
export interface Rule {
  write: string;
  args: readonly Argument[];
  suffix: string;
  further: readonly Argument[];
  conclusion: Term;
  lemmas: readonly string[];
  cost: number;
}

export const FALSE = term(Kind.CONSTANT, 'False');
/** Marks the variables of the search, which keep their names. */
const SEARCHED = '?';
/** Cost of a nested application. */
export const NODE_COST = 0.08;

/** A variable of the search. */
export function searchVariable(name: string, number: number): Term {
  return term(Kind.META, `${name}${SEARCHED}${number}`);
}

/** The rule with new names for its variables. */
export function renamedRule(
  { args, further, conclusion }: Rule,
  number: number,
): Pick<Rule, 'args' | 'further' | 'conclusion'> {
  const suffix = `${SEARCHED}${number}`;
  const all = (some: readonly Argument[]): Argument[] =>
    some.map((one) => ({ ...one, type: renamed(one.type, suffix) }));
  return { args: all(args), further: all(further), conclusion: renamed(conclusion, suffix) };
}

function renamed(tree: Term, suffix: string): Term {
  const args = tree.args.length === 0 ? tree.args : tree.args.map((child) => renamed(child, suffix));
  const isOfRule = tree.kind === Kind.META && !tree.head.includes(SEARCHED);
  return term(tree.kind, isOfRule ? tree.head + suffix : tree.head, args);
}

/** `a = b` from anything: it fits every equation at every depth. */
export function isEquationOfVariables(lemma: Lemma): boolean {
  const head = lemma.conclusion?.head ?? '';
  return isVague(lemma) && (head === 'Eq' || head === 'Iff' || head === 'HEq' || lemma.conclusion?.kind === Kind.META);
}

/** The statement itself, and what follows from a conjunction, an equivalence or a negation. */
export function rulesOf({ write, args, conclusion }: Lemma, lemmas: readonly string[], cost: number): Rule[] {
  const found: Rule[] = [];
  const add = (statement: Term, suffix: string, further: readonly Argument[]): void => {
    const root = bare(statement);
    const own = cost + NODE_COST * (suffix.length / 2);
    found.push({ write, args, suffix, further, conclusion: root, lemmas, cost: own });
    const [left, right] = root.args;
    if (root.kind !== Kind.CONSTANT || left === undefined || further.length > 0) return;
    const from = (premise: Term): readonly Argument[] => [{ name: '', isFact: true, type: premise }];
    if (root.head === 'Not') add(FALSE, suffix, from(left));
    else if (right === undefined) return;
    else if (root.head === 'Ne') add(FALSE, suffix, from(term(Kind.CONSTANT, 'Eq', root.args)));
    else if (root.head === 'And') [left, right].forEach((part, at) => add(part, `${suffix}.${at + 1}`, []));
    else if (root.head === 'Iff') {
      add(right, `${suffix}.mp`, from(left));
      add(left, `${suffix}.mpr`, from(right));
    }
  };
  if (conclusion !== null && conclusion.kind !== Kind.META) add(conclusion, '', []);
  return found;
}
