/** Rows with only the data for parsing their statement again: for the hundreds of candidates of one query. */
import { memoizeByValue } from '../base/memoize.ts';
import type { DeclarationRow, LibraryIndex } from './library-index.ts';
import { lines, words } from './row-columns.ts';

export type StatementRow = Pick<
  DeclarationRow,
  'id' | 'name' | 'type' | 'namespace' | 'module' | 'origin' | 'generatedFrom' | 'attributes' | 'variables'
> & { opens: string[] };

type RawRow = Omit<StatementRow, 'type' | 'module' | 'attributes' | 'variables' | 'opens'> &
  Record<'signature' | 'attributes', string> &
  Record<'typeAt' | 'fileId' | 'scopeId', number>;

type Scope = Pick<StatementRow, 'variables' | 'opens'>;

const SELECT = `
SELECT id, name, signature, type_at AS typeAt, namespace, file_id AS fileId, origin, generated_from AS generatedFrom,
  attributes, scope_id AS scopeId
FROM decls`;
/** Ids per statement. A fixed number keeps the number of prepared statements small. */
const IDS_PER_STATEMENT = 64;

export class StatementRows {
  private readonly index: LibraryIndex;

  constructor(index: LibraryIndex) {
    this.index = index;
  }

  /** In rising order of id within each batch of ids; skips ids without a row. */
  rows(ids: readonly number[]): StatementRow[] {
    const found: StatementRow[] = [];
    for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
      const batch = ids.slice(at, at + IDS_PER_STATEMENT);
      // The last batch is padded to use the same prepared statement.
      while (batch.length < IDS_PER_STATEMENT) batch.push(-1);
      const marks = batch.map(() => '?').join(',');
      for (const raw of this.index.all<RawRow>(`${SELECT} WHERE id IN (${marks})`, ...batch)) found.push(this.row(raw));
    }
    return found;
  }

  byName(name: string): StatementRow | null {
    const [id] = this.index.idsByName(name);
    return id === undefined ? null : (this.rows([id])[0] ?? null);
  }

  private row(raw: RawRow): StatementRow {
    const { id, name, signature, typeAt, namespace, fileId, origin, generatedFrom, attributes, scopeId } = raw;
    return {
      id,
      name,
      type: signature.slice(typeAt),
      namespace,
      module: this.module(fileId),
      origin,
      generatedFrom,
      attributes: words(attributes),
      ...this.scope(scopeId),
    };
  }

  private readonly module = memoizeByValue((fileId: number): string => {
    return this.index.all<{ module: string }>('SELECT module FROM files WHERE id = ?', fileId)[0]?.module ?? '';
  });

  /** Neighbouring rows share their scope: one pair of arrays for all of them. */
  private readonly scope = memoizeByValue((id: number): Scope => {
    const sql = 'SELECT variables, opens FROM scopes WHERE id = ?';
    const [raw] = this.index.all<{ variables: string; opens: string }>(sql, id);
    return { variables: lines(raw?.variables ?? ''), opens: lines(raw?.opens ?? '') };
  });
}
