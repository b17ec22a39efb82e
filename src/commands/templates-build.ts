/** `lemmahead templates build`: a graph of templates in the library, from labelled problems or from proofs in words. */
import { Failure } from '../base/errors.ts';
import { pluralize } from '../base/pluralize.ts';
import { documentGraph } from '../builders/templates/from-library.ts';
import { labelledGraph } from '../builders/templates/from-labelled.ts';
import type { GraphItemRecord, GraphPlan, TheoremRecord } from '../builders/templates/graph-records.ts';
import { DeclarationMatcher, matchTheorems } from '../builders/templates/match-theorems.ts';
import type { SeedProblem } from '../builders/templates/seed-problems.ts';
import { saveGraph } from '../builders/templates/template-graph.ts';
import { libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import { type Library, withLibrary } from '../library/library.ts';
import type { TemplatesBuildOptions } from '../options/template-graph-options.ts';
import type { TemplatesBuildReport } from '../report/template-graph-schema.ts';
import { renderTemplatesBuild } from '../report/template-graph-text.ts';
import type { CommandContext } from '../session/command-context.ts';
import { readSeedFile } from '../session/read-seed-file.ts';
import { withCommandIndex } from '../session/command-index.ts';
import type { Command } from './command.ts';

/** What was read: the records of the graph, and where they are from. */
interface Content {
  records: GraphItemRecord[];
  plan: GraphPlan;
  leftOut: number;
  notices: string[];
}

/** @throws {Failure} `templates-from-missing`, `templates-empty`, `seeds-malformed`, `source-unknown` */
export const templatesBuild: Command<TemplatesBuildOptions, TemplatesBuildReport> = async (options, context) => {
  const { settings } = context;
  if (options.from === null) throw fromMissing();
  const started = performance.now();
  const seeds = options.from === 'labelled' ? readFiles(options, context) : null;
  const path = libraryPathFor(settings);
  return withLibrary(path, { writable: true, create: seeds !== null }, async (library) => {
    const content = seeds ?? readSource(options, library);
    const { records, notices } = await matched(content, options, library, context);
    const change = saveGraph(library, { name: settings.templateGraph, plan: content.plan, isImported: false, records });
    const count = (kind: GraphItemRecord['record']): number => records.filter(({ record }) => record === kind).length;
    const theorems = records.filter((record) => record.record === 'theorem');
    const report: TemplatesBuildReport = {
      ...{ schema: 'lemmahead/templates-build@1', graph: settings.templateGraph, library: path, plan: content.plan },
      ...{ theorems: theorems.length, problems: count('problem'), templates: count('template') },
      ...{ left_out: content.leftOut, change, notices: [...content.notices, ...notices] },
      matched: {
        declarations: theorems.filter(({ declarations }) => declarations.length > 0).length,
        entries: theorems.filter(({ entries }) => entries.length > 0).length,
      },
      seconds: (performance.now() - started) / 1000,
    };
    return { exit: 'done', data: report, render: (style) => renderTemplatesBuild(report, style) };
  });
};

function readFiles({ inputs, limit }: TemplatesBuildOptions, { cwd }: CommandContext): Content {
  const seeds: SeedProblem[] = [];
  const notices: string[] = [];
  const digests: string[] = [];
  for (const input of inputs) {
    const { file, digest } = readSeedFile(input, cwd);
    digests.push(digest);
    notices.push(...file.notices);
    seeds.push(...file.problems);
  }
  const names = new Set<string>();
  const unique = seeds.filter(({ name }) => names.size < names.add(name).size).slice(0, limit ?? seeds.length);
  if (unique.length < seeds.length && limit === null) {
    notices.push(`${pluralize(seeds.length - unique.length, 'problem')} with the name of an earlier one left out.`);
  }
  const { records, unlabelled } = labelledGraph(unique);
  if (records.length === 0) throw nothingToBuild('No problem names its theorem.', 'Give each problem a "theorem".');
  const plan = { builder: 'labelled', data: digests, ...(limit === null ? {} : { limit }) };
  return { records, plan, leftOut: unlabelled, notices };
}

function readSource({ inputs, limit }: TemplatesBuildOptions, { database }: Library): Content {
  const [source, ...others] = inputs;
  if (source === undefined || others.length > 0) {
    throw new Failure('usage', 'templates-source', {
      message: 'Give one source of the library.',
      next: 'lemmahead library list',
    });
  }
  requireSources(database, [source]);
  const { records: all, withoutProof } = documentGraph(database, source);
  const templates = all.filter(({ record }) => record === 'template').slice(0, limit ?? all.length);
  const records = [...all.filter(({ record }) => record === 'theorem'), ...templates];
  if (templates.length === 0)
    throw nothingToBuild(`The source ${source} has no theorem or problem with a proof.`, 'lemmahead library list');
  const plan = { builder: 'library', source, ...(limit === null ? {} : { limit }) };
  return { records, plan, leftOut: withoutProof, notices: [] };
}

/** The records with what states their theorems, as far as it is asked for. */
async function matched(
  { records }: Content,
  { match }: TemplatesBuildOptions,
  library: Library,
  context: CommandContext,
): Promise<{ records: GraphItemRecord[]; notices: string[] }> {
  if (match.length === 0) return { records, notices: [] };
  const progress = context.startProgress('Matching theorems');
  const theorems = records.filter((record): record is TheoremRecord => record.record === 'theorem');
  const others = records.filter(({ record }) => record !== 'theorem');
  const find = (matcher: DeclarationMatcher | null): Promise<TheoremRecord[]> =>
    matchTheorems(theorems, {
      ...{ matcher, library: match.includes('library') ? library : null, signal: context.signal },
      onProgress: (done, total) => progress.update(done, total, `${done} of ${total} theorems`),
    });
  try {
    if (!match.includes('lean')) return { records: [...(await find(null)), ...others], notices: [] };
    return await withCommandIndex(context, async (index) => {
      const matcher = DeclarationMatcher.open(index);
      const notices = matcher === null ? [WITHOUT_VECTORS] : [];
      return { records: [...(await find(matcher)), ...others], notices };
    });
  } finally {
    progress.stop();
  }
}

const WITHOUT_VECTORS =
  'No declarations were matched, because the index has no row vectors for this version: lemmahead index build';

function fromMissing(): Failure {
  return new Failure('usage', 'templates-from-missing', {
    message: 'It is not said what the graph is built of.',
    next: 'Add --from labelled with files of problems, or --from library with a source.',
  });
}

function nothingToBuild(message: string, next: string): Failure {
  return new Failure('no', 'templates-empty', { message: `${message} Nothing was changed.`, next });
}
