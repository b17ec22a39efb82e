/** Rows that may match a pattern, from the posting lists of `index/shapes.ts`: a superset, to be checked by parsing. */
import type { LibraryIndex } from '../index/library-index.ts';
import { ORIGINS } from '../lean/declaration.ts';
import { PREMISE, edgeToken } from '../index/shape-tokens.ts';
import { edgesOf, headOf } from '../index/shapes.ts';
import * as Kind from '../lean/term/kinds.ts';
import { lastPart, type Term } from '../lean/term/term.ts';
import { ARROW, ASCRIBED, castSpellings, castsAsArrows, unascribed } from '../lean/term/coercion.ts';
import { intersect, unite } from './intersect.ts';
import type { QueryConstant } from './name-meaning.ts';
import { isAboutName, type Clause, type Part } from './pattern-query.ts';
import { telescope } from './tree-match.ts';

/** Maximum full names tried for a constant written without its namespace. */
const MAX_EXPANSIONS = 60;

export class CandidateFinder {
  private readonly index: LibraryIndex;
  private readonly notationHeads: ReadonlySet<string>;
  private readonly constantOf: (name: string) => QueryConstant;
  private readonly lists = new Map<string, Uint32Array>();

  /** `notationHeads`: short constants in the expansions of notations, which may be used without an `open`. */
  constructor(index: LibraryIndex, notationHeads: ReadonlySet<string>, constantOf: (name: string) => QueryConstant) {
    this.index = index;
    this.notationHeads = notationHeads;
    this.constantOf = constantOf;
  }

  /** Rows for all clauses. Returns null if no clause restricts the library. */
  rows(clauses: readonly Clause[]): Uint32Array | null {
    const shapes: Uint32Array[] = [];
    const names: Uint32Array[] = [];
    for (const clause of clauses) {
      if (clause.some((part) => part.negated)) continue;
      if (isAboutName(clause)) names.push(unite(clause.map((part) => this.ofFragment(part))));
      else {
        const list = this.ofClause(clause);
        if (list !== null) shapes.push(list);
      }
    }
    if (names.length === 0) return shapes.length === 0 ? null : intersect(shapes);
    if (shapes.length === 0) return intersect(names);
    const named = intersect(names);
    const aliases = named.filter((id) => this.index.columns.origin[id] === ALIAS);
    return unite([intersect([named, ...shapes]), aliases]);
  }

  private ofClause(clause: Clause): Uint32Array | null {
    const lists: Uint32Array[] = [];
    for (const part of clause) {
      const list = this.ofPart(part);
      if (list === null) return null;
      lists.push(list);
    }
    return unite(lists);
  }

  private ofPart(part: Part): Uint32Array | null {
    if (part.kind === 'name') return this.ofFragment(part);
    if (part.kind === 'constant')
      return unite([this.ofConstant(part.name), Uint32Array.from(this.index.idsByName(part.name))]);
    const lists: Uint32Array[] = [];
    for (const reading of part.readings) {
      const list = this.ofShape(reading, part.inConclusion);
      if (list === null) return null;
      lists.push(list);
    }
    return unite(lists);
  }

  private ofFragment(part: Part): Uint32Array {
    const text = part.kind === 'name' ? part.text : '';
    const rows = this.index.all<{ id: number }>('SELECT id FROM decls WHERE instr(name_lower, ?) > 0', text);
    return Uint32Array.from(rows, ({ id }) => id).sort();
  }

  /** Rows with all constants and edges of the shape. Returns null if it has none. */
  ofShape(tree: Term, inConclusion: boolean): Uint32Array | null {
    const tokens = new Set<string>();
    const constants = new Set<string>();
    const edge = (parent: string, position: number, child: string) => tokens.add(edgeToken(parent, position, child));
    const { premises, conclusion } = telescope(unascribed(castsAsArrows(tree)));
    for (const premise of premises) {
      constantsOfPattern(premise, constants);
      edgesOf(premise, edge);
      if (headOf(premise) !== '') edge(PREMISE, 0, headOf(premise));
    }
    constantsOfPattern(conclusion, constants);
    edgesOf(conclusion, edge);
    if (inConclusion && headOf(conclusion) !== '') tokens.add(`s:C:${headOf(conclusion)}`);
    // `?x.foo` may be the `foo` of any type: use only its edges, unless the shape has nothing else.
    const fields = [...constants].filter((name) => name.startsWith('.'));
    if (tokens.size + constants.size > fields.length) for (const field of fields) constants.delete(field);
    if (tokens.size === 0 && constants.size === 0) return null;
    const lists = [...tokens].map((token) => this.list(token));
    for (const name of constants) lists.push(this.ofConstant(name));
    return intersect(lists);
  }

