/** `lemmahead references`: the places in the sources that use a declaration. */
import { memoizeByValue } from '../base/memoize.ts';
import { readTextOrNull } from '../base/read-or-null.ts';
import { startOf } from '../graph/adjacency.ts';
import { placesOfName } from '../graph/written-names.ts';
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import type { ReferencesOptions } from '../options/graph-options.ts';
import { clickablePath } from '../report/clickable-path.ts';
import { makeLocate } from '../report/search-report.ts';
import type { ReferencesReport } from '../report/outline-schema.ts';
import { renderReferences } from '../report/outline-text.ts';
import { withDependencyGraph } from '../session/command-graph.ts';
import { nodeNamed, rowsOfModule } from '../session/graph-names.ts';
import type { Command } from './command.ts';

/** The project first, then by file and line. Exit `no` if the sources show no use. */
export const references: Command<ReferencesOptions, ReferencesReport> = (options, context) =>
  withDependencyGraph(context, (open) => {
    const { index, graph } = open;
    const { node, notices } = nodeNamed(options.name, open);
    const listed = rowsOfModule(index, options.module);
    const name = index.row(node)!.name;
    const { back } = graph;
    const users = [...new Set(back.targets.slice(startOf(back, node), back.ends[node]))].filter(
      (user) => user !== node && (listed?.has(user) ?? true),
    );
    const inOrder = sorted(index, index.rows(users));
    const locate = makeLocate(index);
    const textOf = memoizeByValue((path: string) => readTextOrNull(path) ?? '');
    const shown = inOrder.slice(0, options.limit);
    const report: ReferencesReport = {
      schema: 'lemmahead/references@1',
      name,
      references: shown.flatMap((user) => {
        const path = locate(user.package, user.filePath);
        return linesOf(textOf(path), name, user).map((place) => ({
          ...{ file: clickablePath(path, context.cwd), ...place },
          in: user.name,
        }));
      }),
      declarations: inOrder.length,
      more: inOrder.length - shown.length,
      notices: isShort(name) ? [...notices, shortNameNotice(name)] : notices,
    };
    return {
      exit: inOrder.length === 0 ? 'no' : 'done',
      data: report,
      render: (style) => renderReferences(report, style),
    };
  });

/** Such names are read as variables, except in the file that declares them. */
const SHORT = /(?:^|\.)[^.\p{Lu}][^.]?$/u;
const isShort = (name: string): boolean => SHORT.test(name);

const shortNameNotice = (name: string): string =>
  `${name} is as short as a variable: uses in other files may be missing where it is not written with its namespace.`;

function sorted(index: LibraryIndex, rows: DeclarationRow[]): DeclarationRow[] {
  const own = new Set(
    index.all<{ name: string }>("SELECT name FROM packages WHERE kind = 'project'").map(({ name }) => name),
  );
  const rank = ({ package: of }: DeclarationRow): number => (own.has(of) ? 0 : 1);
  return rows.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      compare(a.package, b.package) ||
      compare(a.filePath, b.filePath) ||
      a.lineStart - b.lineStart,
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Where the name is not written, as in a generated declaration, the first line of its source. */
function linesOf(
  text: string,
  name: string,
  { lineStart, lineEnd }: DeclarationRow,
): { line: number; column: number | null; text: string }[] {
  const lines = text.split('\n');
  const places = placesOfName(text, name, { first: lineStart, last: lineEnd });
  const shown = places.length === 0 ? [{ line: lineStart, column: null }] : places;
  return shown.map((place) => ({ ...place, text: (lines[place.line - 1] ?? '').trim() }));
}
