/** Flags of `graph`. */
import type { Command } from '@commander-js/extra-typings';
import {
  GRAPH_DEPENDS_OPTIONS,
  GRAPH_PATH_OPTIONS,
  GRAPH_STATS_OPTIONS,
  GRAPH_STATUS_OPTIONS,
} from '../options/graph-options.ts';
import type { Execute } from './execute.ts';
import { addKnowledgeCommands } from './knowledge-commands.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const EXAMPLES = `
The graph is read from the sources: a declaration depends on those that its statement and its proof or body name.
Nothing is compiled, so instances and lemmas that a tactic finds are missing.

Examples:
  lemmahead graph depends Module.Basis
  lemmahead graph depends IsCompact.isClosed --used-by
  lemmahead graph path Nat.exists_infinite_primes --known Nat.Prime
  lemmahead graph status
  lemmahead graph stats
`;

const DEPENDS_EXAMPLES = `
Examples:
  lemmahead graph depends Module.Basis                             what it names
  lemmahead graph depends Module.Basis --used-by --in statement    what is stated about it
  lemmahead graph depends MyProject.main --hops 100 --module MyProject
`;

const PATH_EXAMPLES = `
Examples:
  lemmahead graph path MyProject.main --module MyProject        what to read, in which order
  lemmahead graph path Nat.exists_infinite_primes --known Nat.Prime
  lemmahead graph path IsCompact.isClosed --to Filter           why it needs that
`;

const STATUS_EXAMPLES = `
Examples:
  lemmahead graph status                     of the blueprint of the project in this folder
  lemmahead graph status notes/main.tex --json

Exit codes: 0 done, 1 a claim of the blueprint does not hold, 2 not a blueprint, 3 no index.
`;

export function addGraphCommands(program: Command, execute: Execute): void {
  const graph = program
    .command('graph')
    .description('Follow what a declaration depends on, and what depends on it')
    .addHelpText('after', EXAMPLES);
  const depends = graph
    .command('depends')
    .description('List what a declaration depends on, or what depends on it')
    .argument('<name>', 'name of the declaration');
  addFlags(depends, GRAPH_DEPENDS_OPTIONS)
    .addHelpText('after', DEPENDS_EXAMPLES)
    .action((name) =>
      execute({ flags: readSettings(depends, GRAPH_DEPENDS_OPTIONS) }, async (context) =>
        (await import('../commands/graph-depends.ts')).graphDepends(
          { name, ...readFlags(depends, GRAPH_DEPENDS_OPTIONS) },
          context,
        ),
      ),
    );
  const path = graph
    .command('path')
    .description('Order what a declaration needs, so that each step needs only earlier ones')
    .argument('<name>', 'name of the declaration');
  addFlags(path, GRAPH_PATH_OPTIONS)
    .addHelpText('after', PATH_EXAMPLES)
    .action((name) =>
      execute({ flags: readSettings(path, GRAPH_PATH_OPTIONS) }, async (context) =>
        (await import('../commands/graph-path.ts')).graphPath(
          { name, ...readFlags(path, GRAPH_PATH_OPTIONS) },
          context,
        ),
      ),
    );
  const status = graph
    .command('status')
    .description('Report what of a blueprint is formalized, and what can be formalized next')
    .argument('[path]', "the blueprint's folder, a folder with blueprint/src/web.tex, or its first file (default: .)");
  addFlags(status, GRAPH_STATUS_OPTIONS)
    .addHelpText('after', STATUS_EXAMPLES)
    .action((given = '.') =>
      execute({ flags: readSettings(status, GRAPH_STATUS_OPTIONS) }, async (context) =>
        (await import('../commands/graph-status.ts')).graphStatus(
          { path: given, ...readFlags(status, GRAPH_STATUS_OPTIONS) },
          context,
        ),
      ),
    );
  const stats = graph.command('stats').description('Count the declarations and dependencies of the index');
  addFlags(stats, GRAPH_STATS_OPTIONS).action(() =>
    execute({ flags: readSettings(stats, GRAPH_STATS_OPTIONS) }, async (context) =>
      (await import('../commands/graph-stats-command.ts')).graphStatsCommand(
        readFlags(stats, GRAPH_STATS_OPTIONS),
        context,
      ),
    ),
  );
  addKnowledgeCommands(graph, execute);
}
