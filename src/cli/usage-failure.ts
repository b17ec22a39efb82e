/** Errors for wrong usage: commander's errors as failures, with suggestions that commander does not make. */
import type { CommanderError, CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../base/errors.ts';
import { pluralize } from '../base/pluralize.ts';
import { shellQuote } from '../base/shell-quote.ts';

/** Private methods of commander that throw an error with a suggestion of similar names. */
interface Suggesting {
  unknownCommand: () => never;
  unknownOption: (flag: string) => never;
}

/** What other programs call a command. */
const SYNONYMS: Record<string, string> = {
  add: 'library add',
  build: 'index build',
  fill: 'prove',
  find: 'search',
  grep: 'search',
  info: 'show',
  'index add': 'index build --add',
  'index update': 'index build',
  'library search': 'search --in-library',
  resume: 'runs resume',
  solve: 'prove',
  sorries: 'holes',
  sorry: 'holes',
  start: 'serve',
  update: 'index build',
  verify: 'check',
  version: '--version',
};

export function unknownCommand(command: CommandUnknownOpts, name: string): never {
  command.args = [name];
  return (command as unknown as Suggesting).unknownCommand();
}

export function usageFailure(error: CommanderError, program: CommandUnknownOpts, argv: string[]): Failure {
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  const { command, path } = commandOf(program, words);
  const help = ['lemmahead', ...path, '--help'].join(' ');
  const failure = (message: string, reason?: string, next?: string | null): Failure =>
    new Failure('usage', 'usage', {
      message,
      ...(reason === undefined ? {} : { reason }),
      next: next ?? help,
    });
  if (error.code === 'commander.help') return failure('Missing command.');
  if (error.code === 'commander.excessArguments' && command.commands.length === 0) {
    const takes = pluralize(command.registeredArguments.length, 'argument');
    return failure(
      `Unexpected argument '${command.args[command.registeredArguments.length]}'.`,
      `${['lemmahead', ...path].join(' ')} takes ${takes}.`,
    );
  }
  const { message, suggestions } = withSuggestions(error, command);
  const [, wrong = ''] = /'(.+?)'/u.exec(message) ?? [];
  const isCommand = message.startsWith('unknown command');
  const synonym = isCommand ? SYNONYMS[[...path, wrong].join(' ')] : undefined;
  if (synonym !== undefined) {
    const rest = argv.slice(argv.indexOf(wrong) + 1);
    return failure(message, `Did you mean ${synonym}?`, commandLine([...synonym.split(' '), ...rest]));
  }
  const [flag = '', value] = wrong.split('=');
  if (
    !isCommand &&
    message.startsWith('unknown option') &&
    command.options.some(({ short, long }) => short === flag || long === flag)
  ) {
    if (value === undefined) return failure(message, `${flag} comes after the name of the command.`);
    return failure(message, `${flag} takes no value.`, commandLine(argv.map((word) => (word === wrong ? flag : word))));
  }
  const [suggestion] = suggestions;
  if (suggestion !== undefined) {
    const next = suggestions.length === 1 ? corrected(argv, wrong, suggestion) : help;
    return failure(message, `Did you mean ${suggestions.join(' or ')}?`, next);
  }
  if (!isCommand || path.length > 0 || /^[a-z-]*$/u.test(wrong)) return failure(message);
  return failure(message, 'A command comes first, such as search.', commandLine(['search', ...argv]));
}

/** The command that `words` call, with its names. */
function commandOf(program: CommandUnknownOpts, words: string[]): { command: CommandUnknownOpts; path: string[] } {
  const path: string[] = [];
  let command = program;
  for (const word of words) {
    const found = command.commands.find((each) => each.name() === word);
    if (found === undefined) continue;
    path.push(word);
    command = found;
  }
  return { command, path };
}

/** The command line with the right word. */
function corrected(argv: string[], wrong: string, right: string): string | null {
  const [name = ''] = wrong.split('=');
  const at = argv.findIndex((word) => word === wrong || word.startsWith(`${name}=`));
  return at < 0 ? null : commandLine(argv.with(at, argv[at]!.replace(name, right)));
}

/** Null if it would not fit on one line. */
function commandLine(words: string[]): string | null {
  const line = ['lemmahead', ...words.map(shellQuote)].join(' ');
  return line.length > 200 || /\p{Cc}/u.test(line) ? null : line;
}

/** Suggests also for `-limit`, for `--limt=3`, and for the commands of `config`, which runs alone. */
function withSuggestions(
  { code, message: text }: CommanderError,
  command: CommandUnknownOpts,
): { message: string; suggestions: string[] } {
  const [message = '', hint = ''] = text.replace(/^error: (?:command-argument value )?/u, '').split('\n');
  const [, flag] = /'-+(\w[\w-]+)/u.exec(message) ?? [];
  try {
    if (code === 'commander.excessArguments') unknownCommand(command, command.args[0] ?? '');
    if (code === 'commander.unknownOption' && flag !== undefined && hint === '')
      (command as unknown as Suggesting).unknownOption(`--${flag}`);
  } catch (error) {
    const [first = '', second = ''] = (error as Error).message.replace('error: ', '').split('\n');
    return { message: flag === undefined ? first : message, suggestions: named(second) };
  }
  return { message, suggestions: named(hint) };
}

/** `(Did you mean one of --a, --b?)` */
function named(hint: string): string[] {
  return (
    /mean (?:one of )?(.*)\?/u
      .exec(hint)?.[1]
      ?.split(', ')
      .filter((name) => name !== '') ?? []
  );
}
