/** What every command gets and gives back. A command does no printing and ends no process. */
import type { Exit } from '../base/exit-codes.ts';
import type { Settings } from '../config/settings.ts';
import type { CachedIndex } from '../index/kept-index.ts';
import type { TextStyle } from '../report/style.ts';
import type { Log } from '../ui/log.ts';
import type { StartProgress } from '../ui/progress.ts';

export interface CommandContext {
  cwd: string;
  /** Flags > environment > project > user > defaults, resolved. */
  settings: Settings;
  log: Log;
  startProgress: StartProgress;
  /** Aborted on Ctrl-C. */
  signal: AbortSignal;
  /** Of a process that answers many questions. Absent: each command opens the index and closes it. */
  cachedIndex?: CachedIndex;
  /** With `--json-stream`: prints an event as a line of JSON on stdout. Absent without. */
  stream?: (event: { event: string } & Record<string, unknown>) => void;
}

export interface CommandOutcome {
  exit: Exit;
  /** For `--json`: begins with `schema: 'lemmahead/<what>@<version>'`. */
  data: { schema: string } & Record<string, unknown>;
  /** For people: a pure renderer of report/, called only without `--json`. */
  render: (style: TextStyle) => string;
}

/** A command's file exports one function of this type, named after the command. */
export type Command<Options> = (options: Options, context: CommandContext) => Promise<CommandOutcome>;
