/** Flags of `concepts`. */
import type { Command } from '@commander-js/extra-typings';
import {
  CONCEPTS_BUILD_OPTIONS,
  CONCEPTS_DATA_OPTIONS,
  CONCEPTS_FOR_OPTIONS,
  CONCEPTS_SEARCH_OPTIONS,
  CONCEPTS_SHOW_OPTIONS,
} from '../options/concepts-options.ts';
import { addDecisions } from './concept-decision-commands.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const EXAMPLES = `
A concept is a mathematical notion, such as a basis or a kernel; a library has definitions of its different meanings.
The concept base is built from the index on this machine: no model, no network. With --model, a model adds to it.

Examples:
  lemmahead concepts build
  lemmahead concepts search 'basis of a vector space'
  lemmahead concepts show basis
  lemmahead concepts for 'Every finite-dimensional normed space is complete.'
`;

const BUILD_EXAMPLES = `
Examples:
  lemmahead concepts build                       beside the index, in about ten seconds for Mathlib
  lemmahead concepts build --without-list 1000
  lemmahead concepts build --model anthropic/NAME --extract --explain --max-cost 5
  lemmahead concepts build --model local/NAME --base-url http://localhost:11434/v1 --module Mathlib.Order --dry-run
  lemmahead concepts build --embedder onnx:models/bge-small-en
`;

const SEARCH_EXAMPLES = `
Examples:
  lemmahead concepts search 'basis of a vector space'
  lemmahead concepts search kernel --field probability
  lemmahead concepts search kernel --in My/File.lean:20
  lemmahead concepts search expectation             a term that the library writes otherwise
`;

const SHOW_EXAMPLES = `
Examples:
  lemmahead concepts show kernel            all meanings of a concept, by field
  lemmahead concepts show Module.Basis      the concepts of a definition
  lemmahead concepts show kernel --examples --provenance
`;

const FOR_EXAMPLES = `
Examples:
  lemmahead concepts for 'The kernel of a group homomorphism is normal.'
  lemmahead concepts for problem.tex --definitions auto
  lemmahead concepts for - --prompt < problem.txt
`;

export function addConceptsCommands(program: Command, execute: Execute): void {
  const concepts = program
    .command('concepts')
    .description('Find which definition a mathematical term means')
    .addHelpText('after', EXAMPLES);
  addBuild(concepts, execute);
  addSearch(concepts, execute);
  addShow(concepts, execute);
  addFor(concepts, execute);
  addDecisions(concepts, execute);
  const stats = concepts.command('stats').description('Count the contents of the concept base');
  addFlags(stats, CONCEPTS_DATA_OPTIONS).action(() =>
    execute({ flags: readSettings(stats, CONCEPTS_DATA_OPTIONS) }, async (context) =>
      (await import('../commands/concepts-stats.ts')).conceptsStats({}, context),
    ),
  );
  const verify = concepts.command('verify').description('Check that the concept base is intact and matches the index');
  addFlags(verify, CONCEPTS_DATA_OPTIONS).action(() =>
    execute({ flags: readSettings(verify, CONCEPTS_DATA_OPTIONS) }, async (context) =>
      (await import('../commands/concepts-verify.ts')).conceptsVerify({}, context),
    ),
  );
}

function addBuild(concepts: Command, execute: Execute): void {
  const command = concepts.command('build').description('Build the concept base of the index');
  addFlags(command, CONCEPTS_BUILD_OPTIONS)
    .addHelpText('after', BUILD_EXAMPLES)
    .action(() => {
      const flags = readSettings(command, CONCEPTS_BUILD_OPTIONS);
      const isModelGiven = flags['model.name'] !== undefined;
      const isEmbedderGiven = flags['embedder.name'] !== undefined;
      return execute({ flags, asksByWorkers: true }, async (context) =>
        (await import('../commands/concepts-build.ts')).conceptsBuild(
          { ...readFlags(command, CONCEPTS_BUILD_OPTIONS), isModelGiven, isEmbedderGiven },
          context,
        ),
      );
    });
}

function addSearch(concepts: Command, execute: Execute): void {
  const command = concepts
    .command('search')
    .description('Find the definitions that a term means, grouped by concept')
    .argument('<term...>', 'the term, such as: basis of a vector space');
  addFlags(command, CONCEPTS_SEARCH_OPTIONS)
    .addHelpText('after', SEARCH_EXAMPLES)
    .action((words) =>
      execute({ flags: readSettings(command, CONCEPTS_SEARCH_OPTIONS) }, async (context) =>
        (await import('../commands/concepts-search.ts')).conceptsSearch(
          { ...readFlags(command, CONCEPTS_SEARCH_OPTIONS), term: words.join(' '), k: context.settings.searchLimit },
          context,
        ),
      ),
    );
}

function addShow(concepts: Command, execute: Execute): void {
  const command = concepts
    .command('show')
    .description('Show all meanings of a concept by field, or the concepts of a definition')
    .argument('<name...>', 'a concept, or the name of a definition');
  addFlags(command, CONCEPTS_SHOW_OPTIONS)
    .addHelpText('after', SHOW_EXAMPLES)
    .action((words) =>
      execute({ flags: readSettings(command, CONCEPTS_SHOW_OPTIONS) }, async (context) =>
        (await import('../commands/concepts-show.ts')).conceptsShow(
          { ...readFlags(command, CONCEPTS_SHOW_OPTIONS), name: words.join(' ') },
          context,
        ),
      ),
    );
}

function addFor(concepts: Command, execute: Execute): void {
  const command = concepts
    .command('for')
    .description('List the concepts of a whole statement in words, and the definitions that it needs')
    .argument('<text...>', 'the statement, a file with it (.txt, .md, .tex), or - for stdin');
  addFlags(command, CONCEPTS_FOR_OPTIONS)
    .addHelpText('after', FOR_EXAMPLES)
    .action((words) =>
      execute({ flags: readSettings(command, CONCEPTS_FOR_OPTIONS) }, async (context) => {
        const [{ conceptsFor }, { readStatementText }] = await Promise.all([
          import('../commands/concepts-for.ts'),
          import('../session/statement-input.ts'),
        ]);
        const text = await readStatementText(words.join(' '), process.stdin, context);
        return conceptsFor({ ...readFlags(command, CONCEPTS_FOR_OPTIONS), text }, context);
      }),
    );
}
