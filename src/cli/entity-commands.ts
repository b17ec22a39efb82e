/** Flags of the `graph` commands on entities of the library. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import {
  GRAPH_BUILD_OPTIONS,
  GRAPH_RUNS_OPTIONS,
  GRAPH_SHOW_OPTIONS,
  GRAPH_UNDO_OPTIONS,
} from '../options/entity-options.ts';
import { wholeNumber } from './arguments.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const BUILD_EXAMPLES = `
Entities are the definitions, theorems, problems, examples and remarks of the library. Rules give each one a type, a
title, a field of mathematics, the role of each sentence, and the role of each reference. No model is asked, and nothing
that a document or a person said is replaced.

Examples:
  lemmahead graph build
  lemmahead graph build --source analysis
  lemmahead graph show 'Bolzano–Weierstrass'
  lemmahead graph undo 3                     undo a build: see graph runs
`;

const SHOW_EXAMPLES = `
Examples:
  lemmahead graph show thm:zorn
  lemmahead graph show 'Symmetric Group' --all    who gave each value
  lemmahead graph show 17 --json                  with the 16 attributes of AutoMathKG
`;

const UNDO_EXAMPLES = `
What the run wrote is removed, and what it replaced is restored. Decisions of a person are kept.

Examples:
  lemmahead graph runs
  lemmahead graph undo 4
  lemmahead graph undo 3 --cascade
`;

export function addEntityCommands(graph: CommandUnknownOpts, execute: Execute): void {
  const build = graph.command('build').description('Fill the attributes of the entities of the library by rules');
  addFlags(build, GRAPH_BUILD_OPTIONS)
    .addHelpText('after', BUILD_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(build, GRAPH_BUILD_OPTIONS) }, async (context) =>
        (await import('../commands/graph-build.ts')).graphBuild(readFlags(build, GRAPH_BUILD_OPTIONS), context),
      ),
    );
  const show = graph
    .command('show')
    .description('Show an entity with its attributes and references')
    .argument('<entity>', 'its id, key, label or title');
  addFlags(show, GRAPH_SHOW_OPTIONS)
    .addHelpText('after', SHOW_EXAMPLES)
    .action((name: string) =>
      execute({ flags: readSettings(show, GRAPH_SHOW_OPTIONS) }, async (context) =>
        (await import('../commands/graph-show.ts')).graphShow(
          { name, ...readFlags(show, GRAPH_SHOW_OPTIONS) },
          context,
        ),
      ),
    );
  const runs = graph.command('runs').description('List the runs that changed the graph');
  addFlags(runs, GRAPH_RUNS_OPTIONS).action(() =>
    execute({ flags: readSettings(runs, GRAPH_RUNS_OPTIONS) }, async (context) =>
      (await import('../commands/graph-runs.ts')).graphRuns(readFlags(runs, GRAPH_RUNS_OPTIONS), context),
    ),
  );
  const undo = graph
    .command('undo')
    .description('Undo a run: remove what it wrote, restore what it replaced')
    .argument('<run>', 'number of the run', wholeNumber(1, Number.MAX_SAFE_INTEGER));
  addFlags(undo, GRAPH_UNDO_OPTIONS)
    .addHelpText('after', UNDO_EXAMPLES)
    .action((run: number) =>
      execute({ flags: readSettings(undo, GRAPH_UNDO_OPTIONS) }, async (context) =>
        (await import('../commands/graph-undo.ts')).graphUndo({ run, ...readFlags(undo, GRAPH_UNDO_OPTIONS) }, context),
      ),
    );
}
