/**
 * Generated statements that name what does not exist: a translation guessed the name of another constant, and guessed
 * wrong. A name that the source statement has too is left alone, because it may be declared in core.
 */
import type Database from 'better-sqlite3';
import { CLASS, IDENTIFIER_REST } from '../lean/characters.ts';
import { lastPart } from '../lean/term/term.ts';
import { decodePostings } from './postings.ts';
import { EXPANDED } from './stored-rows.ts';

/** What Lean and the constructor commands make for each type; no source declares it. */
const DERIVED = /^(?:rec|recOn|casesOn|noConfusion\w*|brecOn|below|mk|inj|injEq|sizeOf\w*|eq_def|eq_\d+|ext|ext_iff)$/u;

/** A constant or field of one generated statement that its source statement does not have. */
interface Suspect {
  id: number;
  name: string;
}

/** Ids of the rows, found from the lists of `index/shapes.ts`. All rows and lists must be written. */
export function rowsWithUnknownNames(database: Database.Database): number[] {
  const sources = sourcesOf(database);
  const suspects: Suspect[] = [];
  for (const { name, ids } of constantLists(database)) {
    const known = new Set(ids);
    for (const id of ids)
      if (sources.get(id)?.some((source) => known.has(source)) === false) suspects.push({ id, name });
  }
  const names = new DeclaredNames(database, suspects);
  const row = database.prepare(SELECT_PLACE);
  const isUnknown = ({ id, name }: Suspect): boolean => {
    const last = lastPart(name);
    if (names.exists(name) || DERIVED.test(last)) return false;
    const { text, namespace } = row.get(id) as { text: string; namespace: string };
    // Not a name that a notation stands for.
    if (!isWritten(`.${last}`, text)) return false;
    const type = name.slice(0, name.lastIndexOf('.'));
    if (!names.hasLastPart(last)) return type === '' || names.isDeclared(type, namespace);
    // A field of a type may be that of its parent. But `Type.name` as written must be declared.
    return /^\p{Lu}/u.test(lastPart(type)) && names.isDeclared(type, namespace) && isWritten(name, text);
  };
  return [...new Set(suspects.filter(isUnknown).map(({ id }) => id))];
}

/** By id of a row that an attribute generates: the rows that have the name of its source. */
function sourcesOf(database: Database.Database): Map<number, number[]> {
  const pairs = database.prepare(SELECT_SOURCES).raw().all() as [id: number, source: number][];
  const sources = new Map<number, number[]>();
  for (const [id, source] of pairs) {
    const known = sources.get(id);
    if (known === undefined) sources.set(id, [source]);
    else known.push(source);
  }
  return sources;
}

/** The dotted names in statements, with their rows. Others come from a table of translations, whose names exist. */
function* constantLists(database: Database.Database): Generator<{ name: string; ids: number[] }> {
  const lists = database.prepare(SELECT_LISTS).iterate() as Iterable<{
    token: string;
    count: number;
    data: Uint8Array;
  }>;
  let name = '';
  let ids: number[] = [];
  for (const { token, count, data } of lists) {
    if (token !== name) {
      yield { name: name.slice(PREFIX.length), ids };
      name = token;
      ids = [];
    }
    for (const id of decodePostings(data, count).ids) ids.push(id);
  }
  yield { name: name.slice(PREFIX.length), ids };
}

/** The declared names that end as the suspects or their namespaces do. */
class DeclaredNames {
  readonly #byLastPart = new Map<string, string[]>();

  constructor(database: Database.Database, suspects: readonly Suspect[]) {
    for (const { name } of suspects) {
      this.#byLastPart.set(lastPart(name), []);
      if (!name.startsWith('.')) this.#byLastPart.set(lastPart(name.slice(0, name.lastIndexOf('.'))), []);
    }
    for (const name of database.prepare('SELECT name FROM decls').pluck().iterate() as Iterable<string>)
      this.#byLastPart.get(lastPart(name))?.push(name);
  }

  hasLastPart(last: string): boolean {
    return this.#byLastPart.get(last)!.length > 0;
  }

  /** Whether it is the full name of a declaration at the root or in a namespace around. */
  isDeclared(name: string, namespace: string): boolean {
    const declared = this.#byLastPart.get(lastPart(name))!;
    for (let outer = namespace; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf('.')))) {
      if (declared.includes(outer === '' ? name : `${outer}.${name}`)) return true;
      if (outer === '') return false;
    }
  }

  /** Whether a declaration has the name, or the name in a namespace. */
  exists(name: string): boolean {
    const end = name.startsWith('.') ? name : `.${name}`;
    return this.#byLastPart.get(lastPart(name))!.some((one) => one === name || one.endsWith(end));
  }
}

/** Whether the text has the name as a whole word, or as the whole rest of one if it starts with a dot. */
function isWritten(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = name.startsWith('.') ? ' ' : (text[at - 1] ?? ' ');
    if (before !== '.' && !isIdentifierRest(before) && !isIdentifierRest(text[at + name.length] ?? ' ')) return true;
  }
  return false;
}

const isIdentifierRest = (unit: string): boolean => ((CLASS[unit.charCodeAt(0)] ?? 0) & IDENTIFIER_REST) !== 0;

const PREFIX = 's:c:';
const SELECT_LISTS = `
SELECT token, count, data FROM postings WHERE token >= '${PREFIX}' AND token < '${PREFIX.slice(0, -1)};'
  AND instr(token, '.') > 0 ORDER BY token, segment`;
const SELECT_SOURCES = `
SELECT d.id, s.id FROM decls d JOIN decls s ON s.name = d.generated_from WHERE d.origin IN (${EXPANDED})`;
const SELECT_PLACE = `
SELECT d.signature || ' ' || s.variables AS text, d.namespace FROM decls d JOIN scopes s ON s.id = d.scope_id
WHERE d.id = ?`;
