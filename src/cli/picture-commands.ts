/** Flags of `graph picture` and `graph export`. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS } from '../graph/export/export-formats.ts';
import { GRAPH_EXPORT_OPTIONS, GRAPH_PICTURE_OPTIONS } from '../options/picture-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const PICTURE_EXAMPLES = `
The file needs no network and no server. Click, search and filter in it; press ? for its keys.

Examples:
  lemmahead graph picture IsCompact.isClosed --out compact.html          what it uses and what uses it
  lemmahead graph picture Module.Basis --hops 1 --most 60 --out basis.html
  lemmahead graph picture --blueprint . --math --out blueprint.html      coloured by what is formalized
  lemmahead graph picture --entities --source analysis --out book.html   definitions and theorems of a book

Exit codes: 0 done, 1 no declaration has the name, 2 nothing to show or no --out, 3 no index.
`;

const EXPORT_EXAMPLES = `
Formats:
${EXPORT_FORMAT_NAMES.map((name) => `  ${name.padEnd(10)} ${EXPORT_FORMATS[name].what}`).join('\n')}

Examples:
  lemmahead graph export --blueprint . --format gexf --out blueprint.gexf
  lemmahead graph export Module.Basis --hops 1 --format json-ld
  lemmahead graph export --blueprint . --format csv --out graph.csv      writes graph-nodes.csv and graph-edges.csv
  lemmahead graph export --entities --format automathkg --out entities.json
  lemmahead graph export --source notes --format blueprint --out marks.patch   then: git apply marks.patch

Exit codes: 0 done, 1 no declaration has the name, 2 nothing to export or no --out, 3 no index.
`;

export function addPictureCommands(graph: CommandUnknownOpts, execute: Execute): void {
  const picture = graph
    .command('picture')
    .description('Write a graph as one HTML file to look at: around a declaration, or of a blueprint')
    .argument('[name]', 'name of the declaration in the centre');
  addFlags(picture, GRAPH_PICTURE_OPTIONS)
    .addHelpText('after', PICTURE_EXAMPLES)
    .action((name: string | undefined = undefined) =>
      execute({ flags: readSettings(picture, GRAPH_PICTURE_OPTIONS) }, async (context) =>
        (await import('../commands/graph-picture.ts')).graphPicture(
          { name: name ?? null, ...readFlags(picture, GRAPH_PICTURE_OPTIONS) },
          context,
        ),
      ),
    );
  const exported = graph
    .command('export')
    .description('Write a graph in the format of another program')
    .argument('[name]', 'name of the declaration in the centre');
  addFlags(exported, GRAPH_EXPORT_OPTIONS)
    .addHelpText('after', EXPORT_EXAMPLES)
    .action((name: string | undefined = undefined) =>
      execute({ flags: readSettings(exported, GRAPH_EXPORT_OPTIONS) }, async (context) =>
        (await import('../commands/graph-export.ts')).graphExport(
          { name: name ?? null, ...readFlags(exported, GRAPH_EXPORT_OPTIONS) },
          context,
        ),
      ),
    );
}
