/** Selects the definitions of an index that can be meanings of concepts. */
import type { LibraryIndex } from '../../index/library-index.ts';
import { DEFINITION_KINDS } from '../../search/concepts/rank-meanings.ts';
import type { Definition } from '../../concepts/definition.ts';

/** A definition with what the builder reads of it. */
export interface SourceDefinition extends Omit<Definition, 'words'> {
  /** Row of the index. */
  id: number;
  doc: string | null;
  /** The signature after the name. */
  type: string;
}

const KINDS = DEFINITION_KINDS.map((kind) => `'${kind}'`).join(', ');
/** Names and modules of tactics, linters and other programs: they are no mathematics. */
const PROGRAMS =
  /^(?:Lean|Aesop|Qq|Plausible|ProofWidgets|ImportGraph|Lake|LibraryNote|Mathlib)\.|(?:^|\.)Linter\b|\bLibraryNote\b/;
const PROGRAM_MODULES =
  /^(?:Mathlib\.(?:Tactic|Lean|Util)|Batteries\.(?:Tactic|Lean|Util|Linter)|Aesop|Qq|ProofWidgets|Plausible|ImportGraph|LeanSearchClient|Lake)(?:\.|$)/;

interface Selected {
  id: number;
  name: string;
  kind: string;
  doc: string | null;
  type: string;
  module: string;
  package: string;
  origin: string;
  generated_from: string | null;
}

/** Sorted by name, so that a base does not depend on the order of files. The first row of a name counts. */
export function readDefinitions(index: LibraryIndex): SourceDefinition[] {
  const rows = index.all<Selected>(
    `SELECT d.id, d.name, d.kind, d.doc, substr(d.signature, d.type_at + 1) AS type, d.origin, d.generated_from, f.module, p.name AS package
     FROM decls d JOIN files f ON f.id = d.file_id JOIN packages p ON p.id = f.package_id
     WHERE d.kind IN (${KINDS}) AND d.is_private = 0 AND d.is_deprecated = 0 AND d.instance_of IS NULL
       AND d.origin IN ('written', 'to_additive', 'to_dual')
     ORDER BY d.name, d.id`,
  );
  const definitions = new Map<string, SourceDefinition>();
  for (const { origin, generated_from, ...row } of rows) {
    if (definitions.has(row.name) || PROGRAMS.test(row.name) || PROGRAM_MODULES.test(row.module)) continue;
    definitions.set(row.name, {
      ...row,
      uses: index.columns.uses[row.id] ?? 0,
      statements: 0,
      texts: 0,
      generatedFrom: origin === 'written' ? null : generated_from,
    });
  }
  return [...definitions.values()];
}
