/** The options of `graph picture` and `graph export`. */
import { boolean, choice, integer, option, optionTable, type OptionsOf, text } from '../config/option-table.ts';
import { EXPORT_FORMAT_NAMES } from '../graph/export/export-formats.ts';
import { MAX_PICTURE_NODES } from '../graph/picture-graph.ts';
import { TEMPLATE_GRAPH_OPTIONS } from './template-graph-options.ts';
import { GRAPH_DATA_OPTIONS, GRAPH_STATUS_OPTIONS, terms } from './graph-options.ts';

const PICTURE_SOURCE_OPTIONS = optionTable({
  blueprint: option('--blueprint <path>', 'the statements of this blueprint: its folder or its first file', text()),
  source: GRAPH_STATUS_OPTIONS.source,
  entities: option('--entities', 'the entities of the library, or of --source, with their references', boolean),
  templates: option('--templates', 'the graph of templates in the library that --graph names', boolean),
  auto: GRAPH_STATUS_OPTIONS.auto,
  terms,
  hops: option('--hops <number>', 'steps from the declaration in both directions', integer(1, 100), {
    default: 2,
  }),
  most: option(
    '--most <number>',
    'maximum number of nodes (default: 150 around a declaration, otherwise all; more than 50,000 are shown by communities)',
    integer(1, MAX_PICTURE_NODES),
  ),
});

export interface PictureSourceOptions extends OptionsOf<typeof PICTURE_SOURCE_OPTIONS> {
  /** The declaration in the centre; null for none. */
  name: string | null;
}

export const GRAPH_PICTURE_OPTIONS = optionTable({
  ...PICTURE_SOURCE_OPTIONS,
  out: option('--out <file>', 'write the HTML file here', text()),
  math: option('--math', 'show formulas of titles and texts as formulas', boolean),
  ...GRAPH_DATA_OPTIONS,
  ...TEMPLATE_GRAPH_OPTIONS,
});

export interface GraphPictureOptions extends OptionsOf<typeof GRAPH_PICTURE_OPTIONS>, PictureSourceOptions {}

export const GRAPH_EXPORT_OPTIONS = optionTable({
  ...PICTURE_SOURCE_OPTIONS,
  most: option(
    '--most <number>',
    'maximum number of nodes, the most connected ones (default: 150 around a declaration, otherwise all)',
    integer(1, 1_000_000_000),
  ),
  format: option('--format <format>', 'the format of the file', choice(EXPORT_FORMAT_NAMES), { default: 'graphml' }),
  out: option('--out <file>', 'write to this file instead of the standard output', text()),
  ...GRAPH_DATA_OPTIONS,
  ...TEMPLATE_GRAPH_OPTIONS,
});

export interface GraphExportOptions extends OptionsOf<typeof GRAPH_EXPORT_OPTIONS>, PictureSourceOptions {}
