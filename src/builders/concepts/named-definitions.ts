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
  resolved: Map<string, number>;
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
  const numbers = new Map(definitions.map(({ name }, number) => [name, number]));
  const lastParts = new Set(definitions.map(({ name }) => name.slice(name.lastIndexOf('.') + 1)));
  const rows = scopedRows(index);
  const found: Map<number, string>[] = [];
  for (const { token } of index.tokensWithPrefix(CONSTANT)) {
    const written = token.slice(CONSTANT.length);
    if (written.startsWith('.') || !lastParts.has(written.slice(written.lastIndexOf('.') + 1))) continue;
    for (const id of index.postings(token)!.ids) {
      const scope = rows[id]?.scope;
      if (scope === undefined) continue;
      let number = scope.resolved.get(written);
      if (number === undefined) scope.resolved.set(written, (number = resolve(written, scope, numbers)));
      if (number >= 0) (found[id] ??= new Map()).set(number, written);
    }
  }
  const named: number[][] = [];
  found.forEach((constants, id) => {
    const { scope, type } = rows[id]!;
    const own = new Set(type.match(WORD));
    named[id] = [...constants].filter(([, written]) => isOwn(written, own, scope)).map(([number]) => number);
    named[id].sort((a, b) => a - b);
    for (const number of named[id]) definitions[number]!.statements++;
  });
  return named;
}

/** Whether the statement names the constant itself, or a variable of that class. */
function isOwn(written: string, own: ReadonlySet<string>, { binders }: Scope): boolean {
  const of = binders.filter((binder) => binder.has(written));
  return of.length === 0 || own.has(written) || of.some((binder) => Array.from(binder).some((word) => own.has(word)));
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
        resolved: new Map(),
      };
      scopes.set(key, scope);
    }
    byRow[id] = { scope, type };
  }
  return byRow;
}

/** -1 if the name is none of the definitions. */
function resolve(written: string, { outer, opens }: Scope, numbers: ReadonlyMap<string, number>): number {
  for (const space of outer) {
    const number = numbers.get(`${space}.${written}`);
    if (number !== undefined) return number;
  }
  const root = numbers.get(written);
  if (root !== undefined) return root;
  for (const open of opens) {
    for (const space of [open, ...outer.map((around) => `${around}.${open}`)]) {
      const number = numbers.get(`${space}.${written}`);
      if (number !== undefined) return number;
    }
  }
  return -1;
}
