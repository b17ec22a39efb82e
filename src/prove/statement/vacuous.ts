/** Looks for a proof that no values satisfy the hypotheses of a statement. */
import { wordSet } from '../../base/words.ts';
import { closeBy, closeByPortfolio, type Closing, type StatementTools } from './close-goal.ts';
import { isKnownData } from './proposition-kinds.ts';
import type { StatementSource } from './statement-source.ts';
import { firstOf } from './refute.ts';
import { casesOn, type Fact, FreshNames, introductions } from './reshape.ts';
import { afterTactics } from './scaffold.ts';
import { type ElaboratedStatement, headOf, mentions, type Term, telescope } from './terms.ts';
import { statementScaffold } from './truth.ts';
import { argumentLists } from './witnesses.ts';

/** Hypotheses that are used together. */
const MOST_PAIRED = 6;
/** Small values for a hypothesis `∀ x, …`. */
const MOST_VALUES = 8;

/**
 * Whether `False` is what the statement claims anyway: then contradictory hypotheses are its content. A conclusion that
 * is a variable says that anything follows.
 */
function claimsContradiction({ conclusion, variables }: ElaboratedStatement): boolean {
  const head = conclusion.kind === 'app' ? conclusion.fn : conclusion;
  if (headOf(conclusion) === 'False') return true;
  return head.kind === 'var' && !variables.some(({ type }) => !isKnownData(type) && mentions(type, head.id));
}

/** Whether all variables certainly have values, by their types alone. */
function isSatisfiable({ variables }: ElaboratedStatement): boolean {
  return variables.every(({ type }) => isInhabited(type));
}

const INHABITED = wordSet('Nat Int Rat Real Complex Bool String Char List Option Set Finset Multiset Array Unit PUnit');

function isInhabited(type: Term): boolean {
  const { conclusion } = telescope(type);
  return conclusion.kind === 'sort' || INHABITED.has(headOf(conclusion) ?? '');
}

/** Open without a search if the hypotheses cannot contradict each other, or their contradiction is the claim. */
export async function findContradiction(
  tools: StatementTools,
  source: StatementSource,
  statement: ElaboratedStatement,
  maxCandidates: number,
): Promise<Closing> {
  if (isSatisfiable(statement) || claimsContradiction(statement)) return { kind: 'open' };
  const scaffold = statementScaffold(source, statement, tools);
  const available = await tools.tactics(scaffold.text);
  const whole = introductions(statement.variables, new FreshNames('lx'), false);
  const open = introductions(statement.variables, new FreshNames('ly'), true);
  const facts = open.parts.filter(({ type }) => !isKnownData(type));
  const closers = ['contradiction', 'simp_all', 'omega', 'linarith', 'norm_num at *', 'tauto'].filter((text) =>
    available.has(text.split(' ')[0]!),
  );
  const texts = [
    ...closers.map((text) => [...whole.lines, 'exfalso', text]),
    ...closers.map((text) => [...open.lines, 'exfalso', text]),
    ...statement.variables.map((_, at) => [
      ...whole.lines,
      'exfalso',
      `cases ${whole.whole[at]!.name} <;> contradiction`,
    ]),
    ...[...single(facts, statement), ...paired(facts)].map((text) => [...open.lines, 'exfalso', casesOn(facts, text)]),
  ].map((lines) => lines.join('\n').replaceAll('exfalso', 'apply False.elim'));
  const found = await closeBy(tools, scaffold, [...new Set(texts)]);
  if (found.kind !== 'open') return found;
  return closeByPortfolio(tools, afterTactics(scaffold, [...whole.lines, 'apply False.elim']), maxCandidates);
}

const CLOSED = '(by first | decide | rfl | trivial | (simp; done))';

/**
 * Tactics that derive `False` from one hypothesis. Each fits the form of the hypothesis, because Lean of 2021 logs an
 * error of elaboration instead of trying the next tactic.
 */
