/** Flags of the `graph` commands on entities of the library. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { GRAPH_MERGE_OPTIONS } from '../options/knowledge-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const MERGE_EXAMPLES = `
Entities are the definitions, theorems and problems of the library. Two are merged if their statements share most of
their text, up to the letters of variables, and no negation, quantifier, relation sign, number or property differs.
Nothing is deleted: a merge is an edge between the two, and the older entity represents both.

Examples:
  lemmahead graph merge --source analysis-2026 --into analysis-2017 --dry-run
  lemmahead graph merge --source analysis-2026
  lemmahead graph merge --deny 12=40             two entities are different, whatever rules say
  lemmahead graph merge --confirm 12=41
  lemmahead graph merge --undo
`;

export function addKnowledgeCommands(graph: CommandUnknownOpts, execute: Execute): void {
  const merge = graph
    .command('merge')
    .description('Find entities of different sources that are the same, and merge them');
  addFlags(merge, GRAPH_MERGE_OPTIONS)
    .addHelpText('after', MERGE_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(merge, GRAPH_MERGE_OPTIONS) }, async (context) =>
        (await import('../commands/graph-merge.ts')).graphMerge(readFlags(merge, GRAPH_MERGE_OPTIONS), context),
      ),
    );
}
