/** Where files of the user and of a project lie. Nothing here creates or reads a file's content. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
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
  if (own !== undefined) return { data: resolve(own), config: resolve(own), cache: resolve(own, 'cache') };
  const home = userHome(environment);
  const mac = platform === 'darwin';
  const data = mac ? join(home, 'Library', 'Application Support') : join(home, '.local', 'share');
  const config = mac ? join(home, 'Library', 'Preferences') : join(home, '.config');
  const cache = mac ? join(home, 'Library', 'Caches') : join(home, '.cache');
  // A relative XDG folder is to be ignored, says its specification.
  const folder = (wish: string | undefined, usual: string): string =>
    join(wish !== undefined && isAbsolute(wish) ? wish : usual, 'lemmahead');
  return {
    data: folder(environment.XDG_DATA_HOME, data),
    config: folder(environment.XDG_CONFIG_HOME, config),
    cache: folder(environment.XDG_CACHE_HOME, cache),
  };
}

export function userHome(environment: Environment): string {
  return environment.HOME ?? homedir();
}

/** `~/mathlib4` as a path: a shell leaves the `~` alone in `NAME=~/mathlib4`, and TOML knows none. */
export function expandHome(path: string, environment: Environment): string {
  return path === '~' || path.startsWith('~/') ? join(userHome(environment), path.slice(1)) : path;
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

/** The library that a command uses: the one named, else the user's. */
export function libraryPathFor(settings: Pick<Settings, 'libraryPath' | 'dataHome'>): string {
  return settings.libraryPath ?? join(settings.dataHome, 'library.sqlite');
}
