/** What the tree of commands needs from `main.ts`: a way to run one command. Types only. */
import type { CommandContext, CommandOutcome } from '../commands/command.ts';
import type { Configuration } from '../config/resolve.ts';
import type { SettingKey, SettingValue } from '../config/settings-table.ts';

export interface Request {
  /** Settings made by a flag, as typed. */
  flags?: Partial<Record<SettingKey, SettingValue | undefined>>;
  /** `--json-stream`: events as lines of JSON, the result as the last of them. */
  streams?: boolean;
  /** The command runs with a broken configuration too, because it is there to show what is broken. */
  toleratesProblems?: boolean;
  /** To work in, as if `cd` came before: not every agent can be told where to start a server. */
  folder?: string | undefined;
  /** It answers until it is asked to stop: stdout is its own, and Ctrl-C is its usual end. */
  serves?: boolean;
}

/** Resolves the configuration, then calls the command, then prints its outcome. */
export type Execute = (
  request: Request,
  call: (context: CommandContext, configuration: Configuration) => Promise<CommandOutcome>,
) => Promise<void>;
