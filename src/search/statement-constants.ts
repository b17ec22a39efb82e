/** Which declarations the names in a statement refer to, for links. */
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import { statementText } from '../lean/whole-statement.ts';
import { meanings } from './resolve-at-place.ts';
import { rowStatement } from './row-statement.ts';

const PART = String.raw`(?![λΠΣ])[\p{L}_][\p{L}\p{N}_'!?]*`;
const NAME = new RegExp(String.raw`${PART}(?:\.${PART})*`, 'gu');
/** Names that a bracket, a quantifier or a function binds. */
const BINDERS = /(?:[({[⦃]|[∀∃λ∑∏∫⨆⨅⋃⋂]|\bfun)([\p{L}\p{N}_'₀-₉\s]+)(?=[:∈,↦]|=>)/gu;
/** A longer statement gets no more links: they are an aid, and each costs a lookup. */
const MAX_NAMES = 60;

/** Full names by the names as written. Names of variables, and names of several meanings, are left out. */
export function statementConstants(index: LibraryIndex, row: DeclarationRow): Record<string, string> {
  const { namespace, opens = [] } = row;
  const statement = rowStatement(index, row);
  const text = statementText(statement);
  const bound = new Set(statement.binders.flatMap(({ names }) => names));
  for (const [, names] of text.matchAll(BINDERS)) for (const name of names!.trim().split(/\s+/u)) bound.add(name);
  const written = new Set(Array.from(text.matchAll(NAME), ([name]) => name));
  const constants = Object.create(null) as Record<string, string>;
  for (const name of [...written].slice(0, MAX_NAMES)) {
    if (bound.has(name)) continue;
    const [meaning, ...others] = meanings(index, name, { namespace, opens });
    if (meaning !== undefined && others.length === 0) constants[name] = meaning;
  }
  return constants;
}
