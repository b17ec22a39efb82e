/** Tests whether a binder's type is a proposition (a hypothesis) or data. */
import { memoizeByValue } from '../base/memoize.ts';
import { wordSet } from '../base/words.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import * as Kind from '../lean/term/kinds.ts';
import { bare, type Term } from '../lean/term/term.ts';
import type { NameMeanings, Place } from './name-meaning.ts';

/** Propositions by construction, and relations whose core declarations do not show that they are propositions. */
export const PROPOSITIONS = wordSet(`
  Eq Ne HEq Iff And Or Not Exists ExistsUnique LE.le LT.lt Membership.mem HasSubset.Subset HasSSubset.SSubset Dvd.dvd
  HasEquiv.Equiv True False`);
/** A type that ends in `Prop`, optionally before `extends`; and a type that ends in a universe. */
const ENDS_IN_PROP = /\bProp\s*(?:extends\b.*)?$/u;
const ENDS_IN_TYPE = /\b(?:Type|Sort)\b[^)]*$/u;

type Answer = 'yes' | 'no' | 'unknown';

export class PropositionTest {
  private readonly index: LibraryIndex;
  private readonly meanings: NameMeanings;
  private readonly fromName = memoizeByValue((name: string) => this.fromDeclaration(name));

  constructor(index: LibraryIndex, meanings: NameMeanings) {
    this.index = index;
    this.meanings = meanings;
  }

  /** `name`: the binder's name, '' left of an arrow. If the type is unclear, `h…` is a proposition. */
  isProposition(type: Term, place: Place, name: string): boolean {
    let root = bare(type);
    while (root.kind === Kind.PI) root = bare(root.args[1]!);
    if (root.kind === Kind.APPLY || root.kind === Kind.LOCAL) return /^h/iu.test(name);
    if (root.kind !== Kind.CONSTANT && root.kind !== Kind.EXPLICIT && root.kind !== Kind.PROJECTION) return false;
    const answer = this.answerFor(root.head, place);
    return answer === 'yes' || (answer === 'unknown' && (name === '' || /^h/iu.test(name)));
  }

  private answerFor(written: string, place: Place): Answer {
    if (PROPOSITIONS.has(written)) return 'yes';
    const name = this.meanings.resolve(written, place);
    return name === null ? 'unknown' : this.fromName(name);
  }

  private fromDeclaration(name: string): Answer {
    for (const id of this.index.idsByName(name)) {
      const row = this.index.row(id);
      if (row === null) continue;
      if (ENDS_IN_PROP.test(row.type)) return 'yes';
      if (row.kind === 'structure' || row.kind === 'class' || row.kind === 'inductive' || ENDS_IN_TYPE.test(row.type))
        return 'no';
    }
    return 'unknown';
  }
}
