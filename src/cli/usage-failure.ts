/** Errors for wrong usage: commander's errors as failures, with suggestions that commander does not make. */
import type { CommanderError, CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../base/errors.ts';

/** Private methods of commander that throw an error with a suggestion of similar names. */
interface Suggesting {
  unknownCommand: () => never;
  unknownOption: (flag: string) => never;
}

export function unknownCommand(command: CommandUnknownOpts, name: string): never {
  command.args = [name];
  return (command as unknown as Suggesting).unknownCommand();
}

export function usageFailure(error: CommanderError, program: CommandUnknownOpts, argv: string[]): Failure {
  let path = program.name();
  let command = program;
  for (const word of argv) {
    const found = command.commands.find((each) => each.name() === word);
    if (found === undefined) continue;
    path += ` ${word}`;
    command = found;
  }
  const [message = '', ...suggestion] = withSuggestion(error, command)
    .replace(/^error: /, '')
    .split('\n');
  return new Failure('usage', 'usage', {
    message: error.code === 'commander.help' ? 'Missing command.' : message,
    ...(suggestion.length > 0 ? { reason: suggestion.join(' ') } : {}),
    next: `${path} --help`,
  });
}

/** The message, also with a suggestion for `-limit`, for `--limt=3`, and for the commands of `config`, which runs alone. */
function withSuggestion({ code, message }: CommanderError, command: CommandUnknownOpts): string {
  const [, flag] = /'-+(\w[\w-]+)/u.exec(message) ?? [];
  try {
    if (code === 'commander.excessArguments' && command.commands.length > 0)
      unknownCommand(command, command.args[0] ?? '');
    if (code === 'commander.unknownOption' && flag !== undefined && !message.includes('\n'))
      (command as unknown as Suggesting).unknownOption(`--${flag}`);
  } catch (error) {
    const [first = '', ...suggestion] = (error as Error).message.split('\n');
    return [flag === undefined ? first : message, ...suggestion].join('\n');
  }
  return message;
}
