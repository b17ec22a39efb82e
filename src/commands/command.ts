/** Input and output of every command. A command does not print and does not end the process. */
import type { Exit } from '../base/exit-codes.ts';
import type { Settings } from '../config/settings.ts';
import type { CachedIndex } from '../index/cached-index.ts';
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
  /** For a server. If absent, each command opens and closes the index. */
  cachedIndex?: CachedIndex;
  /** Only with `--json-stream`: prints an event as a line of JSON on stdout. */
  stream?: (event: { event: string } & Record<string, unknown>) => void;
}

export interface CommandOutcome {
  exit: Exit;
  /** For `--json`: begins with `schema: 'lemmahead/<what>@<version>'`. */
  data: { schema: string } & Record<string, unknown>;
  /** Text output by a pure renderer from `report/`; not called with `--json`. */
  render: (style: TextStyle) => string;
}

/** A command's file exports one function of this type, named after the command. */
export type Command<Options> = (options: Options, context: CommandContext) => Promise<CommandOutcome>;
