/**
 * Operations that instances make equal by definition: a lemma about lattices is one about sets. Goals and lemmas are
 * compared with the general operation in both.
 */
import { wordTable } from '../base/words.ts';
import * as Kind from '../lean/term/kinds.ts';
import { term, type Term } from '../lean/term/term.ts';

/** The general operation of each special one, as the notations of Lean and Mathlib expand. */
const GENERAL = wordTable(`
  HasSubset.Subset LE.le, HasSSubset.SSubset LT.lt, Union.union Max.max, Inter.inter Min.min,
  EmptyCollection.emptyCollection Bot.bot, Set.univ Top.top, Finset.univ Top.top, univ Top.top, Set.iUnion iSup,
  Set.iInter iInf, iUnion iSup, iInter iInf, Set.sUnion sSup, Set.sInter sInf, sUnion sSup, sInter sInf`);

/** The tree with general operations only. */
export function withGeneralOperations(tree: Term): Term {
  const head = tree.kind === Kind.CONSTANT ? (GENERAL.get(tree.head) ?? tree.head) : tree.head;
  let args: Term[] | null = null;
  for (let at = 0; at < tree.args.length; at++) {
    const child = tree.args[at]!;
    const changed = withGeneralOperations(child);
    if (changed === child) continue;
    args ??= [...tree.args];
    args[at] = changed;
  }
  return args === null && head === tree.head ? tree : term(tree.kind, head, args ?? tree.args);
}
