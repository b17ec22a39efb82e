/** Finds the definitions of an index that a formal statement names: the known answers for its informal statement. */
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';
import type { Declaration, NameContext } from '../../lean/declaration.ts';
import { readLeanFile } from '../../lean/read-file.ts';
import * as Kind from '../../lean/term/kinds.ts';
import type { Statement } from '../../lean/term/statement.ts';
import { lastPart, type Term } from '../../lean/term/term.ts';
import { contextWithin, meanings } from '../../search/resolve-at-place.ts';
import { DEFINITION_KINDS } from '../../search/concepts/rank-meanings.ts';
import { shapeLibrary, type ShapeLibrary } from '../../search/shape-library.ts';
import type { InformalProblem } from './informal-problems.ts';

export interface Gold {
  /** Definitions of the index, sorted. */
  names: string[];
  /** Names as written that resolve to nothing: those of other versions, and of Lean's core if it is not indexed. */
  unknown: string[];
}

const DEFINITIONS: ReadonlySet<string> = new Set(DEFINITION_KINDS);
const STATEMENTS = new Set(['theorem', 'lemma', 'example']);
const WORD = /[\p{L}_][\p{L}\p{N}_'!?₀-₉]*/gu;
/** Aliases of aliases, and replacements of replacements, are followed this far. */
const MAX_STEPS = 8;

/** The names that the dataset gives; without them, the definitions that the formal statement names. */
export function goldOf(index: LibraryIndex, { dependencies, lean }: InformalProblem): Gold {
  const resolver = new GoldResolver(index);
  if (dependencies === null) resolver.readStatement(lean);
  else for (const name of dependencies) resolver.add(name, name);
  return resolver.gold;
}

class GoldResolver {
  readonly #index: LibraryIndex;
  readonly #library: ShapeLibrary;
  readonly #names = new Set<string>();
  readonly #unknown = new Set<string>();

  constructor(index: LibraryIndex) {
    this.#index = index;
    this.#library = shapeLibrary(index);
  }

  get gold(): Gold {
    return { names: [...this.#names].sort(), unknown: [...this.#unknown].sort() };
  }

  /** Reads the last theorem of a text. What the text itself declares is not of the library. */
  readStatement(lean: string): void {
    const { declarations } = readLeanFile(lean, 'Problem');
    const theorem = declarations.findLast(({ kind }) => STATEMENTS.has(kind)) ?? declarations.at(-1);
    if (theorem === undefined) return;
    const own = declarations.filter((declaration) => declaration !== theorem).map(({ name }) => name);
    this.#readTheorem(theorem, (written) => own.some((name) => name === written || name.endsWith(`.${written}`)));
  }

  #readTheorem({ signature, typeAt, variables, opens = [], ...theorem }: Declaration, isOwn: IsOwn): void {
    const { reader, fields } = this.#library;
    const { namespace } = contextWithin({ ...theorem, opens });
    const place = { namespace, opens };
    const statement = reader.read({ type: signature.slice(typeAt), variables, module: null, ...place });
    const words = new Set(signature.match(WORD));
    for (const tree of namesIn(statement)) {
      if (tree.kind === Kind.PROJECTION) this.add(fields.fullName(tree, statement, place), tree.head);
      // The head of a notation is a full name; if Lean's core has it, nobody has written a name that is missing.
      else if (!words.has(lastPart(tree.head))) this.#addHead(tree.head);
      else if (!isOwn(tree.head)) this.add(this.#resolve(tree.head, place), tree.head);
    }
  }

  /**
   * Resolves a name. If it has several meanings, one in an open namespace wins: with `open Subgroup`, `closure` means
   * `Subgroup.closure`.
   */
  #resolve(written: string, place: NameContext): string | null {
    const found = meanings(this.#index, written, place);
    return found.find((name) => name !== written) ?? found[0] ?? null;
  }

  #addHead(name: string): void {
    if (this.#library.meanings.exists(name)) this.add(name, name);
  }

  /** Adds the definition of this name, or what the name means now. */
  add(full: string | null, written: string): void {
    const row = full === null ? null : this.#current(full);
    if (row === null) this.#unknown.add(written);
    else if (DEFINITIONS.has(row.kind) && row.instanceOf === null) this.#names.add(row.name);
  }

  /** The row that a name stands for: aliases and replaced names followed. Null if nothing has the name. */
  #current(name: string): DeclarationRow | null {
    let row = this.#row(name);
    for (let step = 0; row !== null && step < MAX_STEPS; step++) {
      const next = row.isDeprecated
        ? (row.replacement ?? row.generatedFrom)
        : row.origin === 'alias'
          ? row.generatedFrom
          : null;
      const target: DeclarationRow | null = next === null ? null : this.#row(next);
      if (target === null) return row.isDeprecated ? null : row;
      row = target;
    }
    return row;
  }

  #row(name: string): DeclarationRow | null {
    return this.#index.rows(this.#index.idsByName(name)).find((row) => !row.isPrivate) ?? null;
  }
}

type IsOwn = (written: string) => boolean;

/** The constants and fields of a whole statement. */
function namesIn({ binders, premises, type }: Statement): Term[] {
  const found: Term[] = [];
  const visit = (tree: Term): void => {
    if (tree.kind === Kind.CONSTANT || tree.kind === Kind.EXPLICIT || tree.kind === Kind.PROJECTION) found.push(tree);
    for (const child of tree.args) visit(child);
  };
  for (const binder of binders) visit(binder.type);
  for (const premise of premises) visit(premise);
  if (type !== null) visit(type);
  return found;
}