function single(facts: readonly Fact[], { subject }: ElaboratedStatement): string[] {
  return facts.flatMap(({ name, type }) => {
    const { variables } = telescope(type);
    const simple = [`exact absurd ${name} (by decide)`, `(cases ${name}; done)`, `(revert ${name}; decide)`];
    if (isOrder(type)) simple.push(`exact absurd ${name} (Nat.notLtZero _)`, `exact absurd ${name} (Nat.ltIrrefl _)`);
    if (headOf(type) === 'Not' || headOf(type) === 'Ne') simple.push(`exact ${name} rfl`, `exact ${name} ${CLOSED}`);
    const equations = facts.filter((each) => headOf(telescope(each.type).conclusion) === 'Eq' && each.name !== name);
    const rewritten =
      equations.length === 0 ? '' : ` | (simp [${equations.map((each) => each.name).join(', ')}]; done)`;
    const proof = `first | assumption | decide | rfl | trivial${rewritten}`;
    const values = variables.length === 0 ? [] : argumentLists(variables, subject, () => proof, MOST_VALUES);
    const instances = values.map((args) => ['@' + name, ...args].join(' '));
    return [
      firstOf(simple),
      ...instances.flatMap((instance) => [
        firstOf([`exact absurd (${instance}) (by decide)`, `exact ${instance}`]),
        ...(isOrder(telescope(type).conclusion)
          ? [firstOf([`exact absurd (${instance}) (Nat.notLtZero _)`, `exact absurd (${instance}) (Nat.ltIrrefl _)`])]
          : []),
      ]),
    ];
  });
}

const isOrder = (type: Term): boolean => ['LT.lt', 'LE.le', 'GT.gt', 'GE.ge'].includes(headOf(type) ?? '');

/** Tactics that derive `False` from two hypotheses. */
function paired(facts: readonly Fact[]): string[] {
  const last = facts.slice(-MOST_PAIRED);
  return last.flatMap((one) => last.filter((other) => other !== one).flatMap((other) => pair(one, other, last)));
}

function pair(one: Fact, other: Fact, all: readonly Fact[]): string[] {
  const [first, second] = [one.name, other.name];
  const found: string[] = [];
  if (isOrder(one.type) && isOrder(other.type)) {
    found.push(
      // Bounds by numerals.
      ...['leTrans', 'ltOfLeOfLt', 'ltOfLtOfLe', 'ltTrans'].map(
        (lemma) => `exact absurd (Nat.${lemma} ${first} ${second}) (by decide)`,
      ),
      `exact Nat.ltIrrefl _ (Nat.ltOfLtOfLe ${first} (Nat.leOfLt ${second}))`,
      `exact Nat.ltIrrefl _ (Nat.ltOfLtOfLe ${first} ${second})`,
      ...all.map(
        ({ name }) =>
          `exact Nat.ltIrrefl _ (Nat.ltOfLtOfLe (Nat.ltOfLtOfLe ${first} (Nat.leOfLt ${second})) (Nat.leOfLt ${name}))`,
      ),
    );
  }
  if (headOf(one.type) === 'Eq') {
    found.push(
      `(subst ${first}; first | contradiction | exact absurd ${second} (by decide) | exact absurd ${second} (Nat.ltIrrefl _))`,
      `(rw [${first}] at ${second}; first | contradiction | exact absurd ${second} (by decide) | exact absurd ${second} (Nat.ltIrrefl _))`,
    );
  }
  const [conclusion, otherConclusion] = [one, other].map(({ type }) => headOf(telescope(type).conclusion));
  const isFunction = (fact: Fact): boolean => telescope(fact.type).variables.length > 0;
  if (conclusion === 'Eq' && otherConclusion === 'Eq') {
    const value = (fact: Fact): string => (isFunction(fact) ? `(${fact.name} 0)` : fact.name);
    found.push(`exact absurd (Eq.trans (Eq.symm ${value(one)}) ${value(other)}) (by decide)`);
  }
  if (isFunction(one) || headOf(one.type) === 'Not' || headOf(one.type) === 'Ne') {
    const inner = `(first | assumption | (apply ${second} <;> assumption))`;
    found.push(`exact ${first} ${second}`, `(apply ${first} <;> ${inner})`);
    // `p → ¬ p` and `¬ p → p`.
    if (isFunction(other)) found.push(`exact (fun ln => ln (${second} ln)) (fun lp => ${first} lp lp)`);
  }
  return found.map((text) => firstOf([text]));
}
