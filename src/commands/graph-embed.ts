/** `lemmahead graph embed`: makes the vectors of entities by an embedding model. */
import { openSpaceStore, updateTexts } from '../builders/knowledge/entity-spaces.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import type { GraphEmbedOptions } from '../options/knowledge-options.ts';
import { renderEmbed } from '../report/embed.ts';
import { openEmbedder } from '../session/embedder.ts';
import { embedWithin } from '../session/embedding-run.ts';
import type { Command } from './command.ts';

/** Exit `budget` if a limit stopped it; vectors stored by then are kept. */
export const graphEmbed: Command<GraphEmbedOptions> = ({ space, ...options }, context) =>
  withLibrary(libraryPathFor(context.settings), { writable: true, create: false }, async (library) => {
    const model = await openEmbedder(context);
    try {
      const command = `lemmahead graph embed --space ${space}`;
      const { exit, report } = await embedWithin(
        {
          ...{ what: 'entries', all: updateTexts(library, space), model },
          store: openSpaceStore(library, space, false),
          ...{ startAgain: `${command} --again`, command },
          ...options,
        },
        context,
      );
      return {
        exit,
        data: { schema: 'lemmahead/graph-embed@1', ...report },
        render: (style) => renderEmbed(report, style),
      };
    } finally {
      await model.close();
    }
  });
