/** `lemmahead templates embed`: makes the vectors of the problems of a graph of templates by an embedding model. */
import { openGraph } from '../builders/templates/template-graph.ts';
import {
  embedTemplatesCommand,
  openTemplateStore,
  templateEmbeddables,
} from '../builders/templates/template-vectors.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import type { EmbedOptions } from '../options/library-options.ts';
import { withEmbedder } from '../session/embedder.ts';
import type { Command } from './command.ts';
import { embedOutcome } from './embed-outcome.ts';

export const templatesEmbed: Command<EmbedOptions> = (options, context) =>
  withLibrary(libraryPathFor(context.settings), { writable: !options.dryRun, create: false }, (library) => {
    const { templateGraph: name } = context.settings;
    const all = templateEmbeddables(openGraph(library.database, name));
    const command = embedTemplatesCommand(name);
    return withEmbedder(context, (model) => {
      const job = { what: 'problems' as const, all, model, store: openTemplateStore(library) };
      const commands = { startAgain: `${command} --again`, command };
      return embedOutcome('lemmahead/templates-embed@1', { ...job, ...commands, ...options }, context);
    });
  });
