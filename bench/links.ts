/**
 * How often the declaration that formalizes a statement is among the first that `graph link` finds, and how often its
 * confident links are right. The known links are hidden.
 *
 *   node bench/links.ts --index INDEX.sqlite --document blueprint/src/web.tex
 *   node bench/links.ts --index INDEX.sqlite --library LIBRARY.sqlite --source stacks
 *     [--auto 0.95] [--json FILE] [--markdown FILE]
 *
 * Of a blueprint, the names in `\lean` are right, and none of them is known. Of the Stacks project in a library, with
 * its folder `tags`, the declarations with `@[stacks TAG]` are right; the links of each half of the statements are
 * hidden while those of the other half are known.
 */
import { dirname } from 'node:path';
import { findLinks, type FoundLink } from '../src/builders/knowledge/links/find-links.ts';
import { type LinkedStatement, statementsOfBlueprint } from '../src/builders/knowledge/links/linked-statement.ts';
import { labelsOfTags, taggedDeclarations } from '../src/builders/knowledge/links/tagged-declarations.ts';
import { dependencyGraph } from '../src/graph/dependency-graph.ts';
import { graphFileOf, readGraphFile } from '../src/graph/graph-file.ts';
import type { LibraryIndex } from '../src/index/library-index.ts';
import { withIndex } from '../src/index/open.ts';
import { entriesByFullLabel } from '../src/library/labelled-entries.ts';
import { withLibrary } from '../src/library/library.ts';
import { listSources } from '../src/library/listing.ts';
import { statementNodes } from '../src/library/statement-nodes.ts';
import { rowsOfPackage } from '../src/session/link-statements.ts';
import { blueprintNodes } from '../src/sources/blueprint.ts';
import { readDocument } from '../src/sources/read-document.ts';
import { percent, print, readFlags, REPORT_FLAGS, table, writeReport } from './harness.ts';

const values = readFlags(
  {
    index: { type: 'string' },
    document: { type: 'string' },
    library: { type: 'string' },
    source: { type: 'string' },
    auto: { type: 'string', default: '0.95' },
    ...REPORT_FLAGS,
  },
  ['index'],
);

interface Data {
  statements: LinkedStatement[];
  paths: string[];
  /** By statement: the right rows. */
  right: Set<number>[];
  /** Number of parts of which one after the other is hidden. */
  parts: number;
}

async function ofDocument(path: string, index: LibraryIndex): Promise<Data> {
  const statements = statementsOfBlueprint(blueprintNodes(await readDocument(path)));
  const right = statements.map(({ given }) => new Set(given.flatMap((name) => index.idsByName(name))));
  return { statements, paths: [path], right, parts: 1 };
}

function ofLibrary(path: string, source: string, index: LibraryIndex): Promise<Data> {
  return withLibrary(path, {}, ({ database }) => {
    const entries = statementNodes(database, source);
    const paths = listSources(database, [source])[0]!.documents.map((document) => document.path);
    const labels = labelsOfTags(paths);
    const byLabel = entriesByFullLabel(database, source);
    const numbers = new Map(entries.map(({ id }, number) => [id, number]));
    const right = entries.map(() => new Set<number>());
    const tagged = taggedDeclarations(index);
    let resolved = 0;
    for (const { row, tag } of tagged) {
      const entry = byLabel.get(labels.get(tag) ?? '');
      if (entry === undefined) print(`${tag} (${labels.get(tag)}) of ${index.row(row)!.name}: no entry`);
      else resolved++;
      const number = numbers.get(entry ?? -1);
      if (number !== undefined) right[number]!.add(row);
    }
    print(`attributes ${tagged.length}, resolved to entries ${resolved}; folder ${dirname(paths[0]!)}`);
    return { statements: statementsOfBlueprint(entries.map(({ node }) => node)), paths, right, parts: 2 };
  });
}

await withIndex(values.index, async (index) => {
  const data =
    values.document === undefined
      ? await ofLibrary(values.library!, values.source!, index)
      : await ofDocument(values.document, index);
  const graph = readGraphFile(graphFileOf(index.path), index.meta('digest') ?? '') ?? dependencyGraph(index);
  const scored = [...data.statements.keys()].filter((at) => data.right[at]!.size > 0);
  const start = process.cpuUsage();
  const found: FoundLink[][] = data.statements.map(() => []);
  for (let part = 0; part < data.parts; part++) {
    const hidden = new Set(scored.filter((_, i) => i % data.parts === part));
    // Of a blueprint, statements without a known declaration are searched, too: they are neighbours of the others.
    const isWanted = data.statements.map((_, at) => hidden.has(at) || data.parts === 1);
    const none = data.statements.map(() => new Set<number>());
    const links = await findLinks(
      index,
      graph,
      {
        statements: data.statements,
        known: data.right.map((rows, at) => (hidden.has(at) ? new Set<number>() : rows)),
        rejected: none,
        isOwn: rowsOfPackage(index, data.paths),
        isWanted,
        limit: 50,
      },
      { signal: new AbortController().signal, onSearched: () => undefined },
    );
    for (const at of hidden) found[at] = links[at]!;
  }
  const { user, system } = process.cpuUsage(start);
  const isRight = (at: number, { row }: FoundLink): boolean => data.right[at]!.has(row);
  const hitsAt = (depth: number): number =>
    scored.filter((at) => found[at]!.slice(0, depth).some((link) => isRight(at, link))).length / scored.length;
  const automatic = scored.filter((at) => (found[at]![0]?.confidence ?? 0) >= Number(values.auto));
  const correct = automatic.filter((at) => isRight(at, found[at]![0]!)).length;
  const report = {
    statements: scored.length,
    hits: Object.fromEntries([1, 3, 5, 10, 50].map((depth) => [depth, Number(hitsAt(depth).toFixed(3))])),
    automatic: automatic.length,
    precision: correct / automatic.length,
    coverage: automatic.length / scored.length,
    cpuSeconds: (user + system) / 1e6,
  };
  const cells = [
    ...[report.statements, ...Object.values(report.hits)],
    ...[`${correct} of ${automatic.length} (${percent(report.precision)})`, percent(report.coverage)],
    report.cpuSeconds.toFixed(1),
  ];
  const head = ['statements', '@1', '@3', '@5', '@10', '@50', 'automatic, right', 'coverage', 'CPU seconds'];
  writeReport(values, report, `${table(head, [cells]).join('\n')}\n`);
});
