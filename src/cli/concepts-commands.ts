/** Flags of `concepts`. */
import type { Command } from '@commander-js/extra-typings';
import { CONCEPTS_BUILD_OPTIONS, CONCEPTS_SEARCH_OPTIONS } from '../options/concepts-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const EXAMPLES = `
A concept is a mathematical notion, such as a basis or a kernel; a library has definitions of its different meanings.
The concept base is built from the index on this machine: no model, no network.

Examples:
  lemmahead concepts build
  lemmahead concepts search 'basis of a vector space'
`;

const BUILD_EXAMPLES = `
Examples:
  lemmahead concepts build                       beside the index, in about ten seconds for Mathlib
  lemmahead concepts build --without-list 1000
`;

const SEARCH_EXAMPLES = `
Examples:
  lemmahead concepts search 'basis of a vector space'
  lemmahead concepts search kernel --field probability
  lemmahead concepts search expectation             a term that the library writes otherwise
`;

export function addConceptsCommands(program: Command, execute: Execute): void {
  const concepts = program
    .command('concepts')
    .description('Find which definition a mathematical term means')
    .addHelpText('after', EXAMPLES);
  addBuild(concepts, execute);
  addSearch(concepts, execute);
}

function addBuild(concepts: Command, execute: Execute): void {
  const command = concepts.command('build').description('Build the concept base of the index');
  addFlags(command, CONCEPTS_BUILD_OPTIONS)
    .addHelpText('after', BUILD_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(command, CONCEPTS_BUILD_OPTIONS) }, async (context) =>
        (await import('../commands/concepts-build.ts')).conceptsBuild(
          readFlags(command, CONCEPTS_BUILD_OPTIONS),
          context,
        ),
      ),
    );
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
