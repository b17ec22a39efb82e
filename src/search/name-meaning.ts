/** What a constant, written short or long at some place of the library, may mean. No Lean: names that exist decide. */
import { KINDS, type LibraryIndex } from '../index/library-index.ts';

/** Where a name is written. */
export interface Place {
  namespace: string;
  opens: readonly string[];
}

const FIELD = KINDS.indexOf('field');

/** A constant of the query. */
export interface QueryConstant {
  name: string;
  /** A declaration has exactly this name; else it is the end of longer names (`sin` for `Real.sin`). */
  isFull: boolean;
}

/** Whether a name is declared, and whether it may be written short. */
type Standing = 'none' | 'protected' | 'open';

export class NameMeanings {
  private readonly index: LibraryIndex;
  private readonly notationHeads: ReadonlySet<string>;
  private readonly existing = new Map<string, Standing>();

  /** `notationHeads`: constants as written in what notations stand for. */
  constructor(index: LibraryIndex, notationHeads: ReadonlySet<string>) {
    this.index = index;
    this.notationHeads = notationHeads;
  }

  exists(name: string): boolean {
    return this.standing(name) !== 'none';
  }

  private standing(name: string): Standing {
    let known = this.existing.get(name);
    if (known === undefined) {
      const found = this.index.all<{ modifiers: string }>(
        'SELECT modifiers FROM decls WHERE name = ? AND is_private = 0',
        name,
      );
      const isOpen = found.some(({ modifiers }) => !modifiers.includes(' protected '));
      known = isOpen ? 'open' : found.length > 0 ? 'protected' : 'none';
      this.existing.set(name, known);
    }
    return known;
  }

  /** Whether a name in scope may be written so: a protected one keeps its last namespace. */
  private answersTo(name: string, written: string): boolean {
    const standing = this.standing(name);
    return standing === 'open' || (standing === 'protected' && written.includes('.'));
  }

  /** Whether `written` at `place` may be the wanted constant. A name that resolves to nothing known is matched by its end. */
  isMeant(wanted: QueryConstant, written: string, place: Place): boolean {
    const { name } = wanted;
    if (!endsAlike(name, written)) return false;
    if (!wanted.isFull && (written === name || written.endsWith(`.${name}`))) return true;
    const inner = this.innermost(written, place);
    if (inner !== null) return fits(wanted, inner);
    if (written === name) return true;
    const meanings = this.opened(written, place);
    if (meanings.length > 0) return meanings.some((meaning) => fits(wanted, meaning));
    return !this.exists(written) && this.mayBeShort(name, written, place);
  }

  /** Nothing of this name is in sight. Still, a notation may have put it there, or an `export` of a class's field. */
  private mayBeShort(name: string, written: string, { namespace, opens }: Place): boolean {
    const prefix = name.slice(0, name.length - written.length - 1);
    const isOpen =
      namespace === prefix ||
      namespace.startsWith(`${prefix}.`) ||
      opens.some((open) => prefix === open || prefix.endsWith(`.${open}`));
    return isOpen || this.notationHeads.has(written) || this.isField(name);
  }

  private isField(name: string): boolean {
    const [id] = this.index.idsByName(name);
    return id !== undefined && this.index.columns.kind[id] === FIELD;
  }

  /** The full name that it means first of all; null if it means nothing known. */
  resolve(written: string, place: Place): string | null {
    return this.innermost(written, place) ?? this.opened(written, place)[0] ?? null;
  }

  /** In the surrounding namespaces, the innermost first, as Lean looks it up; null if it is in none of them. */
  private innermost(written: string, { namespace }: Place): string | null {
    for (let prefix = namespace; prefix !== ''; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))) {
      const candidate = `${prefix}.${written}`;
      if (this.answersTo(candidate, written)) return candidate;
    }
    return null;
  }

  private opened(written: string, { namespace, opens }: Place): string[] {
    const found = this.exists(written) ? [written] : [];
    for (const open of opens) {
      if (open.startsWith('scoped ')) continue;
      for (let prefix = namespace; ; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))) {
        const candidate = prefix === '' ? `${open}.${written}` : `${prefix}.${open}.${written}`;
        if (this.answersTo(candidate, written)) {
          found.push(candidate);
          break;
        }
        if (prefix === '') break;
      }
    }
    return found;
  }
}

function fits(wanted: QueryConstant, meaning: string): boolean {
  return meaning === wanted.name || (!wanted.isFull && meaning.endsWith(`.${wanted.name}`));
}

/** One is the other's end at a dot: the cheap test that almost all comparisons stop at. */
function endsAlike(a: string, b: string): boolean {
  if (a.length === b.length) return a === b;
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  return long.endsWith(short) && long.charCodeAt(long.length - short.length - 1) === 0x2e;
}
