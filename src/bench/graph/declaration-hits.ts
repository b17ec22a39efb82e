/**
 * `bench graph --only links`: how often the declaration that formalizes a statement is among the first that `graph link`
 * finds, and how often its confident links are right; the known links are hidden. Of a blueprint, all of them; of a
 * source of the library with tags of the Stacks project, those of one half of the statements after the other.
 */
import { basename } from 'node:path';
import { findLinks, type FoundLink } from '../../builders/knowledge/links/find-links.ts';
import { type LinkedStatement, statementsOfBlueprint } from '../../builders/knowledge/links/linked-statement.ts';
import { listedDeclarations } from '../../builders/knowledge/links/listed-declarations.ts';
import { labelsOfTags, taggedDeclarations } from '../../builders/knowledge/links/tagged-declarations.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { entriesByFullLabel } from '../../library/labelled-entries.ts';
import { listSources } from '../../library/listing.ts';
import { statementNodes } from '../../library/statement-nodes.ts';
import type { Library } from '../../library/library.ts';
import { readStatements } from '../../session/blueprint-file.ts';
import { type OpenGraph, withDependencyGraph } from '../../session/command-graph.ts';
import { rowsOfPackage } from '../../session/link-statements.ts';
import type { Figure } from './bench-graph-schema.ts';
import { countFigure, type Measure, meanFigure, type MeasureInput } from './measure.ts';

const DEPTHS = [1, 5, 10, 50] as const;
/** As `graph link --auto`. */
const AUTO = 0.95;

interface Data {
  set: string;
  statements: LinkedStatement[];
  paths: string[];
  /** By statement: the right rows. */
  right: Set<number>[];
  /** Number of parts of which one after the other is hidden. */
  parts: number;
  bars: Readonly<Record<string, number>>;
}

/** The project's goals for the sets that it names. */
const BARS: readonly (readonly [set: RegExp, bars: Readonly<Record<string, number>>])[] = [
  [/pfr/iu, { 'Hits@1': 0.75, 'Hits@5': 0.9, 'Hits@10': 0.93, precision: 0.95, coverage: 0.4 }],
  [/flt/iu, { 'Hits@1': 0.38, 'Hits@10': 0.68, precision: 0.9 }],
  [/stacks/iu, { 'Hits@1': 0.4, 'Hits@10': 0.7, 'Hits@50': 0.8, precision: 0.95 }],
];

const barsOf = (set: string): Data['bars'] => BARS.find(([pattern]) => pattern.test(set))?.[1] ?? {};

async function ofBlueprint(folder: string, index: LibraryIndex): Promise<Data> {
  const { path, nodes } = await readStatements(folder, folder);
  const statements = statementsOfBlueprint(nodes, listedDeclarations(index));
  const right = statements.map(({ given }) => new Set(given.flatMap((name) => index.idsByName(name))));
  const set = basename(folder);
  return { set, statements, paths: [path], right, parts: 1, bars: barsOf(set) };
}

/** Null if the documents of the source have no tags. */
function ofSource({ database }: Library, source: string, index: LibraryIndex): Data | null {
  const paths = listSources(database, [source])[0]!.documents.map(({ path }) => path);
  const labels = labelsOfTags(paths);
  if (labels.size === 0) return null;
  const entries = statementNodes(database, source);
  const byLabel = entriesByFullLabel(database, source);
  const numbers = new Map(entries.map(({ id }, number) => [id, number]));
  const right = entries.map(() => new Set<number>());
  for (const { row, tag } of taggedDeclarations(index, 'stacks'))
    right[numbers.get(byLabel.get(labels.get(tag) ?? '') ?? -1) ?? -1]?.add(row);
  const statements = statementsOfBlueprint(
    entries.map(({ node }) => node),
    listedDeclarations(index),
  );
  return { set: source, statements, paths, right, parts: 2, bars: barsOf('stacks') };
}

async function figuresOf(data: Data, { index, graph }: OpenGraph, input: MeasureInput): Promise<Figure[]> {
  const { statements, right, parts } = data;
  const scored = [...statements.keys()].filter((at) => right[at]!.size > 0);
  const found: FoundLink[][] = statements.map(() => []);
  for (let part = 0; part < parts; part++) {
    const hidden = new Set(scored.filter((_, i) => i % parts === part));
    const links = await findLinks(
      index,
      graph,
      {
        statements,
        known: right.map((rows, at) => (hidden.has(at) ? new Set<number>() : rows)),
        rejected: statements.map(() => new Set<number>()),
        isOwn: rowsOfPackage(index, data.paths),
        // In a blueprint, statements without a known declaration are also searched: they are neighbours of the others.
        isWanted: statements.map((_, at) => hidden.has(at) || parts === 1),
        limit: DEPTHS.at(-1)!,
      },
      { signal: input.signal, onSearched: input.onProgress },
    );
    for (const at of hidden) found[at] = links[at]!;
  }
  const isRight = (at: number, link: FoundLink | undefined): boolean => link !== undefined && right[at]!.has(link.row);
  const automatic = scored.filter((at) => (found[at]![0]?.confidence ?? 0) >= AUTO);
  const facts = { set: data.set, by: 'search and alignment', row: 'links to declarations' };
  const hits = DEPTHS.map((depth) =>
    meanFigure(
      scored.map((at) => Number(found[at]!.slice(0, depth).some((link) => isRight(at, link)))),
      { ...facts, column: `Hits@${depth}`, bar: data.bars[`Hits@${depth}`] ?? null },
    ),
  );
  const written = { ...facts, row: `written automatically (confidence ≥ ${AUTO})` };
  const coverage = automatic.length / Math.max(1, scored.length);
  return [
    ...hits,
    ...(automatic.length === 0
      ? []
      : [
          meanFigure(
            automatic.map((at) => Number(isRight(at, found[at]![0]))),
            { ...written, column: 'precision', bar: data.bars['precision'] ?? null },
          ),
        ]),
    countFigure(coverage, {
      ...{ ...written, column: 'coverage', n: scored.length, bar: data.bars['coverage'] ?? null },
    }),
  ];
}

export const LINKS: Measure = {
  name: 'links',
  needs: ['index'],
  run: (input) =>
    withDependencyGraph(input.context, async (open) => {
      const { folders, options } = input;
      const blueprints = await Promise.all(folders.blueprint.map((folder) => ofBlueprint(folder, open.index)));
      const sources = options.sources.flatMap((source) => ofSource(input.library, source, open.index) ?? []);
      const figures: Figure[] = [];
      for (const data of [...blueprints, ...sources]) figures.push(...(await figuresOf(data, open, input)));
      return {
        figures,
        notes: ['Of a source with tags, half of the links are known while the other half is scored.'],
      };
    }),
};
