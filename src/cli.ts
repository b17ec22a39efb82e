/**
 * The command tree: flags, help and examples. What is not needed is not loaded: each action imports its command only when
 * it runs, and the flags of other commands than the one in the arguments stay out.
 */
import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { packageVersion } from './base/version.ts';
import { addShortLimits } from './cli/arguments.ts';
import type { Execute } from './cli/execute.ts';
import { unknownCommand } from './cli/usage-failure.ts';
import { COLOR_CHOICES, type ColorFlag } from './ui/terminal.ts';

/** Flags that every command accepts, before or after its name. */
export type GlobalFlags = {
  json?: true | undefined;
  quiet?: true | undefined;
  verbose?: true | undefined;
  color: ColorFlag;
};

const INTRODUCTION = `Find the Lean declaration you need, in the libraries your project uses: offline, in seconds.`;

const EXAMPLES = `
Examples:
  lemmahead index build                      index this Lake project and its packages
  lemmahead search Nat.add_comm              find by name, pattern, plain words or goal
  lemmahead search 'Real.sin, _ * _'
  lemmahead show Nat.add_comm                show one declaration in full
  lemmahead library add book.tex             add a textbook for searches and proofs
  lemmahead holes My/File.lean               list every sorry with its goal
  lemmahead prove My/File.lean               fill sorrys with proofs that Lean accepts
  lemmahead check My/File.lean               report proved theorems, sorrys and axioms
  lemmahead serve                            start a web page, an HTTP server and an MCP server
  lemmahead doctor                           report what is missing, and how to fix it

Exit codes: 0 success, 1 negative result, 2 wrong usage, 3 something is missing, 4 out of time or budget,
5 refused by the audit, 70 bug in lemmahead, 130 interrupted.
`;

type Add = (program: Command, execute: Execute) => void;

interface Group {
  heading: string;
  /** The commands that can be loaded without the other groups. */
  names?: readonly string[];
  load: () => Promise<Add[]>;
}

/**
 * The commands of all groups, or of one if `argv` starts with a name of that group. The methods of the result throw
 * `CommanderError` on wrong usage and after help; `main.ts` turns it into a message and an exit code.
 */
export async function buildProgram(execute: Execute, argv: readonly string[] = []): Promise<Command<[], GlobalFlags>> {
  const name = argv.find((word) => !word.startsWith('-'));
  const only = GROUPS.find(({ names }) => name !== undefined && names?.includes(name) === true);
  const program = new Command('lemmahead')
    .description(INTRODUCTION)
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    // The help commands of groups; the one of the program takes a longer path.
    .helpCommand('help [command]', 'print the help of a command')
    .helpCommand(false)
    .option('--json', 'print results and errors as JSON')
    .option('-q, --quiet', 'print no progress and no remarks')
    .option('-v, --verbose', 'print details of what is being done')
    .addOption(new Option('--color <when>', 'print in colour').choices(COLOR_CHOICES).default('auto' as const))
    .addOption(new Option('--no-color', 'same as --color=never').hideHelp())
    .configureHelp({ showGlobalOptions: true, visibleGlobalOptions: optionsOfProgram })
    .exitOverride()
    // `main.ts` prints the error.
    .configureOutput({ outputError: () => undefined })
    .addHelpText('after', EXAMPLES);
  for (const { heading, load } of only === undefined ? GROUPS : [only]) {
    program.commandsGroup(heading);
    for (const add of await load()) add(program, execute);
  }
  addShortLimits(program);
  program
    .command('help')
    .description('Print the help of a command')
    .argument('[command...]', 'the command, such as index build')
    .action((names) => help(program, names));
  return program;
}

/** The options of a command with subcommands are not theirs. */
function optionsOfProgram({ parent }: CommandUnknownOpts): Option[] {
  if (parent === null) return [];
  return parent.parent === null ? parent.options.filter(({ hidden }) => !hidden) : optionsOfProgram(parent);
}

/** In the order of the help. */
const GROUPS: readonly Group[] = [
  {
    heading: 'Find:',
    names: ['search', 'show', 'open'],
    load: async () => [(await import('./cli/search-commands.ts')).addSearchCommands],
  },
  {
    heading: 'Find:',
    names: ['outline', 'references'],
    load: async () => [(await import('./cli/source-commands.ts')).addSourceCommands],
  },
  {
    heading: 'Find:',
    names: ['concepts'],
    load: async () => [(await import('./cli/concepts-commands.ts')).addConceptsCommands],
  },
  {
    heading: 'Find:',
    names: ['templates'],
    load: async () => [(await import('./cli/templates-commands.ts')).addTemplatesCommands],
  },
  {
    heading: 'Find:',
    names: ['graph'],
    load: async () => [(await import('./cli/graph-commands.ts')).addGraphCommands],
  },
  {
    heading: 'Prove and check:',
    names: ['holes', 'prove', 'runs', 'check', 'statement', 'formalize', 'solve'],
    load: async () => [
      (await import('./cli/holes-command.ts')).addHolesCommand,
      (await import('./cli/prove-command.ts')).addProveCommand,
      (await import('./cli/runs-commands.ts')).addRunsCommands,
      (await import('./cli/check-command.ts')).addCheckCommand,
      (await import('./cli/statement-commands.ts')).addStatementCommands,
      (await import('./cli/formalize-command.ts')).addFormalizeCommand,
      (await import('./cli/solve-command.ts')).addSolveCommand,
    ],
  },
  {
    heading: 'Libraries:',
    names: ['index', 'library'],
    load: async () => [
      (await import('./cli/index-commands.ts')).addIndexCommands,
      (await import('./cli/library-commands.ts')).addLibraryCommands,
    ],
  },
  {
    heading: 'Serve:',
    names: ['serve', 'mcp', 'worker', 'queue'],
    load: async () => [
      (await import('./cli/serve-command.ts')).addServeCommand,
      (await import('./cli/mcp-command.ts')).addMcpCommand,
      (await import('./cli/queue-commands.ts')).addWorkerCommand,
      (await import('./cli/queue-commands.ts')).addQueueCommands,
    ],
  },
  {
    heading: 'Measure:',
    names: ['bench'],
    load: async () => [(await import('./cli/bench-commands.ts')).addBenchCommands],
  },
  {
    heading: 'Set up:',
    // `completion` reads the whole tree.
    load: async () => [
      (await import('./cli/meta-commands.ts')).addMetaCommands,
      (await import('./cli/model-commands.ts')).addModelsCommand,
    ],
  },
];

/** Prints the help of the command with this path. @throws {CommanderError} always */
function help(command: CommandUnknownOpts, [name, ...names]: string[]): never {
  if (name === undefined) return command.help();
  const found = command.commands.find((each) => each.name() === name);
  return found === undefined ? unknownCommand(command, name) : help(found, names);
}
