/** Flags of `holes`. */
import type { Command } from '@commander-js/extra-typings';
import { HOLES_OPTIONS } from '../options/holes-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags } from './option-flags.ts';

const EXAMPLES = `
Examples:
  lemmahead holes My/File.lean              every sorry with its declaration and goal
  lemmahead holes My/File.lean --no-goals   without running Lean
`;

export function addHolesCommand(program: Command, execute: Execute): void {
  const command = program
    .command('holes')
    .description('List every sorry of a file, with its declaration and its goal')
    .argument('<file>', 'the Lean file; it is not changed');
  addFlags(command, HOLES_OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action((file) => {
      const { goals } = readFlags(command, HOLES_OPTIONS);
      return execute({}, async (context) =>
        (await import('../commands/holes.ts')).holes({ file, goals, requireSandbox: null }, context),
      );
    });
}
