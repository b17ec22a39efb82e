/** Flags of the `graph` commands on entities of the library. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { GRAPH_EMBED_OPTIONS, GRAPH_MERGE_OPTIONS, GRAPH_SEARCH_OPTIONS } from '../options/knowledge-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const MERGE_EXAMPLES = `
Entities are the definitions, theorems and problems of the library. Two are merged if their statements share most of
their text, up to the letters of variables, and no negation, quantifier, relation sign, number or property differs.
Nothing is deleted: a merge is an edge between the two, and the older entity represents both. With --model, a model is
asked where rules are not sure; it cannot merge entities of different types, or with a differing sign or negation.

Examples:
  lemmahead graph merge --source analysis-2026 --into analysis-2017 --dry-run
  lemmahead graph merge --source analysis-2026
  lemmahead graph merge --source analysis-2026 --model anthropic/NAME --max-cost 2
  lemmahead graph merge --deny 12=40             two entities are different, against the rules
  lemmahead graph merge --confirm 12=41
  lemmahead graph undo 3                         what run 3 merged: see graph runs
`;

const SEARCH_EXAMPLES = `
Vectors and words are joined by their ranks. The vectors are made on this machine from the library itself, and stored
beside it; with an embedder (--embedder), run lemmahead graph embed first. Merged entities are one result.

Examples:
  lemmahead graph search 'continuous image of a compact space'
  lemmahead graph search --near 12 --type theorem
  lemmahead graph search 'sum of two independent variables' --space 2 --weights .3,.15,.05,.25,.25
  lemmahead graph search --near prop:union --no-references --json
`;

const EMBED_EXAMPLES = `
Without an embedder there is nothing to do: graph search makes its own vectors.

Examples:
  lemmahead graph embed --embedder onnx:all-MiniLM-L6-v2
  lemmahead graph embed --embedder openai/text-embedding-3-small --space statement --max-cost 1
`;

export function addKnowledgeCommands(graph: CommandUnknownOpts, execute: Execute): void {
  const merge = graph
    .command('merge')
    .description('Find entities of different sources that are the same, and merge them');
  addFlags(merge, GRAPH_MERGE_OPTIONS)
    .addHelpText('after', MERGE_EXAMPLES)
    .action(() => {
      const flags = readSettings(merge, GRAPH_MERGE_OPTIONS);
      const isModelGiven = flags['model.name'] !== undefined;
      return execute({ flags, asksByWorkers: true }, async (context) =>
        (await import('../commands/graph-merge.ts')).graphMerge(
          { ...readFlags(merge, GRAPH_MERGE_OPTIONS), isModelGiven },
          context,
        ),
      );
    });
  const search = graph
    .command('search')
    .description('Search the definitions, theorems and problems of the library')
    .argument('[query...]', 'words, with LaTeX');
  addFlags(search, GRAPH_SEARCH_OPTIONS)
    .addHelpText('after', SEARCH_EXAMPLES)
    .action((words) =>
      execute({ flags: readSettings(search, GRAPH_SEARCH_OPTIONS) }, async (context) =>
        (await import('../commands/graph-search.ts')).graphSearch(
          { query: words.length === 0 ? null : words.join(' '), ...readFlags(search, GRAPH_SEARCH_OPTIONS) },
          context,
        ),
      ),
    );
  const embed = graph.command('embed').description('Make the vectors of entities by an embedding model');
  addFlags(embed, GRAPH_EMBED_OPTIONS)
    .addHelpText('after', EMBED_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(embed, GRAPH_EMBED_OPTIONS), asksByWorkers: true }, async (context) =>
        (await import('../commands/graph-embed.ts')).graphEmbed(readFlags(embed, GRAPH_EMBED_OPTIONS), context),
      ),
    );
}
