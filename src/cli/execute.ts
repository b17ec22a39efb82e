/** What the command tree needs from `main.ts`: a function that runs one command. Types only. */
import type { CommandContext } from '../session/command-context.ts';
import type { CommandOutcome } from '../commands/command.ts';
import type { Configuration } from '../config/resolve.ts';
import type { SettingKey, SettingValue } from '../config/settings-table.ts';

export interface Request {
  /** Settings from flags, as typed. */
  flags?: Partial<Record<SettingKey, SettingValue | undefined>>;
  /** `--json-stream`: print events as lines of JSON; the last line is the result. */
  streams?: boolean;
  /** The command also runs with an invalid configuration, because it shows what is invalid. */
  toleratesProblems?: boolean;
  /** Working folder, as if `cd` came first: not every agent can be configured to start a server in a given folder. */
  folder?: string | undefined;
  /** If a queue is given, its workers ask the models and embedders of the command. */
  asksByWorkers?: boolean;
  /** The command is a server: it owns stdout, and Ctrl-C is its normal end. */
  serves?: boolean;
}

/** Resolves the configuration, calls the command, and prints its outcome. */
export type Execute = (
  request: Request,
  call: (context: CommandContext, configuration: Configuration) => Promise<CommandOutcome>,
) => Promise<void>;
