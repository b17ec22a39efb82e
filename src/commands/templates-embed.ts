/** `lemmahead templates embed`: makes the vectors of the problems of a graph of templates by an embedding model. */
import { openGraph } from '../builders/templates/template-graph.ts';
import { openTemplateStore, templateEmbeddables } from '../builders/templates/template-vectors.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import type { EmbedOptions } from '../options/library-options.ts';
import { renderEmbed } from '../report/embed.ts';
import { openEmbedder } from '../session/embedder.ts';
import { embedWithin } from '../session/embedding-run.ts';
import type { Command } from './command.ts';

/** Exit `budget` if a limit stopped it; vectors stored by then are kept. */
export const templatesEmbed: Command<EmbedOptions> = (options, context) =>
  withLibrary(libraryPathFor(context.settings), { writable: !options.dryRun, create: false }, async (library) => {
    const { templateGraph: name } = context.settings;
    const all = templateEmbeddables(openGraph(library.database, name));
    const model = await openEmbedder(context);
    try {
      const command = `lemmahead templates embed --graph ${name}`;
      const job = { what: 'problems' as const, all, model, store: openTemplateStore(library) };
      const { exit, report } = await embedWithin(
        { ...job, startAgain: `${command} --again`, command, ...options },
        context,
      );
      return {
        exit,
        data: { schema: 'lemmahead/templates-embed@1', ...report },
        render: (style) => renderEmbed(report, style),
      };
    } finally {
      await model.close();
    }
  });
