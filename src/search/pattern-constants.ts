/** Resolves the constants of a pattern, and rejects unknown ones with the names that were probably meant. */
import { ellipsis } from '../base/columns.ts';
import { Failure } from '../base/errors.ts';
import { memoizeByValue } from '../base/memoize.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { tokenise } from '../lean/lexer.ts';
import { castSpellings } from '../lean/term/coercion.ts';
import * as Kind from '../lean/term/kinds.ts';
import { lastPart, type Term } from '../lean/term/term.ts';
import { IDENTIFIER } from '../lean/tokens.ts';
import { findDerived } from './generated-names.ts';
import type { QueryConstant } from './name-meaning.ts';
import { namesOf, patternFailure, type Clause } from './pattern-query.ts';
import type { ShapeLibrary } from './shape-library.ts';
import { similarDeclarations } from './similar-names.ts';

const MAX_SIMILAR = 5;
/** Columns of a name in an error. */
const MAX_SHOWN = 100;

/**
 * How each constant of the query is resolved.
 * @throws {Failure} `pattern-constant` for an unknown one, with similar names.
 */
export function queryConstants(
  index: LibraryIndex,
  query: string,
  clauses: readonly Clause[],
  { meanings }: ShapeLibrary,
): (name: string) => QueryConstant {
  const written = namesWritten(query);
  const constantOf = memoizeByValue((name: string): QueryConstant => {
    // A notation expands to a full name. A dotted name in use is full, too: core may declare it and not be indexed.
    const isFull =
      meanings.exists(name) || !written.has(name) || (name.includes('.') && index.postings(`s:c:${name}`) !== null);
    return { name, isFull };
  });
  for (const part of clauses.flat()) {
    if (part.kind === 'name') continue;
    for (const name of part.kind === 'constant' ? [part.name] : namesOf(part.readings[0]!)) {
      const at = written.get(name)?.find((position) => position >= part.at);
      if (at === undefined || constantOf(name).isFull || isKnown(index, name)) continue;
      throw unknownConstant(index, query, name, at);
    }
    if (part.kind === 'shape') requireKnownFields(index, query, part.readings[0]!, part.at);
  }
  return constantOf;
}

/** The identifiers of a query as the term parser names them, with their positions. */
function namesWritten(query: string): Map<string, number[]> {
  const tokens = tokenise(query, []);
  const found = new Map<string, number[]>();
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const name = tokens
      .word(at)
      .replace(/[«»]/gu, '')
      .replace(/^_root_\./u, '');
    const positions = found.get(name);
    if (positions === undefined) found.set(name, [tokens.start(at)]);
    else positions.push(tokens.start(at));
  }
  return found;
}

/** A letter that is no constant is read as a variable, although the syntax for variables is different. */
const VARIABLE = /^(\p{L}['₀-₉]?)(?:\.|$)/u;

/** Whether a name that no declaration has exactly may occur in statements. */
function isKnown(index: LibraryIndex, name: string): boolean {
  if (castSpellings().includes(name)) return true;
  const dot = name.lastIndexOf('.');
  const isLetter = VARIABLE.test(name);
  if (dot < 0) {
    const isInUse = [`s:c:${name}`, `s:c:.${name}`].some((token) => index.postings(token) !== null);
    return isLetter ? /^\p{Lu}/u.test(name) && isSuffixOfName(index, name) : isInUse || isSuffixOfName(index, name);
  }
  return isSuffixOfName(index, name) || (!isLetter && findDerived(index, name) !== null) || mayBeOfCore(index, name);
}

/** Whether the name may be one that core declares and the index lacks: its namespace is such a type, and has fields. */
function mayBeOfCore(index: LibraryIndex, name: string): boolean {
  const namespace = name.slice(0, name.lastIndexOf('.'));
  return (
    index.idsByName(namespace).length === 0 &&
    index.postings(`s:c:${namespace}`) !== null &&
    index.postings(`s:c:.${lastPart(name)}`) !== null
  );
}

function isSuffixOfName(index: LibraryIndex, name: string): boolean {
  const suffix = `.${name}`;
  return index.all('SELECT 1 FROM decls WHERE substr(name, -length(?)) = ? LIMIT 1', suffix, suffix).length > 0;
}

function unknownConstant(index: LibraryIndex, query: string, name: string, at: number): Failure {
  const [, letter] = VARIABLE.exec(name) ?? [];
  const hint = letter === undefined ? similarHint(index, name) : `Write _ or ?${letter} for any term.`;
  const failure = patternFailure(query, at, `Unknown constant '${ellipsis(name, MAX_SHOWN)}'.`, hint);
  return Failure.of({ ...failure.detail, code: 'pattern-constant' });
}

function similarHint(index: LibraryIndex, name: string): string | undefined {
  const similar = similarDeclarations(index, name, MAX_SIMILAR);
  return similar.length === 0 ? undefined : `Similar names: ${similar.join(', ')}.`;
}

/** A field of any type, as in `?x.foo`. */
function requireKnownFields(index: LibraryIndex, query: string, { kind, head, args }: Term, from: number): void {
  if (kind === Kind.PROJECTION) {
    const field = lastPart(head);
    const at = query.indexOf(`.${field}`, from) + 1;
    if (at > 0 && index.postings(`s:c:.${field}`) === null && !isSuffixOfName(index, field))
      throw unknownConstant(index, query, field, at);
  }
  for (const child of args) requireKnownFields(index, query, child, from);
}
