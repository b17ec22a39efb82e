/** Which entities are merged: the groups that `same as` edges connect, without the pairs that a person denies. */
import { HUMAN } from '../../../library/derivation.ts';
import { SAME_AS, type SameAsEdge } from '../../../library/knowledge-rows.ts';

/** A pair in any order. */
export const pairKey = (one: number, other: number): string => `${Math.min(one, other)} ${Math.max(one, other)}`;

/**
 * By entity: the oldest entity of its group, which represents it. Entities that are alone are left out. A person's
 * decision on a pair has precedence over that of a rule; if two others connect the pair, it is still in one group.
 */
export function representatives(edges: readonly SameAsEdge[]): Map<number, number> {
  const decided = new Map<string, boolean>();
  for (const { from, to, kind, maker } of edges) if (maker === HUMAN) decided.set(pairKey(from, to), kind === SAME_AS);
  const parents = new Map<number, number>();
  const rootOf = (id: number): number => {
    let root = id;
    while ((parents.get(root) ?? root) !== root) root = parents.get(root)!;
    for (let at = id; at !== root;) {
      const next = parents.get(at)!;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { from, to, kind } of edges) {
    if (!(decided.get(pairKey(from, to)) ?? kind === SAME_AS)) continue;
    const [one, other] = [rootOf(from), rootOf(to)];
    parents.set(Math.max(one, other), Math.min(one, other));
    if (!parents.has(Math.min(one, other))) parents.set(Math.min(one, other), Math.min(one, other));
  }
  return new Map([...parents.keys()].map((id) => [id, rootOf(id)]));
}
