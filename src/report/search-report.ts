/** Makes the JSON report of `search`. Its text is rendered from the same object. */
import type { LibraryIndex, DeclarationRow } from '../index/library-index.ts';
import { statementText, type WholeStatement } from '../lean/whole-statement.ts';
import { definesProperty } from '../search/value-type.ts';
import { rowStatement } from '../search/row-statement.ts';
import type { Link } from '../session/source-links.ts';
import type { WritingIfAny } from '../search/name-at-place.ts';
import type { SearchResult } from '../search/search.ts';
import type { Hit } from '../search/types.ts';
import { matchedWords } from './highlight.ts';
import type { DeclarationReport, ResultReport, SearchReport, StatementReport } from './search-schema.ts';

/** Returns the absolute path of a package's file. */
export type Locate = (packageName: string, filePath: string) => string;

export function makeLocate(index: LibraryIndex): Locate {
  const packages = index.all<{ name: string; root: string }>('SELECT name, root FROM packages');
  const roots = new Map(packages.map(({ name, root }) => [name, root]));
  return (packageName, filePath) => {
    const root = roots.get(packageName);
    return root === undefined ? filePath : `${root.replace(/\/$/u, '')}/${filePath}`;
  };
}

/** Where the reports of rows find what a row does not contain. */
export interface RowSources {
  index: LibraryIndex;
  locate: Locate;
  link: Link;
}

export function reportDeclaration(row: DeclarationRow, { index, locate, link }: RowSources): DeclarationReport {
  return {
    name: row.name,
    kind: row.kind,
    signature: fullSignature(row),
    type: row.type,
    statement: reportStatement(typedStatement(index, row)),
    value: DEFINITIONS.has(row.kind) && row.body !== '' ? row.body.replace(/^:=\s*/u, '') : null,
    doc: row.doc,
    file_path: row.filePath,
    line_start: row.lineStart,
    path: locate(row.package, row.filePath),
    links: link(row),
    package: row.package,
    module: row.module,
    import: `import ${row.module}`,
    namespace: row.namespace,
    attributes: row.attributes,
    origin: row.origin,
    generated_from: row.generatedFrom,
    private: row.isPrivate,
    approximate: row.isApproximate,
    deprecated: row.isDeprecated
      ? { replacement: row.replacement, since: row.deprecatedSince, note: row.deprecationNote }
      : null,
  };
}

const DEFINITIONS: ReadonlySet<string> = new Set(['def', 'abbrev']);

/** With the type `Prop` of a property that does not write it. */
function typedStatement(index: LibraryIndex, row: DeclarationRow): WholeStatement {
  const statement = rowStatement(index, row);
  return statement.type === '' && definesProperty(index, row) ? { ...statement, type: 'Prop' } : statement;
}

export function reportStatement(statement: WholeStatement): StatementReport {
  return {
    text: statementText(statement),
    binders: statement.binders.map(({ isFromScope, ...binder }) => ({ ...binder, from_scope: isFromScope })),
    type: statement.type,
  };
}

/** The signature with the full name, even if the source inside a namespace writes only its last part. */
function fullSignature({ name, signature, type }: DeclarationRow): string {
  const head = signature.slice(0, signature.length - type.length).trimEnd();
  const written = head.slice(head.lastIndexOf(' ') + 1);
  const isEnd = name.endsWith(`.${written.replace(/[«»]/gu, '')}`);
  return isEnd ? `${head.slice(0, -written.length)}${name} ${type}`.trimEnd() : signature;
}

export interface SearchReportInput {
  query: string;
  result: SearchResult;
  /** Hits that were skipped. */
  offset: number;
  sources: RowSources;
  /** Null without `--in`. */
  write: ((row: DeclarationRow) => WritingIfAny) | null;
  explain: boolean;
  /** Resolves the names in a statement; null: they are not reported. */
  constantsOf: ((index: LibraryIndex, row: DeclarationRow) => Record<string, string>) | null;
}

export function reportSearch({
  query,
  result,
  offset,
  sources,
  write,
  explain,
  constantsOf,
}: SearchReportInput): SearchReport {
  const matchedIn = matchedWords(query);
  const reportHit = (hit: Hit): ResultReport => {
    const declaration = reportDeclaration(hit.row, sources);
    const { name, statement, doc } = declaration;
    const report: ResultReport = {
      ...declaration,
      matched: matchedIn(name, statement.text, doc ?? ''),
      score: rounded(hit.score),
      variants: hit.variants,
    };
    if (write !== null) {
      const { writeAs, isImported } = write(hit.row);
      report.write_as = writeAs;
      report.imported = isImported;
    }
    if (constantsOf !== null) report.constants = constantsOf(sources.index, hit.row);
    if (explain) report.contributions = hit.contributions;
    return report;
  };
  return {
    schema: 'lemmahead/search@1',
    query,
    shape: result.shape,
    results: result.hits.map(reportHit),
    offset,
    total: result.total,
    next_offset: result.nextOffset,
    nearest: result.nearest,
    notices: result.notices,
  };
}

/** Six digits are enough to distinguish scores and to verify the sum of contributions. */
function rounded(score: number): number {
  return Number(score.toPrecision(6));
}
