/** Flags of the `graph` commands that ask a model about entities of the library. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { GRAPH_AUGMENT_OPTIONS, GRAPH_COMPLETE_OPTIONS } from '../options/graph-model-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const AUGMENT_EXAMPLES = `
A model gives what rules cannot give or are unsure of: titles, fields, roles of sentences and references, and what
problems refer to. It can only choose among labels; other answers are refused and counted. Nothing that a document or a
person said is replaced. Run an interrupted command again to resume it: answers are kept.

Examples:
  lemmahead graph augment --model anthropic/NAME --dry-run
  lemmahead graph augment --model anthropic/NAME --max-cost 5
  lemmahead graph augment --model local/NAME --base-url http://localhost:11434/v1 --attributes field,refs --limit 100
  lemmahead graph undo 4                     undo a run: see graph runs
`;

const COMPLETE_EXAMPLES = `
A model writes proofs of theorems and solutions of problems that have none, or one with the mark [MISSING]. It gets what
the library has on the points that it names, and checks its own text against principles, in up to six attempts. What
depends on the goal is never offered, and a text that cites it is refused. Programs run only in a sandbox. The text is
stored beside the entity as the model's, not checked by Lean or a person.

If declarations of the project formalize a theorem (graph link, graph accept) and pass check, the verdict is
lean-checked: Lean has proved the theorem, but has not read the text. After a later link, undo the run and complete again.

Examples:
  lemmahead graph complete --model anthropic/NAME --dry-run
  lemmahead graph complete thm:square --model anthropic/NAME
  lemmahead graph complete --source exercises --limit 20 --model anthropic/NAME --max-cost 5
`;

export function addGraphModelCommands(graph: CommandUnknownOpts, execute: Execute): void {
  const augment = graph.command('augment').description('Ask a model for attributes that rules cannot give');
  addFlags(augment, GRAPH_AUGMENT_OPTIONS)
    .addHelpText('after', AUGMENT_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(augment, GRAPH_AUGMENT_OPTIONS), asksByWorkers: true }, async (context) =>
        (await import('../commands/graph-augment.ts')).graphAugment(readFlags(augment, GRAPH_AUGMENT_OPTIONS), context),
      ),
    );
  const complete = graph
    .command('complete')
    .description('Ask a model for missing proofs and solutions')
    .argument('[entity...]', 'ids, keys or labels (default: all that lack one)');
  addFlags(complete, GRAPH_COMPLETE_OPTIONS)
    .addHelpText('after', COMPLETE_EXAMPLES)
    .action((names) =>
      execute({ flags: readSettings(complete, GRAPH_COMPLETE_OPTIONS), asksByWorkers: true }, async (context) =>
        (await import('../commands/graph-complete.ts')).graphComplete(
          { names, ...readFlags(complete, GRAPH_COMPLETE_OPTIONS) },
          context,
        ),
      ),
    );
}
