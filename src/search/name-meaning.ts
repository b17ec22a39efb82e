/** Resolves a constant as written at some place of the library, without Lean: only existing names decide. */
import { memoizeByValue } from '../base/memoize.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { KINDS } from '../lean/declaration.ts';

/** Where a name is written. */
export interface Place {
  namespace: string;
  opens: readonly string[];
}

const FIELD = KINDS.indexOf('field');

/** A constant of the query. */
export interface QueryConstant {
  name: string;
  /** True if a declaration has exactly this name; false if it is a suffix of longer names (`sin` for `Real.sin`). */
  isFull: boolean;
}

/** Whether a name is declared, and whether it may be written without its namespace. */
type Visibility = 'none' | 'protected' | 'open';

export class NameMeanings {
  private readonly index: LibraryIndex;
  private readonly notationHeads: ReadonlySet<string>;

  /** `notationHeads`: constants as written in the expansions of notations. */
  constructor(index: LibraryIndex, notationHeads: ReadonlySet<string>) {
    this.index = index;
    this.notationHeads = notationHeads;
  }

  exists(name: string): boolean {
    return this.visibilityOf(name) !== 'none';
  }

  private readonly visibilityOf = memoizeByValue((name: string): Visibility => {
    const sql = 'SELECT modifiers FROM decls WHERE name = ? AND is_private = 0';
    const found = this.index.all<{ modifiers: string }>(sql, name);
    if (found.some(({ modifiers }) => !modifiers.includes(' protected '))) return 'open';
    return found.length > 0 ? 'protected' : 'none';
  });

  /** Whether a name in scope may be written as `written`: a protected name needs its last namespace. */
  private canBeWrittenAs(name: string, written: string): boolean {
    const visibility = this.visibilityOf(name);
    return visibility === 'open' || (visibility === 'protected' && written.includes('.'));
  }

  /** Whether `written` at `place` may refer to `constant`. An unresolved name is matched by its suffix. */
  mayReferTo(constant: QueryConstant, written: string, place: Place): boolean {
    const { name } = constant;
    if (!isSuffixEitherWay(name, written)) return false;
    if (!constant.isFull && (written === name || written.endsWith(`.${name}`))) return true;
    const inner = this.innermost(written, place);
    if (inner !== null) return fits(constant, inner);
    if (written === name) return true;
    const meanings = this.opened(written, place);
    if (meanings.length > 0) return meanings.some((meaning) => fits(constant, meaning));
    return !this.exists(written) && this.mayBeShort(name, written, place);
  }

  /** For a name not in scope: a notation or the `export` of a class's field may have introduced it. */
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

  /** The full name that `written` most likely refers to. Returns null if it resolves to no known name. */
  resolve(written: string, place: Place): string | null {
    return this.innermost(written, place) ?? this.opened(written, place)[0] ?? null;
  }

  /** Looks the name up in the enclosing namespaces, innermost first, like Lean. Returns null if none has it. */
  private innermost(written: string, { namespace }: Place): string | null {
    for (let prefix = namespace; prefix !== ''; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))) {
      const candidate = `${prefix}.${written}`;
      if (this.canBeWrittenAs(candidate, written)) return candidate;
    }
    return null;
  }

  private opened(written: string, { namespace, opens }: Place): string[] {
    const found = this.exists(written) ? [written] : [];
    for (const open of opens) {
      if (open.startsWith('scoped ')) continue;
      for (let prefix = namespace; ; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))) {
        const candidate = prefix === '' ? `${open}.${written}` : `${prefix}.${open}.${written}`;
        if (this.canBeWrittenAs(candidate, written)) {
          found.push(candidate);
          break;
        }
        if (prefix === '') break;
      }
    }
    return found;
  }
}

function fits(constant: QueryConstant, meaning: string): boolean {
  return meaning === constant.name || (!constant.isFull && meaning.endsWith(`.${constant.name}`));
}

/** Whether one name is a dotted suffix of the other: a cheap test that rejects almost all pairs. */
function isSuffixEitherWay(a: string, b: string): boolean {
  if (a.length === b.length) return a === b;
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  return long.endsWith(short) && long.charCodeAt(long.length - short.length - 1) === 0x2e;
}
