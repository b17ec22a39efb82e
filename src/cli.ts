/** The tree of commands. It declares flags, help and examples; every action imports its command only when it runs. */
import { Command } from '@commander-js/extra-typings';
import { packageVersion } from './base/version.ts';
import { addBenchCommands } from './cli/bench-commands.ts';
import { addCheckCommand } from './cli/check-command.ts';
import type { Execute } from './cli/execute.ts';
import { addHolesCommand } from './cli/holes-command.ts';
import { addMetaCommands } from './cli/meta-commands.ts';
import { addIndexCommands } from './cli/index-commands.ts';
import { addLibraryCommands } from './cli/library-commands.ts';
import { addMcpCommand } from './cli/mcp-command.ts';
import { addModelsCommand } from './cli/model-commands.ts';
import { addProveCommand } from './cli/prove-command.ts';
import { addRunsCommands } from './cli/runs-commands.ts';
import { addSearchCommands } from './cli/search-commands.ts';
import { addServeCommand } from './cli/serve-command.ts';

/** Flags that every command takes, before or after its name. */
export type GlobalFlags = {
  json?: true | undefined;
  quiet?: true | undefined;
  verbose?: true | undefined;
  color: boolean;
};

const INTRODUCTION = `Find the Lean declaration you need, in the libraries your project uses: offline, in seconds.`;

const EXAMPLES = `
Examples:
  lemmahead index build                      index this Lake project and its packages
  lemmahead search Nat.add_comm              find by name, pattern, plain words or goal
  lemmahead search 'Real.sin, _ * _'
  lemmahead show Nat.add_comm                one declaration whole
  lemmahead library add book.tex             a textbook, for searches and proofs
  lemmahead holes My/File.lean               list its sorrys, with their goals
  lemmahead prove My/File.lean               fill sorrys with what Lean accepts
  lemmahead check My/File.lean               what is proved there, what is sorry, which axioms
  lemmahead serve                            a page, HTTP and MCP over all of it
  lemmahead doctor                           what is missing here, and how to mend it

Exit codes: 0 done, 1 an honest no, 2 usage, 3 something is missing, 4 out of time,
5 refused by the audit, 70 a bug, 130 interrupted.
`;

/** Throws `CommanderError` on wrong usage and after help; `main.ts` turns it into words and an exit code. */
export function buildProgram(execute: Execute): Command<[], GlobalFlags> {
  const program = new Command('lemmahead')
    .description(INTRODUCTION)
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .option('--json', 'print the result as JSON, an error too')
    .option('-q, --quiet', 'no progress and no remarks')
    .option('-v, --verbose', 'say what is being done')
    .option('--no-color', 'no colour')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    // What is wrong is said once, by `main.ts`.
    .configureOutput({ outputError: () => undefined })
    .addHelpText('after', EXAMPLES);
  addSearchCommands(program, execute);
  addIndexCommands(program, execute);
  addLibraryCommands(program, execute);
  addHolesCommand(program, execute);
  addProveCommand(program, execute);
  addRunsCommands(program, execute);
  addCheckCommand(program, execute);
  addModelsCommand(program, execute);
  addServeCommand(program, execute);
  addMcpCommand(program, execute);
  addBenchCommands(program, execute);
  addMetaCommands(program, execute);
  return program;
}
