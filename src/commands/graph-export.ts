/** `lemmahead graph export`: a graph in the format of another program. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { EXPORT_FORMATS, type ExportFile } from '../graph/export/export-formats.ts';
import { requireReplaceable, writeOtherFile } from '../lean/user-file.ts';
import type { GraphExportOptions } from '../options/picture-options.ts';
import { renderGraphExport } from '../report/graph-picture-text.ts';
import type { GraphExportReport } from '../report/picture-schema.ts';
import type { Command } from './command.ts';
import { readPictureSource } from './picture-source.ts';
import { readStatementFiles } from '../session/statement-files.ts';

/** @throws {Failure} `export-out-missing`, `export-entities`, `export-statements`, `export-empty`, `out-taken`; as `readPictureSource` and
 * `readStatementFiles` */
export const graphExport: Command<GraphExportOptions, GraphExportReport> = async (options, context) => {
  const { format, out } = options;
  const { needs, start, write } = EXPORT_FORMATS[format];
  if (needs === 'entities' && !options.entities) {
    throw new Failure('usage', 'export-entities', {
      message: `${format} is a format of entities.`,
      next: `lemmahead graph export --entities --format ${format}`,
    });
  }
  if (needs === 'statements' && (options.entities || (options.source ?? options.blueprint) === null)) {
    throw new Failure('usage', 'export-statements', {
      message: `${format} is a format of the statements of a document.`,
      next: `lemmahead graph export --source NAME --format ${format}`,
    });
  }
  const { graph, entities, statements, leftOut, notices } = await readPictureSource(options, context, {
    limit: Infinity,
    entities: needs === 'entities',
  });
  const statementFiles = needs === 'statements' ? await readStatementFiles(options, statements, context) : [];
  const files = await write(graph, entities, statementFiles);
  if (files.length === 0) {
    throw new Failure('usage', 'export-empty', {
      message: 'There is nothing to export.',
      ...(needs === 'statements' ? { reason: 'No statement lacks a command whose content is known.' } : {}),
      next: 'lemmahead graph link --help says how statements get declarations',
    });
  }
  if (out === null && files.length > 1) {
    throw new Failure('usage', 'export-out-missing', {
      message: `${format} has several files: ${files.map(({ part }) => part).join(', ')}.`,
      next: `lemmahead graph export … --format ${format} --out graph.${format}`,
    });
  }
  const outputs = out === null ? [] : files.map((file) => ({ ...file, path: resolve(context.cwd, pathOf(out, file)) }));
  for (const { path } of outputs) await requireReplaceable(path, (text) => start.test(text));
  for (const { path, pieces } of outputs) await writeOtherFile(path, pieces);
  const report: GraphExportReport = {
    schema: 'lemmahead/graph-export@1',
    title: graph.title,
    format,
    nodes: graph.nodes.length,
    edges: graph.edges.length,
    left_out: leftOut,
    written_to: outputs.map(({ path }) => path),
    text: out === null ? textOf(files[0]!) : null,
    notices: [...notices, ...files.flatMap((file) => file.notices ?? [])],
  };
  return {
    exit: 'done',
    data: report,
    isExact: report.text !== null,
    render: (style) => renderGraphExport(report, style),
  };
};

/** @throws {Failure} `export-out-missing` if it is too long for one string */
function textOf({ pieces }: ExportFile): string {
  try {
    let text = '';
    for (const piece of pieces) text += piece;
    return text;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Failure('usage', 'export-out-missing', {
      message: 'The export is too large for the standard output.',
      next: 'lemmahead graph export … --out FILE',
    });
  }
}

/** `graph.csv` becomes `graph-nodes.csv`. */
function pathOf(out: string, { part }: ExportFile): string {
  return part === '' ? out : out.replace(/(\.[^./\\]*)?$/u, (ending) => `-${part}${ending}`);
}
