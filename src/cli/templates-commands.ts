/** Flags of `templates`. */
import type { Command } from '@commander-js/extra-typings';
import { TEMPLATES_SEARCH_OPTIONS } from '../options/templates-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const SEARCH_EXAMPLES = `
Examples:
  lemmahead templates search --goal 'a b : ℕ ⊢ a + b = b + a'
  lemmahead templates search --goal - --in My/File.lean:20

A template is the skeleton of a proof: its tactics, with L for a lemma and H for a hypothesis or another local name. Proofs
of similar theorems vote for it; nothing below the line of --in does. No Lean is needed.
`;

export function addTemplatesCommands(program: Command, execute: Execute): void {
  const templates = program.command('templates').description('Find how similar theorems are proved');
  const command = templates
    .command('search')
    .description('Find proof templates for a goal')
    .requiredOption('--goal <text>', 'the goal as Lean prints it, or its target; - reads it from stdin');
  addFlags(command, TEMPLATES_SEARCH_OPTIONS)
    .addHelpText('after', SEARCH_EXAMPLES)
    .action(({ goal }) =>
      execute({ flags: readSettings(command, TEMPLATES_SEARCH_OPTIONS) }, async (context) =>
        (await import('../commands/templates-search.ts')).templatesSearch(
          {
            ...readFlags(command, TEMPLATES_SEARCH_OPTIONS),
            goal:
              goal === '-' ? await (await import('../session/query-input.ts')).readQuery(process.stdin, context) : goal,
          },
          context,
        ),
      ),
    );
}
