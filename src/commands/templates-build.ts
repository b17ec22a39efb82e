/** `lemmahead templates build`: a graph of templates in the library: from labelled problems, from proofs, or by models. */
import { Failure } from '../base/errors.ts';
import { pluralize } from '../base/pluralize.ts';
import { documentGraph } from '../builders/templates/from-library.ts';
import { labelledGraph, problemOf } from '../builders/templates/from-labelled.ts';
import type { GraphItemRecord, GraphPlan, TheoremRecord } from '../builders/templates/graph-records.ts';
import { DeclarationMatcher, matchTheorems } from '../builders/templates/match-theorems.ts';
import { applyRules } from '../builders/templates/model/graph-rules.ts';
import { planDifferences } from '../builders/templates/plan-difference.ts';
import type { SeedProblem } from '../builders/templates/seed-problems.ts';
import { openGraph, requireGraphName, saveGraph } from '../builders/templates/template-graph.ts';
import { libraryPathFor } from '../config/paths.ts';
import { rebuildCommand } from '../index/build-command.ts';
import { requireSources } from '../library/filter-entries.ts';
import { type Library, withLibrary } from '../library/library.ts';
import { templateGraphs } from '../library/template-graphs.ts';
import { TEMPLATE_STAGES } from '../library/template-stages.ts';
import type { TemplatesBuildOptions } from '../options/template-graph-options.ts';
import { renderPlannedQuestions, usualLines } from '../report/graph-model-text.ts';
import type { TemplatesBuildReport, TemplatesDryRunReport } from '../report/template-graph-schema.ts';
import type { TextStyle } from '../report/style.ts';
import { renderTemplatesBuild } from '../report/template-graph-text.ts';
import type { CommandContext } from '../session/command-context.ts';
import { plannedModelGraph } from '../session/planned-model-graph.ts';
import { readSeedFile } from '../session/read-seed-file.ts';
import { withCommandIndex } from '../session/command-index.ts';
import { buildModelGraph, countGaps, type ModelGraph, thresholdsOf } from '../session/template-model-build.ts';
import type { Command } from './command.ts';

/** What was read: the records of the graph, and where they are from. */
interface Content {
  records: GraphItemRecord[];
  plan: GraphPlan;
  leftOut: number;
  notices: string[];
  /** Null without models. */
  made: Pick<ModelGraph, 'gaps' | 'models'> | null;
}

/**
 * Exit `budget` if a limit ended the questions to a model; what was made by then is stored.
 * @throws {Failure} `templates-from-missing`, `template-graph-name`, `templates-empty`, `template-graph-differs`, `seeds-malformed`,
 * `source-unknown`, and as `buildModelGraph`
 */
export const templatesBuild: Command<TemplatesBuildOptions, TemplatesBuildReport | TemplatesDryRunReport> = async (
  options,
  context,
) => {
  const { settings } = context;
  const { from } = options;
  if (from === null) throw fromMissing();
  requireGraphName(settings.templateGraph);
  const started = performance.now();
  const files = from === 'library' ? null : readFiles(options, context);
  if (files !== null && from === 'seeds' && options.dryRun) return dryRun(files.seeds, options, context);
  const path = libraryPathFor(settings);
  const graph = settings.templateGraph;
  return withLibrary(path, { writable: true, create: files !== null }, async (library) => {
    const read = files === null ? readSource(options, library) : from === 'labelled' ? labelled(files, options) : null;
    const before = options.replace ? null : sameBuilder(library, graph, from === 'seeds' ? 'models' : from);
    const content = read ?? (await byModels(files!, before, options, context));
    const found = await matched(content, options, library, context);
    const { records, ranges } = applyRules(found.records, thresholdsOf(options));
    const plan: GraphPlan = { ...content.plan, ...found.plan };
    const change = saveGraph(library, { name: graph, plan, isImported: false, records });
    const count = (kind: GraphItemRecord['record']): number => records.filter(({ record }) => record === kind).length;
    const theorems = records.filter((record) => record.record === 'theorem');
    const report: TemplatesBuildReport = {
      ...{ schema: 'lemmahead/templates-build@1', graph, library: path, plan },
      ...{ theorems: theorems.length, problems: count('problem'), templates: count('template') },
      ...{ left_out: content.leftOut, change, notices: [...content.notices, ...found.notices] },
      ...{ stages: stagesOf(records, content), steps: ranges, models: content.made?.models ?? [] },
      matched: {
        declarations: theorems.filter(({ declarations }) => declarations.length > 0).length,
        entries: theorems.filter(({ entries }) => entries.length > 0).length,
      },
      seconds: (performance.now() - started) / 1000,
    };
    const isStopped = report.models.some(({ stopped_by: stopped }) => stopped !== null);
    return {
      exit: isStopped ? 'budget' : 'done',
      data: report,
      render: (style) => renderTemplatesBuild(report, style),
    };
  });
};

