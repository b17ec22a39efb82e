/** `lemmahead bench graph`: measures the knowledge graph of the library, and the rules and links it is built by. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { valueOr } from '../base/read-or-null.ts';
import { packageVersion } from '../base/version.ts';
import type { BenchGraphOptions } from '../bench/bench-options.ts';
import { ExperimentFolder, experimentPath } from '../bench/experiment/folder.ts';
import { originOf } from '../bench/experiment/provenance.ts';
import { type BenchGraphReport, GRAPH_BENCHMARK, type MeasureResult } from '../bench/graph/bench-graph-schema.ts';
import { DATA_KINDS, type DataFolders, sortFolders } from '../bench/graph/data-folders.ts';
import { benchGraphPage, isMissed, renderBenchGraph } from '../bench/graph/graph-tables.ts';
import type { Measure, MeasureInput, Need } from '../bench/graph/measure.ts';
import { MEASURES } from '../bench/graph/graph-measures.ts';
import { publishedGraphTables } from '../bench/graph/published-graph.ts';
import { LSA_NAME } from '../builders/knowledge/entity-spaces.ts';
import { indexPathFor, libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import { entitiesDigest, entityRows } from '../library/knowledge-rows.ts';
import { openLibrary, type Library, withLibrary } from '../library/library.ts';
import type { CommandContext } from '../session/command-context.ts';
import { refreshEntitySpace, usesLsa } from '../session/entity-vectors.ts';
import { noEntities } from '../session/no-entities.ts';
import type { Command } from './command.ts';

/** Exit `no` if `--check-bars` is given and a figure misses its bar. */
export const benchGraph: Command<BenchGraphOptions> = async (options, context) => {
  const { settings, cwd, log } = context;
  const folders = sortFolders(options.data.map((folder) => resolve(cwd, folder)));
  const library = libraryPathFor(settings);
  const chosen = chosenMeasures(options, context, folders);
  const embedder = settings.embedder.name ?? LSA_NAME;
  // What a person has rated is in the folder of the benchmark, so nothing else is read.
  const reading = chosen.filter(({ isExplicit = false }) => !isExplicit || options.judged === null);
  const digest = reading.some(({ needs }) => needs.includes('library')) ? await libraryDigest(library, options) : null;
  for (const space of new Set(reading.flatMap(({ spaces = [] }) => spaces))) {
    const { notice } = await refreshEntitySpace(library, space, context);
    if (notice !== null) log.warn(notice);
  }
  const path = experimentPath(options.out, { cwd, dataHome: settings.dataHome, prefix: 'graph-' });
  const { sample, seed } = options;
  const folder = new ExperimentFolder(GRAPH_BENCHMARK, path, options, {
    ...{ lemmahead: packageVersion(), library, embedder, sample, seed },
    sources: options.sources.join(', '),
  });
  try {
    for (const measure of chosen) {
      const data = dataOf(measure, digest, options, folders, context);
      if (folder.result(measure.name)?.data === data) continue;
      const write = (name: string, text: string): void => folder.write(name, text);
      const written = (name: string): string | null =>
        valueOr(null, () => readFileSync(join(folder.path, name), 'utf8'));
      folder.store({ ...(await measured(measure, { options, context, folders, write, written })), data });
    }
    const measures = MEASURES.flatMap(({ name }) => folder.result(name) ?? []);
    const missed = measures.flatMap(({ measure, figures }) =>
      figures.filter(isMissed).map(({ row, column, set, value, bar, most }) => {
        const goal = bar === null ? `at most ${most}` : `bar ${bar}`;
        return `${measure}: ${row}, ${column}, ${set}: ${Number(value.toFixed(4))}, ${goal}`;
      }),
    );
    const report: BenchGraphReport = {
      schema: 'lemmahead/bench-graph@1',
      ...{ folder: folder.path, library: digest === null ? null : library, embedder, missed },
      measures: measures.map(({ data: _, ...measure }) => measure),
      published: publishedGraphTables(measures.map(({ measure }) => measure)),
      provenance: { ...originOf(folder.manifest.began_at), seed },
    };
    folder.write('report.json', `${JSON.stringify(report, null, 2)}\n`);
    folder.write('report.html', benchGraphPage(report));
    return {
      exit: options.checkBars && missed.length > 0 ? 'no' : 'done',
      data: report,
      render: () => renderBenchGraph(report),
    };
  } finally {
    folder.close();
  }
};

