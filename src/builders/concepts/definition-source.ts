/** What a model sees of a definition, and the hashes by which its answers follow the definition. */
import { sha256 } from '../../base/hash.ts';
import { wordSet } from '../../base/words.ts';
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';
import { statementText } from '../../lean/whole-statement.ts';
import { DEFINITION_KINDS } from '../../search/concepts/rank-meanings.ts';
import { rowStatement } from '../../search/row-statement.ts';

export interface DefinitionSource {
  row: DeclarationRow;
  /** Kind, name, binders with those in scope, type and body; without its docstring. */
  text: string;
  /** Title of the module; '' if it has none. */
  title: string;
}

export interface DefinitionHashes {
  /** Hash of name, kind, signature, body, docstring and module. */
  contentHash: string;
  /** Hash of kind, signature and body: a renamed definition keeps it. */
  shapeHash: string;
}

const KINDS = wordSet(DEFINITION_KINDS.join(' '));

/** The first row of a name counts, as in `readDefinitions`. Null if the index has no such definition. */
export function currentDefinition(index: LibraryIndex, name: string): DeclarationRow | null {
  const rows = index.rows(index.idsByName(name)).toSorted((a, b) => a.id - b.id);
  return rows.find(({ kind, isPrivate, isDeprecated }) => KINDS.has(kind) && !isPrivate && !isDeprecated) ?? null;
}

export function definitionSource(index: LibraryIndex, row: DeclarationRow): DefinitionSource {
  const statement = statementText(rowStatement(index, row));
  const sql = 'SELECT title FROM files JOIN decls ON files.id = file_id WHERE decls.id = ?';
  const title = index.all<{ title: string | null }>(sql, row.id)[0]?.title ?? '';
  return { row, text: [`${row.kind} ${row.name} ${statement}`.trim(), row.body].join('\n').trim(), title };
}

export function definitionHashes({ name, kind, type, body, doc, module }: DeclarationRow): DefinitionHashes {
  return {
    contentHash: sha256(JSON.stringify([name, kind, type, body, doc, module])),
    shapeHash: sha256(JSON.stringify([kind, type, body])),
  };
}
