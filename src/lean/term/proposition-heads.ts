/** Constants that make propositions. */
import { wordSet } from '../../base/words.ts';

export const PROPOSITION_HEADS = wordSet(`
  Eq Ne HEq And Or Not Iff Exists ExistsUnique True False LE.le LT.lt GE.ge GT.gt Dvd.dvd Membership.mem HasSubset.Subset
  HasSSubset.SSubset Nonempty IsEmpty Function.Injective Function.Surjective Function.Bijective HasEquiv.Equiv`);
