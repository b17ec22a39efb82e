/** Reports the definitions of a concept base: what the index says of them, and what the base knows of their meaning. */
import type { ConceptBase } from '../concepts/open-base.ts';
import type { DeclarationRow } from '../index/library-index.ts';
import { fieldsOfModule } from '../search/concepts/fields-of-mathematics.ts';
import type { KnownSpelling } from '../search/concepts/known-spellings.ts';
import type { DefinitionReport, SpellingReport } from './concepts-schema.ts';
import { reportDeclaration, type RowSources } from './search-report.ts';

export interface DefinitionSources extends RowSources {
  base: ConceptBase;
}

/** Null if the index has no longer a declaration of that name. */
export function reportDefinition(number: number, sources: DefinitionSources): DefinitionReport | null {
  const { base } = sources;
  const row = rowOf(number, sources);
  if (row === null) return null;
  const { kind, name, statement, module, package: packageName, ...declaration } = reportDeclaration(row, sources);
  return {
    name,
    kind,
    arguments: statement.binders.filter((binder) => binder.kind === 'explicit').flatMap(({ names }) => names),
    statement,
    annotation: base.annotation(number),
    fields: fieldsOfModule(module),
    import: declaration.import,
    module,
    package: packageName,
    file_path: declaration.file_path,
    line_start: declaration.line_start,
    path: declaration.path,
    links: declaration.links,
    deprecated: declaration.deprecated,
  };
}

/** Several packages may declare the name: the module of the base decides. */
function rowOf(number: number, { base, index }: DefinitionSources): DeclarationRow | null {
  const { name, module } = base.definition(number);
  const rows = index.rows(index.idsByName(name)).filter(({ isPrivate }) => !isPrivate);
  return rows.find((row) => row.module === module) ?? rows[0] ?? null;
}

/** Reports what still exists, and a notice about the others. */
export function reportExisting<Item extends { definition: number }, Report>(
  items: readonly Item[],
  sources: DefinitionSources,
  report: (item: Item, definition: DefinitionReport) => Report,
): { reports: Report[]; missing: number } {
  const reports = items.flatMap((item) => {
    const definition = reportDefinition(item.definition, sources);
    return definition === null ? [] : [report(item, definition)];
  });
  return { reports, missing: items.length - reports.length };
}

/** Nothing if none is missing. */
export function missingNotices(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? 'A definition is not shown, because the index no longer has it.'
      : `${count} definitions are not shown, because the index no longer has them.`,
  ];
}

export function reportSpellings(spellings: readonly KnownSpelling[]): SpellingReport[] {
  return spellings.map(({ term, write, names, note, hasDefinition }) => ({
    term,
    write,
    names,
    note,
    has_definition: hasDefinition,
  }));
}
