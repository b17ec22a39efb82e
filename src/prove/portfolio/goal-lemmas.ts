/** Retrieves and caches lemmas for goals. */
import * as Kind from '../../lean/term/kinds.ts';
import { print, type Term } from '../../lean/term/term.ts';
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

export class GoalLemmas {
  readonly #retrieve: Tools['retrieve'];
  readonly #limit: number;
  readonly #found = new Map<string, readonly Lemma[]>();
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
function sidesAsGoals({ text, tree }: GoalView): string | null {
  if (tree.kind !== Kind.CONSTANT || !RELATIONS.has(tree.head)) return null;
  const above = text.slice(0, Math.max(0, text.indexOf('⊢')));
  const sides = tree.args.filter(({ kind, args }: Term) => kind === Kind.CONSTANT && args.length > 0);
  return sides.length === 0 ? null : sides.map((side) => `${above}⊢ ${print(side)}`).join('\n');
}
