/** Where files of the user and of a project lie. Nothing here creates or reads a file's content. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from './env.ts';
import type { Settings } from './settings.ts';

export interface UserFolders {
  /** Indexes, trust, the library: what a user would miss. */
  data: string;
  /** `config.toml`. */
  config: string;
  /** What can be thrown away. */
  cache: string;
}

/** `LEMMAHEAD_HOME` holds everything; else XDG's variables; else the system's own places. */
export function userFolders(environment: Environment, platform: NodeJS.Platform = process.platform): UserFolders {
  const own = environment.LEMMAHEAD_HOME;
  if (own !== undefined) return { data: own, config: own, cache: join(own, 'cache') };
  const home = environment.HOME ?? homedir();
  const mac = platform === 'darwin';
  const data = mac ? join(home, 'Library', 'Application Support') : join(home, '.local', 'share');
  const config = mac ? join(home, 'Library', 'Preferences') : join(home, '.config');
  const cache = mac ? join(home, 'Library', 'Caches') : join(home, '.cache');
  return {
    data: join(environment.XDG_DATA_HOME ?? data, 'lemmahead'),
    config: join(environment.XDG_CONFIG_HOME ?? config, 'lemmahead'),
    cache: join(environment.XDG_CACHE_HOME ?? cache, 'lemmahead'),
  };
}

const LAKE_FILES = ['lakefile.toml', 'lakefile.lean', 'lake-manifest.json'];

/** The nearest folder at or above `start` with a Lake file, or null. */
export function findProjectRoot(start: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    if (LAKE_FILES.some((file) => existsSync(join(folder, file)))) return folder;
    if (dirname(folder) === folder) return null;
  }
}

/** The index that a command uses: the one named, else the project's own, else the user's. */
export function indexPathFor(settings: Pick<Settings, 'indexPath' | 'projectRoot' | 'dataHome'>): string {
  if (settings.indexPath !== null) return settings.indexPath;
  if (settings.projectRoot !== null) return join(settings.projectRoot, '.lemmahead', 'index.sqlite');
  return join(settings.dataHome, 'index.sqlite');
}
