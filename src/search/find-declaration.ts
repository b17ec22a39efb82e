/** Resolves a name that a user typed to one declaration. */
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import { findDerived } from './generated-names.ts';
import { foundNames, searchNames } from './name.ts';
import { parseNameQuery } from './name-query.ts';
import { similarDeclarations } from './similar-names.ts';

export interface FoundDeclaration {
  /** Null if no declaration has the name, or if it is ambiguous. */
  row: DeclarationRow | null;
  notices: string[];
  /** If `row` is null: possible names, most likely first. */
  candidates: string[];
  /** True if all candidates end in the name; false if they are only similar to it. */
  isAmbiguous: boolean;
}

const MAX_CANDIDATES = 10;

/** Tries in order: the full name, the name in another case, a generated name, the only name that ends in it. */
export function findDeclaration(index: LibraryIndex, name: string): FoundDeclaration {
  const query = parseNameQuery(name);
  if (query === null) return unknown([], false);
  const [exact] = publicFirst(index.rows(index.idsByName(query.text)));
  if (exact !== undefined) return found(exact);
  const otherCase = namesOf(index.rows(index.idsByNameLower(query.lower)));
  if (otherCase.length === 1) return found(rowNamed(index, otherCase[0]!), `${query.text} is written ${otherCase[0]}.`);
  if (otherCase.length > 1) return unknown(otherCase, true);
  const derived = findDerived(index, query.text);
  if (derived !== null) return found(index.row(derived.hit.row.id)!, derived.notice);
  const options = { limit: 60, explain: false, allow: null };
  const names = foundNames(index, searchNames(index, query.text, options));
  const endsInName = names.filter((candidate) => candidate.endsWith(`.${query.text}`));
  if (endsInName.length === 1) return found(rowNamed(index, endsInName[0]!), `${query.text} is ${endsInName[0]}.`);
  if (endsInName.length > 1) return unknown(endsInName, true);
  return unknown(similarDeclarations(index, query.text, MAX_CANDIDATES), false);
}

function found(row: DeclarationRow, ...notices: string[]): FoundDeclaration {
  return { row, notices, candidates: [], isAmbiguous: false };
}

function unknown(candidates: string[], isAmbiguous: boolean): FoundDeclaration {
  return { row: null, notices: [], candidates: candidates.slice(0, MAX_CANDIDATES), isAmbiguous };
}

function rowNamed(index: LibraryIndex, name: string): DeclarationRow {
  return publicFirst(index.rows(index.idsByName(name)))[0]!;
}

function publicFirst(rows: DeclarationRow[]): DeclarationRow[] {
  return [...rows].sort((a, b) => Number(a.isPrivate) - Number(b.isPrivate));
}

function namesOf(rows: readonly { name: string }[]): string[] {
  return [...new Set(rows.map(({ name }) => name))];
}
