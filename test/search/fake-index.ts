/** A library index in memory, made from a few declarations and the analysers under test. */
import type { AnalysedDeclaration, MakeAnalyser } from '../../src/index/analysis.ts';
import type { DeclarationRow, LibraryIndex, RowColumns } from '../../src/index/library-index.ts';
import type { Postings } from '../../src/index/postings.ts';
import { KINDS, ORIGINS, type DeclarationKind, type Notation } from '../../src/lean/declaration.ts';
import { emittedTokens } from '../index/emitted-tokens.ts';

/** Fields that a test sets; the others get default values. */
export type FakeDeclaration = Partial<Omit<DeclarationRow, 'id'>> & { name: string };

export interface FakeLibrary {
  declarations: FakeDeclaration[];
  analysers: MakeAnalyser[];
  notations?: Notation[];
  meta?: Record<string, string>;
}

/** Rows get the ids 1, 2, 3, … in the order given. */
export function makeFakeIndex(library: FakeLibrary): LibraryIndex {
  const rows: (DeclarationRow | null)[] = [
    null,
    ...library.declarations.map((declaration, i) => completeRow(declaration, i + 1)),
  ];
  const notations = library.notations ?? [];
  const lists = analyseRows(rows, library.analysers, notations);
  let columns: RowColumns | null = null;
  const alive = (id: number) => rows[id] ?? null;
  const pick = (ids: readonly number[]) => ids.flatMap((id) => alive(id) ?? []);
  const idsWhere = (test: (row: DeclarationRow) => boolean) =>
    rows.flatMap((row) => (row !== null && test(row) ? [row.id] : []));
  return {
    path: 'fake',
    idLimit: rows.length,
    rowCount: rows.length - 1,
    meta: (key) => library.meta?.[key] ?? null,
    row: alive,
    rows: pick,
    nameRows: pick,
    idsByName: (name) => idsWhere((row) => row.name === name),
    idsByNameLower: (name) => idsWhere((row) => row.name.toLowerCase() === name),
    postings: (token) => lists.get(token) ?? null,
    tokensWithPrefix: (prefix) =>
      [...lists].flatMap(([token, list]) => (token.startsWith(prefix) ? [{ token, count: list.ids.length }] : [])),
    get columns() {
      return (columns ??= columnsOf(rows));
    },
    notations: () => notations,
    // The only statement that searches by words run: columns of the rows whose ids are given as JSON.
    all: <T>(_sql: string, ids: unknown) => pick(JSON.parse(String(ids)) as number[]).map(storedRow) as T[],
    close: () => {},
  };
}

function storedRow({ id, name, signature, type, body }: DeclarationRow): Record<string, unknown> {
  return { id, name, signature, type_at: signature.length - type.length, body };
}

function completeRow(given: FakeDeclaration, id: number): DeclarationRow {
  const kind: DeclarationKind = given.kind ?? 'theorem';
  const type = given.type ?? ': True';
  const dot = given.name.lastIndexOf('.');
  return {
    kind,
    type,
    signature: `${kind} ${given.name} ${type}`,
    doc: null,
    filePath: 'Fake.lean',
    lineStart: id,
    lineEnd: id,
    module: 'Fake',
    package: 'fake',
    namespace: dot < 0 ? '' : given.name.slice(0, dot),
    attributes: [],
    modifiers: [],
    origin: 'written',
    generatedFrom: null,
    isPrivate: false,
    isApproximate: false,
    isDeprecated: false,
    replacement: null,
    deprecatedSince: null,
    deprecationNote: null,
    instanceOf: null,
    variables: [],
    body: '',
    section: null,
    uses: 0,
    ...given,
    id,
  };
}

function analyseRows(
  rows: (DeclarationRow | null)[],
  makers: MakeAnalyser[],
  notations: Notation[],
): Map<string, Postings> {
  const analysers = makers.map((make) => emittedTokens(make, notations));
  const lists = new Map<string, Map<number, number>>();
  for (const row of rows) {
    if (row === null) continue;
    const input: AnalysedDeclaration = {
      declaration: {
        ...row,
        typeAt: row.signature.length - row.type.length,
        attributes: row.attributes.map((name) => ({ name, args: '', doc: null, scope: 'global' as const })),
      },
      module: row.module,
      title: null,
      mentions: [],
    };
    for (const analyse of analysers) {
      for (const [token, weight] of analyse(input)) {
        let list = lists.get(token);
        if (list === undefined) lists.set(token, (list = new Map()));
        list.set(row.id, Math.max(list.get(row.id) ?? 0, weight));
      }
    }
  }
  return new Map(
    [...lists].map(([token, list]) => [
      token,
      { ids: Uint32Array.from(list.keys()), weights: Uint8Array.from(list.values()) },
    ]),
  );
}

function columnsOf(rows: (DeclarationRow | null)[]): RowColumns {
  return {
    kind: Uint8Array.from(rows, (row) => (row === null ? 255 : KINDS.indexOf(row.kind))),
    flags: Uint8Array.from(rows, (row) =>
      row === null
        ? 0
        : (row.isPrivate ? 1 : 0) |
          (row.isDeprecated ? 2 : 0) |
          (row.isApproximate ? 4 : 0) |
          (row.origin === 'written' ? 0 : 8),
    ),
    origin: Uint8Array.from(rows, (row) => (row === null ? 0 : ORIGINS.indexOf(row.origin))),
    uses: Float32Array.from(rows, (row) => row?.uses ?? 0),
  };
}
