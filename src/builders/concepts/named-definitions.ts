/** Finds which definitions each statement of an index names, from the lists of constants in statements. */
import type { LibraryIndex } from '../../index/library-index.ts';
import { contextWithin, enclosing } from '../../search/resolve-at-place.ts';
import type { SourceDefinition } from './definitions.ts';

/** Prefix of the lists of `index/shapes.ts`: a constant of a statement, as written. */
const CONSTANT = 's:c:';

interface Scope {
  /** The namespace and those around it, innermost first. */
  outer: string[];
  opens: string[];
  /** Words of each binder of the scope's variables. */
  binders: ReadonlySet<string>[];
  /** The name that was last resolved in it. */
  last: ResolvedName | null;
}

/** What a name means in a scope. `number`: of the definition; -1 if it is none. */
interface ResolvedName {
  written: string;
  number: number;
  /** Binders of the scope that have the name, such as `[TopologicalSpace X]`. */
  binders: ReadonlySet<string>[];
}

interface ScopedRow {
  scope: Scope;
  /** The signature after the name. */
  type: string;
}

const WORD = /[\p{L}\p{N}_'.!?]+/gu;

/**
 * By row of the index: numbers of the definitions that its statement names, in rising order. A name is resolved where
 * it stands: the innermost namespace first, then the root, then what is open. A class of a variable counts only if the
 * statement itself names the variable: `TopologicalSpace` is in thousands of statements that are about something else.
 * Counts the statements of each definition.
 */
export function namedDefinitions(index: LibraryIndex, definitions: SourceDefinition[]): number[][] {
  const byLastPart = Map.groupBy(definitions.keys(), (number) => lastPart(definitions[number]!.name));
  const rows = scopedRows(index);
  const found: ResolvedName[][] = [];
  for (const { token } of index.tokensWithPrefix(CONSTANT)) {
    const written = token.slice(CONSTANT.length);
    if (written.startsWith('.')) continue;
    const spaces = new Map<string, number>();
    for (const number of byLastPart.get(lastPart(written)) ?? []) {
      const { name } = definitions[number]!;
      if (name === written) spaces.set('', number);
      else if (name.endsWith(`.${written}`)) spaces.set(name.slice(0, -written.length - 1), number);
    }
    if (spaces.size === 0) continue;
    for (const id of index.postings(token)!.ids) {
      const scope = rows[id]?.scope;
      if (scope === undefined) continue;
      if (scope.last?.written !== written) scope.last = resolved(written, scope, spaces);
      if (scope.last.number >= 0) (found[id] ??= []).push(scope.last);
    }
  }
  const named: number[][] = [];
  found.forEach((names, id) => {
    const own = memoizedWords(rows[id]!.type);
    named[id] = [...new Set(names.filter((name) => isOwn(name, own)).map(({ number }) => number))];
    named[id].sort((a, b) => a - b);
    for (const number of named[id]) definitions[number]!.statements++;
  });
  return named;
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function resolved(written: string, scope: Scope, spaces: ReadonlyMap<string, number>): ResolvedName {
  const number = resolve(scope, spaces);
  return { written, number, binders: number < 0 ? [] : scope.binders.filter((binder) => binder.has(written)) };
}

/** Whether the statement names the constant itself, or a variable of that class. */
function isOwn({ written, binders }: ResolvedName, own: () => ReadonlySet<string>): boolean {
  if (binders.length === 0) return true;
  const words = own();
  return words.has(written) || binders.some((binder) => Array.from(binder).some((word) => words.has(word)));
}

/** The words of a signature; most are never asked for. */
function memoizedWords(type: string): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | null = null;
  return () => (words ??= new Set(type.match(WORD)));
}

function scopedRows(index: LibraryIndex): ScopedRow[] {
  const scopes = new Map<string, Scope>();
  const byRow: ScopedRow[] = [];
  const rows = index.all<{
    id: number;
    namespace: string;
    name: string;
    type: string;
    scopeId: number;
    opens: string;
    variables: string;
  }>(
    `SELECT d.id, d.namespace, d.name, substr(d.signature, d.type_at + 1) AS type, d.scope_id AS scopeId, s.opens, s.variables
     FROM decls d JOIN scopes s ON s.id = d.scope_id WHERE d.is_private = 0`,
  );
  for (const { id, namespace, name, type, scopeId, opens, variables } of rows) {
    const { namespace: inner } = contextWithin({ name, namespace, opens: [] });
    const key = `${inner} ${scopeId}`;
    let scope = scopes.get(key);
    if (scope === undefined) {
      scope = {
        outer: enclosing(inner),
        opens: opens.split('\n').filter((open) => open !== '' && !open.startsWith('scoped ')),
        binders: variables.split('\n').map((binder) => new Set(binder.match(WORD))),
        last: null,
      };
      scopes.set(key, scope);
    }
    byRow[id] = { scope, type };
  }
  return byRow;
}

/** `spaces`: the definitions that a name may mean, by their namespace. -1 if it means none of them here. */
function resolve({ outer, opens }: Scope, spaces: ReadonlyMap<string, number>): number {
  const root = spaces.get('') ?? -1;
  if (root >= 0 && spaces.size === 1) return root;
  for (const space of outer) {
    const number = spaces.get(space);
    if (number !== undefined) return number;
  }
  if (root >= 0) return root;
  for (const open of opens) {
    for (const space of [open, ...outer.map((around) => `${around}.${open}`)]) {
      const number = spaces.get(space);
      if (number !== undefined) return number;
    }
  }
  return -1;
}
