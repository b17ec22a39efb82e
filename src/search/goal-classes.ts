/** Which classes the types of a goal have: by its own instances and what these extend, or by the library's statements. */
import { memoize, memoizeByValue } from '../base/memoize.ts';
import { edgeToken } from '../index/shape-tokens.ts';
import { splitType } from '../index/words/passages.ts';
import * as Kind from '../lean/term/kinds.ts';
import { bare, lastPart, type Term } from '../lean/term/term.ts';
import type { Goal } from './goal-text.ts';
import type { Place } from './name-meaning.ts';
import type { ShapeLibrary } from './shape-library.ts';

/** By library: the last parts of a class, given by its full name, and of all classes that it extends. */
const ancestry = memoize((library: ShapeLibrary) => {
  const ancestors = memoizeByValue((name: string): ReadonlySet<string> => {
    const found = new Set([lastPart(name)]);
    const row = library.rows.byName(name);
    if (row === null) return found;
    for (const parent of splitType(row.type).parents.split(',')) {
      const head = PARENT.exec(parent)?.[1];
      const full = head === undefined ? null : library.meanings.resolve(head, row);
      if (full !== null && full !== name) for (const one of ancestors(full)) found.add(one);
    }
    return found;
  });
  return (written: string): ReadonlySet<string> => ancestors(library.meanings.resolve(written, NOWHERE) ?? written);
});

/** The last parts of a class, given by its name as written, and of all classes that it extends. */
export function ancestorsOf(library: ShapeLibrary, written: string): ReadonlySet<string> {
  return ancestry(library)(written);
}

const NOWHERE: Place = { namespace: '', opens: [] };
/** The head of `A α` or `toA : A α`. */
const PARENT = /^\s*(?:to\w+\s*:\s*)?([\p{L}_][\p{L}\p{N}_.'₀-₉]*)/u;

export class GoalClasses {
  readonly #library: ShapeLibrary;
  /** Classes of each local type. */
  readonly #classes = new Map<string, Set<string>>();

  constructor({ hypotheses }: Goal, library: ShapeLibrary) {
    this.#library = library;
    for (const { type } of hypotheses) {
      const root = bare(type);
      const first = root.args[0] === undefined ? null : bare(root.args[0]);
      if (root.kind !== Kind.CONSTANT || first?.kind !== Kind.LOCAL) continue;
      const classes = this.#classes.get(first.head) ?? new Set();
      for (const one of ancestry(library)(root.head)) classes.add(one);
      this.#classes.set(first.head, classes);
    }
  }

  /** Whether the type may be an instance; `type` is a local variable or has a constant head. */
  mayBeInstance(className: string, type: Term): boolean {
    const root = bare(type);
    const name = lastPart(className);
    if (root.kind === Kind.LOCAL) return this.#classes.get(root.head)?.has(name) ?? false;
    if (root.kind !== Kind.CONSTANT) return true;
    return this.#library.index.postings(edgeToken(name, 0, lastPart(root.head))) !== null;
  }
}
