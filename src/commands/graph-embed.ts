/** `lemmahead graph embed`: makes the vectors of entities by an embedding model. */
import { openSpaceStore, updateTexts } from '../builders/knowledge/entity-spaces.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import type { GraphEmbedOptions } from '../options/knowledge-options.ts';
import { withEmbedder } from '../session/embedder.ts';
import type { Command } from './command.ts';
import { embedOutcome } from './embed-outcome.ts';

export const graphEmbed: Command<GraphEmbedOptions> = ({ space, ...options }, context) =>
  withLibrary(libraryPathFor(context.settings), { writable: true, create: false }, (library) =>
    withEmbedder(context, async (model) => {
      const command = `lemmahead graph embed --space ${space}`;
      const all = updateTexts(library, space);
      const job = { what: 'entries' as const, all, model, store: openSpaceStore(library, space, false) };
      const commands = { startAgain: `${command} --again`, command };
      return embedOutcome('lemmahead/graph-embed@1', { ...job, ...commands, ...options }, context);
    }),
  );
