/** Which constant a field such as `p.map` refers to, by the type of `p`, as far as the sources show it. */
import { memoizeByValue } from '../base/memoize.ts';
import * as Kind from '../lean/term/kinds.ts';
import type { Statement } from '../lean/term/statement.ts';
import { lastPart, type Term } from '../lean/term/term.ts';
import type { NameMeanings, Place, QueryConstant } from './name-meaning.ts';
import { readRow, type ShapeLibrary } from './shape-library.ts';

/** `maybe`: the type of the receiver is unknown. */
export type Certainty = 'yes' | 'maybe' | 'no';

/** What a type unfolds to or extends, and whether that is all. */
interface Origins {
  names: readonly string[];
  areAll: boolean;
}

type Readers = Pick<ShapeLibrary, 'index' | 'meanings' | 'reader' | 'rows'>;

const NONE: Origins = { names: [], areAll: true };
const PARENTS = "SELECT id FROM decls WHERE generated_from = ? AND origin IN ('parent', 'notation_parent')";
/** Maximum types that one type extends or unfolds to. */
const MAX_ANCESTORS = 200;
/** Kinds of which the index has all parents. */
const DECLARED = new Set(['structure', 'class', 'inductive']);

export class FieldMeanings {
  readonly #library: Readers;
  readonly #meanings: NameMeanings;

  constructor(library: Readers) {
    this.#library = library;
    this.#meanings = library.meanings;
  }

  /** Whether the field of `tree`, a projection in `statement`, is the constant. */
  refersTo(constant: QueryConstant, tree: Term, statement: Statement, place: Place): Certainty {
    const { name } = constant;
    const field = lastPart(tree.head);
    if (lastPart(name) !== field) return 'no';
    if (!name.includes('.')) return 'yes';
    const type = this.#receiverType(tree, statement, place);
    if (type === null) return 'maybe';
    const fits = (full: string) => full === name || (!constant.isFull && full.endsWith(`.${name}`));
    if (fits(`${type}.${field}`)) return 'yes';
    if (this.#meanings.exists(`${type}.${field}`)) return 'no';
    const { names, areAll } = this.#ancestors(type);
    if (names.some((one) => fits(`${one}.${field}`))) return 'yes';
    return areAll ? 'no' : 'maybe';
  }

  /** Full name of the receiver's type; null if it is unknown. */
  #receiverType(tree: Term, statement: Statement, place: Place): string | null {
    const written = tree.head.slice(0, -lastPart(tree.head).length - 1);
    return written === '' ? this.#typeOf(tree.args[0]!, statement, place) : this.#resolved(written, place);
  }

  /** A name that nothing declares is one of core, which may not be indexed, or a variable. */
  #resolved(type: string, place: Place): string | null {
    return this.#meanings.resolve(type, place) ?? (/^\p{L}['₀-₉]*$/u.test(type) ? null : type);
  }

  /** Full name of the head of a term's type. */
  #typeOf(tree: Term, statement: Statement, place: Place): string | null {
    const { kind, head, args } = tree;
    switch (kind) {
      case Kind.ASCRIPTION:
        return this.#nameOf(args[1]!, statement, place);
      case Kind.LOCAL: {
        let type = statement.binders.findLast(({ name }) => name === head)?.type;
        for (let at = 0; at < args.length && type !== undefined; at++)
          type = type.kind === Kind.PI ? type.args[1] : undefined;
        return type === undefined ? null : this.#nameOf(type, statement, place);
      }
      case Kind.CONSTANT: {
        const full = this.#meanings.resolve(head, place);
        return full === null ? null : this.#resultOf(full);
      }
      case Kind.PROJECTION: {
        const full = this.fullName(tree, statement, place);
        return full === null ? null : this.#resultOf(full);
      }
      default:
        return null;
    }
  }

  /** Full name of a type: `SimpleGraph.Walk` of `G.Walk u v`. */
  #nameOf(type: Term, statement: Statement, place: Place): string | null {
    if (type.kind === Kind.CONSTANT || type.kind === Kind.EXPLICIT) return this.#resolved(type.head, place);
    if (type.kind === Kind.PI) return 'Function';
    return type.kind === Kind.PROJECTION ? this.fullName(type, statement, place) : null;
  }

  /** Full name of the field that a projection in `statement` refers to; null if it is unknown. */
  fullName(projection: Term, statement: Statement, place: Place): string | null {
    const type = this.#receiverType(projection, statement, place);
    if (type === null) return null;
    const field = lastPart(projection.head);
    const full = [type, ...this.#ancestors(type).names].map((one) => `${one}.${field}`);
    return full.find((one) => this.#meanings.exists(one)) ?? null;
  }

  /** Full name of the head of a declaration's result type. */
  readonly #resultOf = memoizeByValue((name: string): string | null => {
    const row = this.#library.rows.byName(name);
    return row === null ? null : this.#resultIn(row, readRow(this.#library, row));
  });

  /** All types that a type extends or unfolds to, directly or not. */
  readonly #ancestors = memoizeByValue((type: string): Origins => {
    const names = new Set<string>();
    let areAll = true;
    const add = ({ names: direct, areAll: isComplete }: Origins): void => {
      areAll &&= isComplete && names.size < MAX_ANCESTORS;
      for (const name of direct) names.add(name);
    };
    add(this.#originsOf(type));
    for (const name of names) if (names.size < MAX_ANCESTORS) add(this.#originsOf(name));
    return { names: [...names], areAll };
  });

  #originsOf(type: string): Origins {
    const { index, rows, reader } = this.#library;
    const [id] = index.idsByName(type);
    const row = id === undefined ? null : index.row(id);
    const own = row === null ? null : rows.byName(type);
    if (row === null || own === null) return NONE;
    const isStructure = DECLARED.has(row.kind);
    const sources = isStructure
      ? rows.rows(index.all<{ id: number }>(PARENTS, type).map((parent) => parent.id))
      : [{ ...own, type: row.body.replace(/^\s*:=/u, ':') }];
    const names = sources.flatMap((source) => this.#resultIn(source, reader.read(source)) ?? []);
    return { names, areAll: isStructure && names.length === sources.length };
  }

  #resultIn(place: Place, statement: Statement): string | null {
    return statement.conclusion === null ? null : this.#nameOf(statement.conclusion, statement, place);
  }
}
