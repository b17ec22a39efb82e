/** Input and output of every command. A command does not print and does not end the process. */
import type { Exit } from '../base/exit-codes.ts';
import type { TextStyle } from '../report/style.ts';
import type { CommandContext } from '../session/command-context.ts';

export interface CommandOutcome {
  exit: Exit;
  /** For `--json`: begins with `schema: 'lemmahead/<what>@<version>'`. */
  data: { schema: string } & Record<string, unknown>;
  /** Text output by a pure renderer from `report/`; not called with `--json`. */
  render: (style: TextStyle) => string;
}

/** A command's file exports one function of this type, named after the command. */
export type Command<Options> = (options: Options, context: CommandContext) => Promise<CommandOutcome>;