async function dryRun(seeds: readonly SeedProblem[], options: TemplatesBuildOptions, context: CommandContext) {
  const report: TemplatesDryRunReport = {
    ...{ schema: 'lemmahead/templates-build-dry-run@1', graph: context.settings.templateGraph },
    ...(await plannedModelGraph(seeds, options, context)),
  };
  return {
    exit: 'done' as const,
    data: report,
    render: (style: TextStyle) => [renderPlannedQuestions(report, style), ...usualLines(report.usual), ''].join('\n'),
  };
}

/**
 * The plan of the graph of this name; null if there is none. A graph that was built otherwise may have cost money.
 * @throws {Failure} `template-graph-differs`
 */
function sameBuilder({ database }: Library, graph: string, builder: string): GraphPlan | null {
  if (!templateGraphs(database).includes(graph)) return null;
  const { plan, isImported } = openGraph(database, graph);
  if (plan['builder'] === builder && !isImported) return plan;
  const made = isImported ? 'imported' : `built from ${String(plan['builder'])}`;
  throw graphDiffers(`The graph ${graph} was ${made}, not from ${builder}.`);
}

const graphDiffers = (message: string, reason?: string): Failure =>
  new Failure('usage', 'template-graph-differs', {
    message: `${message} Nothing was changed.`,
    ...(reason === undefined ? {} : { reason }),
    next: 'Give another name with --graph NAME, or --replace.',
  });

/** How many templates of each stage of models are kept. */
function stagesOf(records: readonly GraphItemRecord[], { made }: Content): TemplatesBuildReport['stages'] {
  if (made === null) return [];
  const templates = records.filter((record) => record.record === 'template');
  return TEMPLATE_STAGES.flatMap((stage) => {
    const own = templates.filter((template) => template.stage === stage);
    const rejected: Record<string, number> = { ...countGaps(made.gaps, stage) };
    for (const { rejected: reason } of own) if (reason !== null) rejected[reason] = (rejected[reason] ?? 0) + 1;
    const gaps = made.gaps.filter((gap) => gap.stage === stage).length;
    const kept = own.filter((template) => template.rejected === null).length;
    return own.length + gaps === 0 ? [] : [{ stage, candidates: own.length + gaps, kept, rejected }];
  });
}

interface ReadFiles {
  seeds: SeedProblem[];
  notices: string[];
  digests: string[];
}

/** @throws {Failure} `seeds-unreadable`, `seeds-malformed`, `templates-levels` */
function readFiles({ inputs, levels, limit }: TemplatesBuildOptions, { cwd }: CommandContext): ReadFiles {
  const isWanted = levels === null ? null : levelsIn(levels);
  const all: SeedProblem[] = [];
  const notices: string[] = [];
  const digests: string[] = [];
  for (const input of inputs) {
    const { file, digest } = readSeedFile(input, cwd);
    digests.push(digest);
    notices.push(...file.notices);
    all.push(...file.problems);
  }
  const keys = new Set<string>();
  const unique = all.filter((seed) => keys.size < keys.add(problemOf(seed, 'seed').key).size);
  if (unique.length < all.length)
    notices.push(`${pluralize(all.length - unique.length, 'problem')} with the name of an earlier one left out.`);
  const wanted = unique.filter(({ level }) => isWanted?.(level) ?? true);
  if (wanted.length < unique.length)
    notices.push(`${pluralize(unique.length - wanted.length, 'problem')} of another level, or without one, left out.`);
  if (wanted.length === 0) throw nothingToBuild('No problem is of these levels.', 'Leave out --levels.');
  return { seeds: wanted.slice(0, limit ?? wanted.length), notices, digests };
}

