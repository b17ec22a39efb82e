/** `lemmahead graph picture`: a graph as one HTML file that needs no network. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { requireReplaceable, writeOtherFile } from '../lean/user-file.ts';
import type { GraphPictureOptions } from '../options/picture-options.ts';
import { graphPage, isGraphPage } from '../report/graph-page.ts';
import { renderGraphPicture } from '../report/graph-picture-text.ts';
import type { GraphPictureReport } from '../report/picture-schema.ts';
import type { Command } from './command.ts';
import { readPictureViews } from './picture-source.ts';

/** @throws {Failure} `picture-out-missing`, `out-taken`, `page-not-built`; as `readPictureViews` */
export const graphPicture: Command<GraphPictureOptions, GraphPictureReport> = async (options, context) => {
  const { out, math } = options;
  if (out === null) {
    throw new Failure('usage', 'picture-out-missing', {
      message: 'The output file of the picture is missing.',
      next: 'lemmahead graph picture … --out graph.html',
    });
  }
  const path = resolve(context.cwd, out);
  await requireReplaceable(path, isGraphPage);
  const { view, parts } = await readPictureViews(options, context);
  const text = graphPage(view, { hasMath: math, parts });
  await writeOtherFile(path, text);
  const report: GraphPictureReport = {
    schema: 'lemmahead/graph-picture@1',
    title: view.title,
    nodes: view.nodes.id.length,
    edges: view.edges.from.length,
    communities: view.communities,
    left_out: view.left_out,
    details_cut: view.details_cut,
    written_to: path,
    bytes: Buffer.byteLength(text),
    notices: view.notices,
  };
  return { exit: 'done', data: report, render: (style) => renderGraphPicture(report, style) };
};
