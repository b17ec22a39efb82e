/** Flags of `holes`. */
import type { Command } from '@commander-js/extra-typings';
import type { Execute } from './execute.ts';

const EXAMPLES = `
Examples:
  lemmahead holes My/File.lean              every sorry with its declaration and goal
  lemmahead holes My/File.lean --no-goals   without running Lean
`;

export function addHolesCommand(program: Command, execute: Execute): void {
  program
    .command('holes')
    .description('List every sorry of a file, with its declaration and its goal')
    .argument('<file>', 'the Lean file; it is not changed')
    .option('--no-goals', 'do not run Lean to get the goals')
    .addHelpText('after', EXAMPLES)
    .action((file, flags) =>
      execute({}, async (context) =>
        (await import('../commands/holes.ts')).holes({ file, goals: flags.goals, requireSandbox: null }, context),
      ),
    );
}