/** Those of `--only`; otherwise all whose data is there. @throws {Failure} `bench-data-missing` */
function chosenMeasures(
  { only, editions, judged }: BenchGraphOptions,
  { settings }: CommandContext,
  folders: DataFolders,
): Measure[] {
  const isThere = (need: Need): boolean => {
    if (need === 'library') return existsSync(libraryPathFor(settings));
    if (need === 'index') return existsSync(indexPathFor(settings));
    if (need === 'model') return settings.model.name !== null;
    return (need === 'editions' ? editions : folders[need]).length > 0;
  };
  const lacking = ({ needs, isExplicit = false }: Measure): Need[] =>
    isExplicit && judged !== null ? [] : needs.filter((need) => !isThere(need));
  const wanted = MEASURES.filter(({ name }) => only.includes(name));
  const incomplete = wanted.find((measure) => lacking(measure).length > 0);
  if (incomplete !== undefined) throw dataMissing(incomplete.name, lacking(incomplete)[0]!);
  const chosen =
    only.length > 0 ? wanted : MEASURES.filter((measure) => !measure.isExplicit && lacking(measure).length === 0);
  if (chosen.length === 0) throw dataMissing('Every measure', 'library');
  return chosen;
}

function dataMissing(measure: string, need: Need): Failure {
  const ways: Record<Exclude<Need, keyof typeof DATA_KINDS>, string> = {
    library: 'lemmahead library add book.tex',
    index: 'lemmahead index build',
    editions: 'lemmahead bench graph --editions OLD=NEW',
    model: 'lemmahead bench graph --only completion --model anthropic/NAME',
  };
  const isFolder = need in DATA_KINDS;
  return new Failure(isFolder || need === 'editions' ? 'usage' : 'missing', 'bench-data-missing', {
    message: `${measure} needs ${isFolder ? `--data with ${DATA_KINDS[need as keyof typeof DATA_KINDS].about}` : `the ${need}`}.`,
    next: isFolder ? 'lemmahead bench graph --data FOLDER' : ways[need as keyof typeof ways],
  });
}

/** @throws {Failure} if the library has no entities, or a source is unknown */
function libraryDigest(path: string, { sources }: BenchGraphOptions): Promise<string> {
  return withLibrary(path, {}, ({ database }) => {
    requireSources(database, sources);
    if (entityRows(database).length === 0) throw noEntities();
    return entitiesDigest(database);
  });
}

/** Results of other data are measured again. */
function dataOf(
  { name, needs }: Measure,
  library: string | null,
  { editions, queries, entities, judged, categories, problems }: BenchGraphOptions,
  folders: DataFolders,
  { cwd, settings }: CommandContext,
): string {
  const ratings = judged === null ? [] : ['judged', contentOf(resolve(cwd, judged))];
  const own = {
    fusion: editions,
    ablation: entities,
    queries: queries.map((path) => contentOf(resolve(cwd, path))),
    relevance: ratings,
    completion: [
      ...ratings,
      categories === null ? '' : contentOf(resolve(cwd, categories)),
      JSON.stringify([settings.model.name, settings.adapters, problems]),
    ],
  } as Partial<Record<typeof name, string[]>>;
  return sha256(JSON.stringify([needs.includes('library') ? library : null, folders, own[name] ?? []]));
}

/** An unreadable file has no content: the measure that reads it reports why. */
const contentOf = (path: string): string => valueOr('', () => readFileSync(path, 'utf8'));

async function measured(
  measure: Measure,
  { context, ...given }: Pick<MeasureInput, 'options' | 'context' | 'folders' | 'write' | 'written'>,
): Promise<Omit<MeasureResult, 'data'>> {
  const { settings, signal } = context;
  const progress = context.startProgress(`Measuring ${measure.name}`);
  const start = process.cpuUsage();
  let opened: Library | null = null;
  try {
    const result = await measure.run({
      ...{ ...given, context, signal, isLsa: usesLsa(context), embedder: settings.embedder.name ?? LSA_NAME },
      get library() {
        return (opened ??= openLibrary(libraryPathFor(settings)));
      },
      onProgress: (done, total) => progress.update(done, total, ''),
    });
    const { user, system } = process.cpuUsage(start);
    return {
      ...{ details: [], plots: [], notes: [], ...result },
      ...{ measure: measure.name, seconds: (user + system) / 1e6 },
    };
  } finally {
    (opened as Library | null)?.close();
    progress.stop();
  }
}
