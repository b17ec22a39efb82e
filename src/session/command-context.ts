/** What a command gets from its caller (the command line or a server): settings, log, progress, interruption. */
import type { Settings } from '../config/settings.ts';
import type { CachedIndex } from '../index/cached-index.ts';
import type { Log } from '../ui/log.ts';
import type { StartProgress } from '../ui/progress.ts';
import type { ModelWorkers } from './model-workers.ts';

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
  /** For a server, which makes a missing dependency graph apart from the requests that need it. */
  onlyStoredGraph?: true;
  /** Only for a command whose models and embedders the workers of the queue ask, if there is a queue. */
  modelWorkers?: ModelWorkers;
  /** Only with `--json-stream`: prints an event as a line of JSON on stdout. */
  stream?: (event: { event: string } & Record<string, unknown>) => void;
}
