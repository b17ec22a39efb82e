/** `lemmahead templates search TEXT`: the templates nearest to a problem in words, or the theorems that it may need. */
import { Failure } from '../base/errors.ts';
import type { TemplateGraph } from '../builders/templates/template-graph.ts';
import type { TemplatesNearestOptions } from '../options/template-graph-options.ts';
import { theoremLine } from '../report/template-graph-report.ts';
import type { TemplatesNearestReport } from '../report/template-graph-schema.ts';
import { renderTemplatesNearest } from '../report/template-graph-text.ts';
import { NearestTemplates, TheoremsByProblem } from '../search/solved/nearest-templates.ts';
import { type FoundTemplate, solvedItems, withTemplateGraph } from '../session/command-template-graph.ts';
import { openTemplateVectors, type TemplateVectors } from '../session/open-template-vectors.ts';
import type { Command } from './command.ts';

/** Exit `no` without a hit. @throws {Failure} `query-empty`, and as `openGraph` */
export const templatesNearest: Command<TemplatesNearestOptions, TemplatesNearestReport> = async (options, context) => {
  const { problem, theorems: isByTheorem, limit } = options;
  if (problem.trim() === '')
    throw new Failure('usage', 'query-empty', {
      message: 'The problem is empty.',
      next: 'lemmahead templates search --help',
    });
  return withTemplateGraph(context, async (graph, library) => {
    const items = solvedItems(graph);
    const vectors = isByTheorem ? null : await openTemplateVectors(library, graph, items, context);
    try {
      const report: TemplatesNearestReport = {
        ...{ schema: 'lemmahead/templates-nearest@1', graph: graph.name, imported: graph.isImported, problem },
        ...(isByTheorem ? NO_HITS : await nearest(graph, items, options, vectors)),
        theorems: isByTheorem ? rankedTheorems(graph, items, problem).slice(0, limit) : [],
      };
      return {
        exit: report.hits.length + report.theorems.length === 0 ? 'no' : 'done',
        data: report,
        render: (style) => renderTemplatesNearest(report, options.explain, style),
      };
    } finally {
      await vectors?.close();
    }
  });
};

type NearestHits = Pick<TemplatesNearestReport, 'hits' | 'by' | 'notices'>;

const NO_HITS: NearestHits = { hits: [], by: 'words', notices: [] };

async function nearest(
  { theorems }: TemplateGraph,
  items: readonly FoundTemplate[],
  { problem, limit: k, threshold }: TemplatesNearestOptions,
  vectors: TemplateVectors | null,
): Promise<NearestHits> {
  const byKey = new Map(theorems.map((theorem) => [theorem.key, theorem]));
  const byId = new Map(theorems.map((theorem) => [theorem.id, theorem]));
  const search = new NearestTemplates(items);
  const { found, by, notices } = await search.find([problem], vectors?.similarities ?? null, { k, threshold });
  const hits = found.map(({ item, similarity }) => {
    const { record } = item;
    return {
      ...{ id: record.id, key: record.key, stage: record.stage, level: record.level, similarity },
      title: record.record === 'template' ? record.title : record.name,
      contributions: by === 'words' ? search.contributions(problem, item) : [],
      problem: record.problem,
      steps:
        record.record === 'template'
          ? record.steps.map(({ text, theorem }) => ({
              text,
              theorem: theorem === null ? null : byKey.get(theorem)!.name,
            }))
          : [],
      theorems: item.theorems.map((id) => theoremLine(byId.get(id)!)),
    };
  });
  return { hits, by, notices };
}

function rankedTheorems(
  { theorems }: TemplateGraph,
  items: readonly FoundTemplate[],
  problem: string,
): TemplatesNearestReport['theorems'] {
  const byId = new Map(theorems.map((theorem) => [theorem.id, theorem]));
  return new TheoremsByProblem(items, theorems)
    .rank(problem)
    .map(({ id, score }) => ({ ...theoremLine(byId.get(id)!), score }));
}
