/** The lemmas for a goal: what the index is asked for it, and in which order the answers stand. */
import { CONSTANT, print, type Term } from '../../lean/term/term.ts';
import { goalWords, type Query } from '../retrieval/premise-query.ts';
import { retrieveAll } from '../retrieval/retrieve-all.ts';
import type { Tools } from '../strategy.ts';
import type { GoalView } from './goal-view.ts';
import { readLemma, type Lemma } from './lemma.ts';
import type { GoalNode } from './proof-tree.ts';

/** Goals of one hole that the index is asked about. */
const MOST_GOALS = 40;
/** What does not fit by its shape falls behind, so more is asked for than is soon tried. */
const SPARE = 2;

export class GoalLemmas {
  readonly #retrieve: Tools['retrieve'];
  readonly #limit: number;
  readonly #found = new Map<string, readonly Lemma[]>();

  constructor(retrieve: Tools['retrieve'], limit: number) {
    this.#retrieve = retrieve;
    this.#limit = limit;
  }

  /** Those that were found for a goal; none where it was not asked for. */
  found({ text }: GoalView): readonly Lemma[] {
    return this.#found.get(text) ?? [];
  }

  /** Best first. One question is asked once. */
  async find(node: GoalNode): Promise<readonly Lemma[]> {
    const retrieve = this.#retrieve;
    const { text } = node.view;
    if (retrieve === null || this.#found.has(text) || this.#found.size >= MOST_GOALS) return this.found(node.view);
    const premises = await retrieveAll(retrieve, queriesFor(node), this.#limit * SPARE);
    const lemmas = premises.filter(({ isAtHand }) => isAtHand).map(readLemma);
    this.#found.set(text, lemmas);
    return lemmas;
  }
}

/** What fits the whole goal, and what fits a side of it: the one seldom brings the other. */
function queriesFor({ view, from }: GoalNode): Query[] {
  const reason = from === null ? 'start' : 'goal_left';
  const queries: Query[] = [{ reason, text: view.text, as: 'goal' }];
  const sides = sidesAsGoals(view);
  if (sides !== null) queries.push({ reason, text: sides, as: 'goal' });
  // A lemma about what a hypothesis says, or behind a definition, has the same words and another shape.
  const words = goalWords(view.text).join(' ');
  const isNear = from === null || from.node.from === null;
  if (isNear && words !== '') queries.push({ reason, text: words, as: 'text' });
  return queries;
}

const RELATIONS = new Set(['Eq', 'Iff', 'LE.le', 'LT.lt', 'Ne']);

/** Each side of an equation or the like as a goal of its own, under the same hypotheses. */
function sidesAsGoals({ text, tree }: GoalView): string | null {
  if (tree.kind !== CONSTANT || !RELATIONS.has(tree.head)) return null;
  const above = text.slice(0, Math.max(0, text.indexOf('⊢')));
  const sides = tree.args.filter(({ kind, args }: Term) => kind === CONSTANT && args.length > 0);
  return sides.length === 0 ? null : sides.map((side) => `${above}⊢ ${print(side)}`).join('\n');
}
