/** `lemmahead templates import`: adds a graph of templates that an export wrote. The file is not trusted. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { cleanData, graphItemRecord, type GraphItemRecord, graphPlan } from '../builders/templates/graph-records.ts';
import { graphViolations, MAX_NAME, requireGraphName, saveGraph } from '../builders/templates/template-graph.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import { templateGraphs } from '../library/template-graphs.ts';
import type { TemplatesImportOptions } from '../options/template-graph-options.ts';
import { TEMPLATE_GRAPH, type TemplatesImportReport } from '../report/template-graph-schema.ts';
import { renderTemplatesImport } from '../report/template-graph-text.ts';
import { readImportFile } from '../session/import-file.ts';
import { formatIssues, jsonLines } from '../session/json-lines.ts';
import type { Command } from './command.ts';

const MAX_LINE = 1_000_000;
const EXPORT_NEEDED = 'Give a file written by lemmahead templates export --out FILE.';

const HEAD = z.strictObject({
  schema: z.literal(TEMPLATE_GRAPH),
  graph: z.string().min(1).max(MAX_NAME),
  plan: graphPlan,
});

/** @throws {Failure} `import-invalid` with the line, `template-graph-name`, `template-graph-exists` */
export const templatesImport: Command<TemplatesImportOptions, TemplatesImportReport> = (options, context) => {
  const { settings, cwd } = context;
  const { head, records, places } = parse(readImportFile(resolve(cwd, options.file), EXPORT_NEEDED), options.file);
  const [wrong] = graphViolations(records);
  if (wrong !== undefined) throw malformed(places[wrong.at]!, `It is no graph: ${wrong.text}.`);
  const name = options.graph ?? head.graph;
  requireGraphName(name);
  const path = libraryPathFor(settings);
  return withLibrary(path, { writable: true, create: true }, (library) => {
    if (!options.replace && templateGraphs(library.database).includes(name)) throw exists(name);
    const change = saveGraph(library, { name, plan: head.plan, isImported: true, records });
    const count = (kind: GraphItemRecord['record']): number => records.filter(({ record }) => record === kind).length;
    const report: TemplatesImportReport = {
      ...{ schema: 'lemmahead/templates-import@1', graph: name, library: path, change },
      ...{ theorems: count('theorem'), problems: count('problem'), templates: count('template') },
    };
    return { exit: 'done', data: report, render: (style) => renderTemplatesImport(report, style) };
  });
};

/** `places`: `FILE:LINE` of each record. */
function parse(
  text: string,
  shown: string,
): { head: z.infer<typeof HEAD>; records: GraphItemRecord[]; places: string[] } {
  for (const [at, line] of text.split('\n').entries())
    if (line.length > MAX_LINE)
      throw malformed(`${shown}:${at + 1}`, `The line is longer than ${MAX_LINE} characters.`);
  const [first, ...lines] = jsonLines(text, shown, z.looseObject({}), malformed);
  const head = HEAD.safeParse(first?.value);
  if (!head.success)
    throw malformed(
      first?.place ?? shown,
      `The first line does not have the schema ${TEMPLATE_GRAPH}: ${formatIssues(head.error)}`,
    );
  const records = lines.map(({ value, place }) => {
    const parsed = graphItemRecord.safeParse(cleanData(value));
    if (!parsed.success) throw malformed(place, formatIssues(parsed.error));
    return parsed.data;
  });
  return { head: head.data, records, places: lines.map(({ place }) => place) };
}

function malformed(place: string, reason: string): Failure {
  return new Failure('usage', 'import-invalid', {
    message: `${place} is not a valid export of a graph of templates; nothing was imported.`,
    reason,
    next: EXPORT_NEEDED,
  });
}

function exists(name: string): Failure {
  return new Failure('usage', 'template-graph-exists', {
    message: `The library has a graph of templates named ${name}. Nothing was changed.`,
    next: 'Give another name with --graph NAME, or --replace.',
  });
}
