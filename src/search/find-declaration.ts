/** From a name as a user types it to the one declaration that is meant. */
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import { findDerived } from './generated-names.ts';
import { nearestNames, searchNames } from './name.ts';
import { parseNameQuery } from './name-query.ts';

export interface FoundDeclaration {
  /** Null if nothing has the name or several could be meant. */
  row: DeclarationRow | null;
  notices: string[];
  /** Without a row: names that could be meant, likeliest first. */
  candidates: string[];
  /** The candidates all end in the name; else they are only like it. */
  isAmbiguous: boolean;
}

const MOST_CANDIDATES = 10;

/** By full name; else but for case; else by what generates it; else without its namespace, if only one declaration ends so. */
export function findDeclaration(index: LibraryIndex, name: string): FoundDeclaration {
  const query = parseNameQuery(name);
  if (query === null) return unknown([], false);
  const [exact] = publicFirst(index.rows(index.idsByName(query.text)));
  if (exact !== undefined) return found(exact);
  const butCase = namesOf(index.rows(index.idsByNameLower(query.lower)));
  if (butCase.length === 1) return found(rowNamed(index, butCase[0]!), `${query.text} is written ${butCase[0]}.`);
  if (butCase.length > 1) return unknown(butCase, true);
  const derived = findDerived(index, query.text);
  if (derived !== null) return found(index.row(derived.hit.row.id)!, derived.notice);
  const options = { limit: 60, explain: false, allow: null };
  const names = namesOf(index.nameRows(searchNames(index, query.text, options).map(({ id }) => id)));
  const ending = names.filter((candidate) => candidate.endsWith(`.${query.text}`));
  if (ending.length === 1) return found(rowNamed(index, ending[0]!), `${query.text} is ${ending[0]}.`);
  if (ending.length > 1) return unknown(ending, true);
  const like =
    names.length > 0
      ? names
      : namesOf(index.nameRows(nearestNames(index, query.text, MOST_CANDIDATES).map(({ id }) => id)));
  return unknown(like, false);
}

function found(row: DeclarationRow, ...notices: string[]): FoundDeclaration {
  return { row, notices, candidates: [], isAmbiguous: false };
}

function unknown(candidates: string[], isAmbiguous: boolean): FoundDeclaration {
  return { row: null, notices: [], candidates: candidates.slice(0, MOST_CANDIDATES), isAmbiguous };
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
