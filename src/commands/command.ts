/** Input and output of every command. A command does not print and does not end the process. */
import type { Exit } from '../base/exit-codes.ts';
import type { TextStyle } from '../report/style.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { CommandReport } from './json-schemas.ts';

export interface CommandOutcome<Data = CommandReport | { schema: 'lemmahead/mcp@1' }> {
  exit: Exit;
  /** For `--json`. `lemmahead mcp` prints only its protocol. */
  data: Data;
  /** The text is a file or a diff: to a pipe it is printed unchanged, with control characters that it may have. */
  isExact?: boolean;
  /** Text output by a pure renderer from `report/`; not called with `--json`. */
  render: (style: TextStyle) => string;
}

/** A command's file exports one function of this type, named after the command. */
export type Command<Options, Data = CommandOutcome['data']> = (
  options: Options,
  context: CommandContext,
) => Promise<CommandOutcome<Data>>;
