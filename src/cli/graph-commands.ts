/** Flags of `graph`. */
import type { Command } from '@commander-js/extra-typings';
import {
  GRAPH_DECIDE_OPTIONS,
  GRAPH_DEPENDS_OPTIONS,
  GRAPH_LINK_OPTIONS,
  GRAPH_PATH_OPTIONS,
  GRAPH_STATS_OPTIONS,
  GRAPH_STATUS_OPTIONS,
} from '../options/graph-options.ts';
import { addEntityCommands } from './entity-commands.ts';
import type { Execute } from './execute.ts';
import { addGraphModelCommands } from './graph-model-commands.ts';
import { addKnowledgeCommands } from './knowledge-commands.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';
import { addPictureCommands } from './picture-commands.ts';

const EXAMPLES = `
The graph is read from the sources: a declaration depends on those that its statement and its proof or body name.
Nothing is compiled, so instances and lemmas that a tactic finds are missing. An entity of the library depends on those
that its statement and proofs refer to.

Examples:
  lemmahead graph depends Module.Basis
  lemmahead graph depends IsCompact.isClosed --used-by
  lemmahead graph path Nat.exists_infinite_primes --known Nat.Prime
  lemmahead graph status
  lemmahead graph link
  lemmahead graph stats
  lemmahead graph picture IsCompact.isClosed --out compact.html
  lemmahead graph build                                        attributes of the library's entities, by rules
  lemmahead graph merge --source new --into old --dry-run      which of them are the same
  lemmahead graph augment --model anthropic/NAME --max-cost 5  more attributes, by a model
  lemmahead graph complete thm:square --model anthropic/NAME   missing proofs and solutions, by a model
`;

const DEPENDS_EXAMPLES = `
Examples:
  lemmahead graph depends Module.Basis                             what it names
  lemmahead graph depends Module.Basis --used-by --in statement    what is stated about it
  lemmahead graph depends MyProject.main --hops 100 --module MyProject
  lemmahead graph depends thm:zorn --used-by                       an entity of the library, by label, title or id

Exit codes: 0 found, 1 nothing, or no or several such names, 2 usage, 3 no index or library.
`;

const PATH_EXAMPLES = `
Examples:
  lemmahead graph path MyProject.main --module MyProject        what to read, in which order
  lemmahead graph path Nat.exists_infinite_primes --known Nat.Prime
  lemmahead graph path IsCompact.isClosed --to Filter           why it needs that
  lemmahead graph path 'Nakayama lemma' --known def:ideal       of an entity of the library

Exit codes: 0 found, 1 no path, or no or several such names, 2 usage, 3 no index or library.
`;

const STATS_EXAMPLES = `
Examples:
  lemmahead graph stats                       the declarations of the index
  lemmahead graph stats --entities            the entities of the library: AutoMathKG's counts and more
  lemmahead graph stats --source analysis --json

Exit codes: 0 done, 1 no entities, or no such source, 2 usage, 3 no index or library.
`;

const STATUS_EXAMPLES = `
Examples:
  lemmahead graph status                     of the blueprint of the project in this folder
  lemmahead graph status notes/main.tex --json
  lemmahead graph status --source analysis    of a document without such commands, by the links of \`graph link\`

Exit codes: 0 done, 1 a claim of the blueprint does not hold, 2 not a blueprint, 3 no index.
`;

const LINK_EXAMPLES = `
Declarations are found by search, by their names, by their places, and by comparing what the statements refer to
with what the declarations use. Declarations that the document names are known. With --source, known and confident
links are written to the library; without it, nothing is written.

With --model, a model is asked which of the declarations that were found formalize a statement, where no link is
confident enough. It can only choose among them. Run an interrupted command again to resume it: answers are kept.

Examples:
  lemmahead graph link                                of the blueprint of the project in this folder
  lemmahead graph link notes/main.tex --statement lem:key --candidates 10
  lemmahead graph link --source analysis --auto 0.9
  lemmahead graph link --source analysis --model anthropic/NAME --max-cost 2
  lemmahead graph accept lem:key MyProject.key --source analysis

Exit codes: 0 something is known or found, 1 nothing, 2 no such document or statement, 3 no index, library or model,
4 a limit ended the questions: what was answered is kept.
`;

const DECISION_EXAMPLES = `
A decision is stored in the library. It overrides what \`graph link\` finds, and \`graph link\` finds other links with it.

Examples:
  lemmahead graph accept lem:key MyProject.key --source analysis
  lemmahead graph reject lem:key MyProject.other
  lemmahead graph reject lem:key MyProject.other --undo
`;

const DECISIONS = [
  { verb: 'accept', accepted: true, description: 'Say that a declaration formalizes a statement of the library' },
  { verb: 'reject', accepted: false, description: 'Say that a declaration does not formalize a statement' },
] as const;

export function addGraphCommands(program: Command, execute: Execute): void {
  const graph = program
    .command('graph')
    .description('Follow dependencies of declarations and of the statements of the library')
    .addHelpText('after', EXAMPLES);
  const depends = graph
    .command('depends')
    .description('List what a declaration or an entity depends on, or what depends on it')
    .argument('<name>', 'name of a declaration; id, key, label or title of an entity');
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
    .description('Order what a declaration or an entity needs, so that each step needs only earlier ones')
    .argument('<name>', 'name of a declaration; id, key, label or title of an entity');
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
  const link = graph
    .command('link')
    .description('Find which declarations formalize the statements of a document')
    .argument('[path]', 'a document, or a folder with blueprint/src/web.tex (default: .)');
  addFlags(link, GRAPH_LINK_OPTIONS)
    .addHelpText('after', LINK_EXAMPLES)
    .action((given = '.') => {
      const flags = readSettings(link, GRAPH_LINK_OPTIONS);
      const isModelGiven = flags['model.name'] !== undefined;
      return execute({ flags, asksByWorkers: true }, async (context) =>
        (await import('../commands/graph-link.ts')).graphLink(
          { path: given, ...readFlags(link, GRAPH_LINK_OPTIONS), isModelGiven },
          context,
        ),
      );
    });
  for (const { verb, accepted, description } of DECISIONS) {
    const decide = graph
      .command(verb)
      .description(description)
      .argument('<statement>', 'id, key or label of the statement')
      .argument('<declaration>', 'name of the declaration');
    addFlags(decide, GRAPH_DECIDE_OPTIONS)
      .addHelpText('after', DECISION_EXAMPLES)
      .action((statement, name) =>
        execute({ flags: readSettings(decide, GRAPH_DECIDE_OPTIONS) }, async (context) =>
          (await import('../commands/graph-decide.ts')).graphDecide(
            { statement, name, accepted, ...readFlags(decide, GRAPH_DECIDE_OPTIONS) },
            context,
          ),
        ),
      );
  }
  const stats = graph.command('stats').description('Count nodes and dependencies of the index, or of the library');
  addFlags(stats, GRAPH_STATS_OPTIONS)
    .addHelpText('after', STATS_EXAMPLES)
    .action(() => {
      const flags = readSettings(stats, GRAPH_STATS_OPTIONS);
      const options = readFlags(stats, GRAPH_STATS_OPTIONS);
      // The index has no use for a library.
      const entities = options.entities || flags['library.path'] !== undefined;
      return execute({ flags }, async (context) =>
        (await import('../commands/graph-stats-command.ts')).graphStatsCommand({ ...options, entities }, context),
      );
    });
  addKnowledgeCommands(graph, execute);
  addPictureCommands(graph, execute);
  addEntityCommands(graph, execute);
  addGraphModelCommands(graph, execute);
}
