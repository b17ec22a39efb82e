/** The command tree as plain data, the source of completion scripts, the man page and `docs/reference/cli.md`. Types only. */

export interface CommandTree {
  name: string;
  description: string;
  arguments: { name: string; description: string; isRequired: boolean; isVariadic: boolean; choices: string[] }[];
  /** `value`: the placeholder of its value; null for a flag without value. */
  options: { flags: string[]; description: string; value: string | null; choices: string[] }[];
  commands: CommandTree[];
  /** The text of `--help`, with all flags. */
  help: string;
}
