/** Whether a binder says something (its type is a proposition) or only names some data. */
import type { LibraryIndex } from '../index/library-index.ts';
import { APPLY, CONSTANT, EXPLICIT, LOCAL, PI, PROJECTION, bare, type Term } from '../lean/term/term.ts';
import type { NameMeanings, Place } from './name-meaning.ts';

/** Propositions by construction, and relations that core declares in other words. */
const PROPOSITIONS = new Set([
  'Eq',
  'Ne',
  'HEq',
  'Iff',
  'And',
  'Or',
  'Not',
  'Exists',
  'ExistsUnique',
  'LE.le',
  'LT.lt',
  'Membership.mem',
  'HasSubset.Subset',
  'HasSSubset.SSubset',
  'Dvd.dvd',
  'HasEquiv.Equiv',
  'True',
  'False',
]);
/** A type that ends in `Prop`, perhaps before `extends`; and one that ends in a universe. */
const ENDS_IN_PROP = /\bProp\s*(?:extends\b.*)?$/u;
const ENDS_IN_TYPE = /\b(?:Type|Sort)\b[^)]*$/u;

type Saying = 'yes' | 'no' | 'unknown';

export class Facts {
  private readonly index: LibraryIndex;
  private readonly meanings: NameMeanings;
  private readonly known = new Map<string, Saying>();

  constructor(index: LibraryIndex, meanings: NameMeanings) {
    this.index = index;
    this.meanings = meanings;
  }

  /** `name` is the binder's, '' for what stands left of an arrow: where a definition does not say, its `h` does. */
  isFact(type: Term, place: Place, name: string): boolean {
    let root = bare(type);
    while (root.kind === PI) root = bare(root.args[1]!);
    if (root.kind === APPLY || root.kind === LOCAL) return /^h/iu.test(name);
    if (root.kind !== CONSTANT && root.kind !== EXPLICIT && root.kind !== PROJECTION) return false;
    const saying = this.sayingOf(root.head, place);
    return saying === 'yes' || (saying === 'unknown' && (name === '' || /^h/iu.test(name)));
  }

  private sayingOf(written: string, place: Place): Saying {
    if (PROPOSITIONS.has(written)) return 'yes';
    const name = this.meanings.resolve(written, place);
    if (name === null) return 'unknown';
    let known = this.known.get(name);
    if (known === undefined) {
      known = this.declared(name);
      this.known.set(name, known);
    }
    return known;
  }

  private declared(name: string): Saying {
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
