/** Flags of `mcp`. */
import type { Command } from '@commander-js/extra-typings';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';
import { SERVICE_OPTIONS, serviceOptions } from './service-flags.ts';

const EXAMPLES = `
Examples:
  lemmahead mcp                                    for an agent that starts it in the project's folder
  lemmahead mcp --project ~/lean/my-project        for an agent that starts it in another folder
  lemmahead mcp --index mathlib.sqlite --max-time 120
  lemmahead mcp --model anthropic/NAME --max-cost 0.50

An agent or editor starts this command; docs/guides/agents.md describes its configuration. Lean runs in the namespaces
sandbox or a stronger one; --require-sandbox limits allows a weaker one.

Exit codes: 0 stdin was closed or a signal was received, 2 wrong flags.
`;

/** One client sends one request at a time. */
const THREADS = 1;

export function addMcpCommand(program: Command, execute: Execute): void {
  const command = program
    .command('mcp')
    .description('Run a Model Context Protocol server on stdin and stdout')
    .option('--project <folder>', 'work in this folder (default: the current folder)');
  addFlags(command, SERVICE_OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action(({ project: folder }) =>
      execute({ flags: readSettings(command, SERVICE_OPTIONS), serves: true, folder }, async (context) =>
        (await import('../server/mcp/stdio.ts')).mcp(
          serviceOptions(readFlags(command, SERVICE_OPTIONS), context.settings, THREADS),
          context,
        ),
      ),
    );
}
