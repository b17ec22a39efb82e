/** Retrieves and caches lemmas for goals. */
import * as Kind from '../../lean/term/kinds.ts';
import { PROPOSITION_HEADS } from '../../lean/term/proposition-heads.ts';
import { constant, print, subterms, term, type Term } from '../../lean/term/term.ts';
import { goalWords, type Query } from '../retrieval/premise-query.ts';
import { retrieveAll } from '../retrieval/retrieve-all.ts';
import type { Premise } from '../premise.ts';
import type { Tools } from '../strategy.ts';
import type { GoalView } from './goal-view.ts';
import { readLemma, type Lemma } from './lemma.ts';
import type { GoalNode } from './proof-tree.ts';

/** Maximum number of goals per hole for which the index is searched. */
const MAX_GOALS = 40;
/** Lemmas of other shapes are ranked lower, so more are retrieved than will be tried soon. */
const SURPLUS_FACTOR = 2;
/** Maximum number of further searches, for targets that goals lead to. */
const MAX_FURTHER = 100;
/** Maximum number of operations of a target for which laws are retrieved. */
const MAX_OPERATIONS = 2;

export class GoalLemmas {
  readonly #retrieve: Tools['retrieve'];
  readonly #limit: number;
  readonly #found = new Map<string, readonly Lemma[]>();
  #further = 0;
  #outside: readonly Premise[] = [];

  constructor(retrieve: Tools['retrieve'], limit: number) {
    this.#retrieve = retrieve;
    this.#limit = limit;
  }

  /** Lemmas found for a goal; empty if none were retrieved. */
  found({ text }: GoalView): readonly Lemma[] {
    return this.#found.get(text) ?? [];
  }

  /** Premises for the goal of the hole whose modules the file does not import, best first. */
  async outside(root: GoalNode): Promise<readonly Premise[]> {
    await this.find(root);
    return this.#outside;
  }

  /** Lemmas for a target that a goal leads to, and for the order of the operands in it. */
  async findFor(view: GoalView, target: Term): Promise<readonly Lemma[]> {
    if (this.#retrieve === null || this.#further >= MAX_FURTHER) return [];
    this.#further++;
    const targets = [[target], operationsIn(target).map(swapped)];
    const queries: Query[] = targets
      .filter((some) => some.length > 0)
      .map((some) => ({ reason: 'goal_left', text: asGoals(view, some), as: 'goal' }));
    const premises = await retrieveAll(this.#retrieve, queries, this.#limit * SURPLUS_FACTOR);
    return premises.filter(({ isAtHand }) => isAtHand).map(readLemma);
  }

  /** Retrieves lemmas, best first, once per goal. */
  async find(node: GoalNode): Promise<readonly Lemma[]> {
    const retrieve = this.#retrieve;
    const { text } = node.view;
    if (retrieve === null || this.#found.has(text) || this.#found.size >= MAX_GOALS) return this.found(node.view);
    const premises = await retrieveAll(retrieve, queriesFor(node), this.#limit * SURPLUS_FACTOR);
    const lemmas = premises.filter(({ isAtHand }) => isAtHand).map(readLemma);
    if (node.parent === null) this.#outside = premises.filter(({ isAtHand }) => !isAtHand);
    this.#found.set(text, lemmas);
    return lemmas;
  }
}

/** `f a b = f b a` */
function swapped(operation: Term): Term {
  const { kind, head, args } = operation;
  return constant('Eq', [operation, term(kind, head, args.toReversed())]);
}

/** One term for each operation on two operands, in order. */
function operationsIn(target: Term): Term[] {
  const operations = [...subterms(target)].filter(
    ({ kind, head, args }) => kind === Kind.CONSTANT && args.length === 2 && !PROPOSITION_HEADS.has(head),
  );
  const isFirst = ({ head }: Term, at: number): boolean => operations.findIndex((one) => one.head === head) === at;
  return operations.filter(isFirst).slice(0, MAX_OPERATIONS);
}

/** Queries for the full goal and for its sides: their results rarely overlap. */
function queriesFor({ view, parent: from }: GoalNode): Query[] {
  const reason = from === null ? 'start' : 'goal_left';
  const queries: Query[] = [{ reason, text: view.text, as: 'goal' }];
  const sides = sidesAsGoals(view);
  if (sides !== null) queries.push({ reason, text: sides, as: 'goal' });
  // A lemma about a hypothesis, or one that needs unfolding, has the same words but another shape.
  const words = goalWords(view.text).join(' ');
  const isNear = from === null || from.node.parent === null;
  if (isNear && words !== '') queries.push({ reason, text: words, as: 'text' });
  return queries;
}

const RELATIONS = new Set(['Eq', 'Iff', 'LE.le', 'LT.lt', 'Ne']);

/** Each side of a relation as a separate goal with the same hypotheses. */
function sidesAsGoals(view: GoalView): string | null {
  const { kind, head, args } = view.tree;
  if (kind !== Kind.CONSTANT || !RELATIONS.has(head)) return null;
  const sides = args.filter((side: Term) => side.kind === Kind.CONSTANT && side.args.length > 0);
  return sides.length === 0 ? null : asGoals(view, sides);
}

/** Goals with the same hypotheses. */
function asGoals({ text }: GoalView, targets: readonly Term[]): string {
  const above = text.slice(0, Math.max(0, text.indexOf('⊢')));
  return targets.map((target) => `${above}⊢ ${print(target)}`).join('\n');
}
