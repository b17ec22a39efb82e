/** `lemmahead library embed`: creates vectors for entries that have none. */
import type { Embeddable } from '../builders/vectors/embed-all.ts';
import { entryText } from '../builders/vectors/entry-text.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary, type Library } from '../library/library.ts';
import type { EmbedOptions } from '../options/library-options.ts';
import type { Command } from './command.ts';
import { embedOutcome } from './embed-outcome.ts';
import { openStore, withEmbedder } from '../session/embedder.ts';

export const START_AGAIN = 'lemmahead library embed --again';

export const libraryEmbed: Command<EmbedOptions> = (options, context) =>
  withLibrary(libraryPathFor(context.settings), { writable: !options.dryRun }, (library) =>
    withEmbedder(context, async (model) => {
      const store = await openStore(library, context);
      const job = { what: 'entries' as const, all: [...embeddables(library)], model, store };
      const commands = { startAgain: START_AGAIN, command: 'lemmahead library embed' };
      return embedOutcome('lemmahead/library-embed@1', { ...job, ...commands, ...options }, context);
    }),
  );

function* embeddables(library: Library): Generator<Embeddable> {
  for (const entry of library.entries()) yield { contentHash: entry.contentHash, text: () => entryText(entry) };
}
