/** Flags of `search`, `show` and `open`. */
import type { Command } from '@commander-js/extra-typings';
import { OPEN_OPTIONS, SEARCH_OPTIONS, SHOW_OPTIONS } from '../options/search-options.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const SEARCH_EXAMPLES = `
Examples:
  lemmahead search Nat.add_comm                        a name, in full or in part
  lemmahead search 'Real.sin, _ * (_ ^ _)'             a pattern, as in Loogle
  lemmahead search '|- _ < _ → _'                      a pattern of the conclusion
  lemmahead search 'sum of two even numbers is even'   plain words or LaTeX
  lemmahead search --as goal 'h : a ∣ b ⊢ a ∣ b * c'   lemmas that apply to a goal
  lemmahead search --instances-of Group                all instances of a class
  lemmahead search - < goal.txt                        a query from a file
  lemmahead search dvd_mul --kind theorem --in My.lean:20 --json
  lemmahead search --in-library 'is every bounded sequence convergent?'   added textbooks and notes
  lemmahead search --everywhere 'mean value theorem'   both
`;

const SHOW_EXAMPLES = `
Examples:
  lemmahead show Nat.add_comm
  lemmahead show Monoid --json
`;

const OPEN_EXAMPLES = `
Examples:
  lemmahead open Nat.add_comm
  lemmahead open Nat.add_comm --print
`;

export function addSearchCommands(program: Command, execute: Execute): void {
  addSearch(program, execute);
  addShow(program, execute);
  addOpen(program, execute);
}

function addSearch(program: Command, execute: Execute): void {
  const command = program
    .command('search')
    .description('Find declarations by name, pattern, plain words or goal')
    .argument(
      '[query...]',
      'the query, or - to read it from stdin; its form decides how it is searched (put -- before a query that begins with -)',
    );
  addFlags(command, SEARCH_OPTIONS)
    .addHelpText('after', SEARCH_EXAMPLES)
    .action((words) => {
      const { inLibrary, everywhere, ...options } = readFlags(command, SEARCH_OPTIONS);
      return execute({ flags: readSettings(command, SEARCH_OPTIONS) }, async (context) =>
        (await import('../commands/search.ts')).search(
          {
            ...options,
            query: await queryOf(words, options.filters.instancesOf !== null, context),
            k: context.settings.searchLimit,
            where: inLibrary ? 'library' : everywhere ? 'everywhere' : 'index',
          },
          context,
        ),
      );
    });
}

/** Joins the words of the query, or reads it from stdin. Returns null if only instances are listed. */
async function queryOf(words: string[], isOptional: boolean, context: CommandContext): Promise<string | null> {
  if (words.join(' ') !== '-' && (words.length > 0 || isOptional || process.stdin.isTTY))
    return words.length === 0 ? null : words.join(' ');
  return (await import('../session/query-input.ts')).readQuery(process.stdin, context);
}

function addShow(program: Command, execute: Execute): void {
  const command = program
    .command('show')
    .description('Show one declaration in full: statement, scope, fields, generated names, usages')
    .argument('<declaration>', 'its full name, or an unambiguous part of it');
  addFlags(command, SHOW_OPTIONS)
    .addHelpText('after', SHOW_EXAMPLES)
    .action((name) =>
      execute({ flags: readSettings(command, SHOW_OPTIONS) }, async (context) =>
        (await import('../commands/show.ts')).show({ name }, context),
      ),
    );
}

function addOpen(program: Command, execute: Execute): void {
  const command = program
    .command('open')
    .description('Open the editor (VISUAL or EDITOR) at a declaration')
    .argument('<declaration>', 'its full name, or an unambiguous part of it');
  addFlags(command, OPEN_OPTIONS)
    .addHelpText('after', OPEN_EXAMPLES)
    .action((name) =>
      execute({ flags: readSettings(command, OPEN_OPTIONS) }, async (context) =>
        (await import('../commands/open.ts')).open({ name, ...readFlags(command, OPEN_OPTIONS) }, context),
      ),
    );
}