/** Whether a level is one of `2`, or of `1-3`. */
function levelsIn(text: string): (level: number | null) => boolean {
  const [, first, last = first] = /^([1-5])(?:-([1-5]))?$/u.exec(text) ?? [];
  if (first === undefined || Number(first) > Number(last))
    throw new Failure('usage', 'templates-levels', {
      message: `'${text}' are no levels.`,
      next: 'Give one level from 1 to 5, or the first and the last: --levels 1-3',
    });
  return (level) => level !== null && Number(first) <= level && level <= Number(last);
}

function labelled({ seeds, notices, digests }: ReadFiles, { limit }: TemplatesBuildOptions): Content {
  const { records, unlabelled } = labelledGraph(seeds);
  if (records.length === 0) throw nothingToBuild('No problem names its theorem.', 'Give each problem a "theorem".');
  const plan = { builder: 'labelled', data: digests, ...(limit === null ? {} : { limit }) };
  return { records, plan, leftOut: unlabelled, notices, made: null };
}

/** `before`: the plan of the graph that is built further; null for a new one. */
async function byModels(
  { seeds, notices, digests }: ReadFiles,
  before: GraphPlan | null,
  options: TemplatesBuildOptions,
  context: CommandContext,
): Promise<Content> {
  const built = await buildModelGraph(seeds, options, context, (plan) => {
    const differences = before === null ? [] : planDifferences(before, { ...plan, data: digests });
    if (differences.length > 0)
      throw graphDiffers(
        `The graph ${context.settings.templateGraph} was built by another plan.`,
        `${differences.join('; ')}.`,
      );
  });
  const { records, plan, gaps, models, notices: more } = built;
  if (records.length === 0) {
    const why =
      gaps.length === 0
        ? 'No question was answered.'
        : `No template was made of ${pluralize(gaps.length, 'seed')}: ${[...new Set(gaps.map(({ reason }) => reason))].join(', ')}.`;
    const next =
      gaps.length === 0
        ? 'Check the model server, or raise the limit. Answers are kept.'
        : 'Check the answers of the seeds, or use another model.';
    const isStopped = models.some(({ stopped_by: stopped }) => stopped !== null);
    throw nothingToBuild(why, next, isStopped ? 'budget' : 'no');
  }
  return {
    ...{ records, plan: { ...plan, data: digests }, leftOut: gaps.length, notices: [...notices, ...more] },
    made: { gaps, models },
  };
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
  return { records, plan, leftOut: withoutProof, notices: [], made: null };
}

/** The records with what states their theorems, as far as it is asked for. */
async function matched(
  { records }: Content,
  { match, matchK }: TemplatesBuildOptions,
  library: Library,
  context: CommandContext,
): Promise<{ records: GraphItemRecord[]; plan: GraphPlan; notices: string[] }> {
  if (match.length === 0) return { records, plan: {}, notices: [] };
  const progress = context.startProgress('Matching theorems');
  const theorems = records.filter((record): record is TheoremRecord => record.record === 'theorem');
  const others = records.filter(({ record }) => record !== 'theorem');
  const find = (matcher: DeclarationMatcher | null): Promise<TheoremRecord[]> =>
    matchTheorems(theorems, {
      ...{ matcher, library: match.includes('library') ? library : null, least: matchK, signal: context.signal },
      onProgress: (done, total) => progress.update(done, total, `${done} of ${total} theorems`),
    });
  try {
    const plan = { match_k: matchK };
    if (!match.includes('lean')) return { records: [...(await find(null)), ...others], plan, notices: [] };
    return await withCommandIndex(context, async (index) => {
      const matcher = new DeclarationMatcher(index);
      const notices = matcher.by === 'words' ? [`${BY_WORDS} ${rebuildCommand(index)}`] : [];
      return {
        ...{ records: [...(await find(matcher)), ...others], notices },
        plan: { ...plan, declarations_by: matcher.by },
      };
    });
  } finally {
    progress.stop();
  }
}

const BY_WORDS =
  'The index has no row vectors for this version, so declarations were matched by the words of their names and docstrings alone, which confuses theorems more often. With vectors:';

function fromMissing(): Failure {
  return new Failure('usage', 'templates-from-missing', {
    message: 'The source of the graph is missing.',
    next: 'Add --from labelled or --from seeds with files of problems, or --from library with a source.',
  });
}

function nothingToBuild(message: string, next: string, exit: 'no' | 'budget' = 'no'): Failure {
  return new Failure(exit, 'templates-empty', { message: `${message} Nothing was changed.`, next });
}
