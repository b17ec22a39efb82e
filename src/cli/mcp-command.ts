/** Flags of `mcp`. */
import { Option, type Command } from '@commander-js/extra-typings';
import type { Execute } from './execute.ts';
import { noRefreshOption, serviceOptions, serviceSettings, withServiceFlags } from './service-flags.ts';

const EXAMPLES = `
Examples:
  lemmahead mcp                                    what an agent starts in the project's folder
  lemmahead mcp --project ~/lean/my-project        from wherever an agent starts it
  lemmahead mcp --index mathlib.sqlite --max-time 120
  lemmahead mcp --model anthropic/NAME --max-cost 0.50

Nobody types this: docs/mcp.md says how agents and editors are told of it. Lean runs in no weaker sandbox than namespaces,
unless --require-sandbox limits says that less will do.

Exit codes: 0 stdin was closed or a signal came, 2 wrong flags.
`;

/** One client asks one thing after the other. */
const THREADS = 1;

export function addMcpCommand(program: Command, execute: Execute): void {
  const command = program
    .command('mcp')
    .description('Answer an agent over stdin and stdout, by the Model Context Protocol')
    .addOption(new Option('--project <folder>', 'work in this folder (default: where it is started)'))
    .addOption(noRefreshOption());
  withServiceFlags(command)
    .addHelpText('after', EXAMPLES)
    .action((flags) =>
      execute({ flags: serviceSettings(flags), serves: true, folder: flags.project }, async (context) =>
        (await import('../server/mcp/stdio.ts')).mcp(serviceOptions(flags, THREADS), context),
      ),
    );
}
