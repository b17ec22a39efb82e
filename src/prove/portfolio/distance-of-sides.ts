/** How far the sides of an equation are from being the same. */
import { lastPart, subterms, type Term } from '../../lean/term/term.ts';
import { keyOf } from './canonical-term.ts';
import { sidesOf } from './lemma.ts';

/** Combines how often the sides differ at a place, and in how many symbols; 0 if there are none. */
export function distanceOfSides(target: Term): number {
  const [left, right] = sidesOf(target);
  if (left === undefined || right === undefined) return 0;
  const counts = new Map<string, number>();
  const count = (tree: Term, by: number): void => {
    for (const { head } of subterms(tree)) counts.set(lastPart(head), (counts.get(lastPart(head)) ?? 0) + by);
  };
  count(left, 1);
  count(right, -1);
  const symbols = [...counts.values()].reduce((sum, each) => sum + Math.abs(each), 0);
  return differences(left, right) * 0.6 + symbols * 0.4;
}

function differences(left: Term, right: Term): number {
  if (keyOf(left) === keyOf(right)) return 0;
  const isSameNode =
    left.kind === right.kind && lastPart(left.head) === lastPart(right.head) && left.args.length === right.args.length;
  if (!isSameNode || left.args.length === 0) return 1;
  return left.args.reduce((sum, child, at) => sum + differences(child, right.args[at]!), 0);
}
