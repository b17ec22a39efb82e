/** Reports the definitions of a concept base: what the index says of them, and what the base knows of their meaning. */
import type { Concept } from '../concepts/definition.ts';
import type { ConceptBase } from '../concepts/open-base.ts';
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import { definitionRow } from '../search/concepts/definition-row.ts';
import { fieldsOfModule } from '../search/concepts/fields-of-mathematics.ts';
import type { KnownSpelling } from '../search/concepts/known-spellings.ts';
import { variantUses } from '../search/concepts/variants.ts';
import type { DefinitionReport, SpellingReport, UseReport } from './concepts-schema.ts';
import { reportDeclaration, type RowSources } from './search-report.ts';

export interface DefinitionSources extends RowSources {
  base: ConceptBase;
}

/** A definition of the base with its row. */
export interface Existing<Item> {
  item: Item;
  row: DeclarationRow;
}

/** The definitions that the index still has, in their order. */
export function existingDefinitions<Item extends { definition: number }>(
  items: readonly Item[],
  { index, base }: Pick<DefinitionSources, 'index' | 'base'>,
): Existing<Item>[] {
  return items.flatMap((item) => {
    const row = definitionRow(index, base, item.definition);
    return row === null ? [] : [{ item, row }];
  });
}

export function reportDefinition(row: DeclarationRow, number: number, sources: DefinitionSources): DefinitionReport {
  const { kind, name, statement, module, package: packageName, ...declaration } = reportDeclaration(row, sources);
  return {
    name,
    kind,
    arguments: statement.binders.filter((binder) => binder.kind === 'explicit').flatMap(({ names }) => names),
    statement,
    annotation: sources.base.annotation(number),
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

/** When to use which of the variants, in their order. */
export function reportUses(index: LibraryIndex, rows: readonly DeclarationRow[]): UseReport[] {
  return variantUses(index, rows).map(
    ({ of, needs, words, write, notations, general, special, example, preferred }) => ({
      of,
      needs,
      words,
      write,
      notations,
      general,
      special,
      example,
      preferred,
    }),
  );
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

/** What the report of every concept has. */
export function conceptFields({ name, key, isCore, texts }: Concept) {
  return { name, key, core: isCore, texts };
}

/** Six digits are enough to distinguish scores. */
export function rounded(score: number): number {
  return Number(score.toPrecision(6));
}