  /** Rows that may refer to the constant: by its full name, by a short name with its namespace open, or as a field. */
  ofConstant(name: string): Uint32Array {
    const key = `constant ${name}`;
    const cached = this.lists.get(key);
    if (cached !== undefined) return cached;
    if (name === ARROW) return this.ofCasts(key);
    const isFull = this.constantOf(name).isFull || /^\d/u.test(name);
    const names = name.startsWith('.')
      ? this.longerNames(name.slice(1))
      : isFull
        ? [name]
        : [name, ...this.longerNames(name)];
    const found = unite(names.flatMap((one) => this.spellings(one)));
    this.lists.set(key, found);
    return found;
  }

  /** Rows in which a coercion may occur. */
  private ofCasts(key: string): Uint32Array {
    const found = unite([ARROW, ASCRIBED, ...castSpellings()].map((one) => this.list(`s:c:${one}`)));
    this.lists.set(key, found);
    return found;
  }

  private longerNames(name: string): string[] {
    return this.index
      .all<{ name: string }>(
        "SELECT DISTINCT name FROM decls WHERE name LIKE ? ESCAPE '!' LIMIT ?",
        `%.${name.replace(/[%_!]/g, '!$&')}`,
        MAX_EXPANSIONS,
      )
      .map((row) => row.name);
  }

  private spellings(name: string): Uint32Array[] {
    const lists = [this.list(`s:c:${name}`)];
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const short = name.slice(dot + 1);
      const written = this.list(`s:c:${short}`);
      if (written.length === 0) continue;
      const needsNoOpen = this.notationHeads.has(short) || !this.needsOpenNamespace(short);
      lists.push(needsNoOpen ? written : intersect([written, this.open(name.slice(0, dot))]));
    }
    const last = lastPart(name);
    if (name.includes('.')) lists.push(this.list(`s:c:.${last}`));
    return lists.filter((list) => list.length > 0);
  }

  /** A short name that no declaration has exactly may come from an `export`, so it needs no open namespace. */
  private needsOpenNamespace(short: string): boolean {
    return short.includes('.') || this.index.idsByName(short).length > 0 || this.list(`s:c:${short}`).length > 2000;
  }

  /** Rows at which names of the namespace can be written without it. */
  private open(namespace: string): Uint32Array {
    const lists = [this.list(`s:o:${namespace}`)];
    for (let dot = namespace.indexOf('.'); dot >= 0; dot = namespace.indexOf('.', dot + 1))
      lists.push(this.list(`s:o:${namespace.slice(dot + 1)}`));
    return unite(lists);
  }

  private list(token: string): Uint32Array {
    return this.index.postings(token)?.ids ?? EMPTY;
  }
}

const ALIAS = ORIGINS.indexOf('alias');
const EMPTY = new Uint32Array(0);

/** Constants that a match must contain. Omits `¬`, because `≠` does not contain it. */
function constantsOfPattern(tree: Term, into: Set<string>): void {
  const { kind, head } = tree;
  const isConstant =
    kind === Kind.CONSTANT || kind === Kind.EXPLICIT || kind === Kind.NUMBER || kind === Kind.PROJECTION;
  const isArrow = kind === Kind.COERCION && head === ARROW && !isWildcard(tree.args[0]!);
  if (isConstant ? head !== 'Not' : isArrow) into.add(head);
  for (const child of tree.args) constantsOfPattern(child, into);
}

function isWildcard({ kind }: Term): boolean {
  return kind === Kind.HOLE || kind === Kind.META;
}
