/** `lemmahead library embed`: creates vectors for entries that have none. */
import type { Embeddable } from '../builders/vectors/embed-all.ts';
import { entryText } from '../builders/vectors/entry-text.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary, type Library } from '../library/library.ts';
import { renderEmbed } from '../report/embed.ts';
import type { EmbedOptions } from '../options/library-options.ts';
import type { Command } from './command.ts';
import { openEmbedder, openStore } from '../session/embedder.ts';
import { embedWithin, type EmbedJob } from '../session/embedding-run.ts';

export const START_AGAIN = 'lemmahead library embed --again';

/** Exit `budget` if a limit stopped it; vectors stored by then are kept. */
export const libraryEmbed: Command<EmbedOptions> = (options, context) =>
  withLibrary(libraryPathFor(context.settings), { writable: !options.dryRun }, async (library) => {
    const model = await openEmbedder(context);
    try {
      const store = await openStore(library, context);
      const job: EmbedJob = {
        what: 'entries',
        all: [...embeddables(library)],
        model,
        store,
        startAgain: START_AGAIN,
        command: 'lemmahead library embed',
        ...options,
      };
      const { exit, report } = await embedWithin(job, context);
      return {
        exit,
        data: { schema: 'lemmahead/library-embed@1', ...report },
        render: (style) => renderEmbed(report, style),
      };
    } finally {
      await model.close();
    }
  });

function* embeddables(library: Library): Generator<Embeddable> {
  for (const entry of library.entries()) yield { contentHash: entry.contentHash, text: () => entryText(entry) };
}
