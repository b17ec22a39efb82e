/** The command tree as plain data, the source of completion scripts and `docs/reference/cli.md`. Types only. */

export interface CommandTree {
  name: string;
  description: string;
  arguments: { name: string; description: string; choices: string[] }[];
  options: { flags: string[]; description: string; takesValue: boolean; choices: string[] }[];
  commands: CommandTree[];
  /** The text of `--help`. */
  help: string;
}
