/** Paths of the user's and the project's files. Does not create files or read their content. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Environment } from './env.ts';
import type { Settings } from './settings.ts';

export interface UserFolders {
  /** Indexes, trust, the library: data that should not be lost. */
  data: string;
  /** `config.toml`. */
  config: string;
  /** Data that can be deleted. */
  cache: string;
}

/** `LEMMAHEAD_HOME` for everything; otherwise the XDG variables; otherwise the system's default folders. */
export function userFolders(environment: Environment, platform: NodeJS.Platform = process.platform): UserFolders {
  const own = environment.LEMMAHEAD_HOME;
  if (own !== undefined) return { data: resolve(own), config: resolve(own), cache: resolve(own, 'cache') };
  const home = userHome(environment);
  const mac = platform === 'darwin';
  const data = mac ? join(home, 'Library', 'Application Support') : join(home, '.local', 'share');
  const config = mac ? join(home, 'Library', 'Preferences') : join(home, '.config');
  const cache = mac ? join(home, 'Library', 'Caches') : join(home, '.cache');
  // The XDG specification says to ignore relative paths.
  const folder = (xdg: string | undefined, fallback: string): string =>
    join(xdg !== undefined && isAbsolute(xdg) ? xdg : fallback, 'lemmahead');
  return {
    data: folder(environment.XDG_DATA_HOME, data),
    config: folder(environment.XDG_CONFIG_HOME, config),
    cache: folder(environment.XDG_CACHE_HOME, cache),
  };
}

export function userHome(environment: Environment): string {
  return environment.HOME ?? homedir();
}

/** Expands `~/mathlib4`: a shell does not expand the `~` in `NAME=~/mathlib4`, nor does TOML. */
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

/** The index that a command uses: the one set by the user, otherwise the project's, otherwise the user's own. */
export function indexPathFor(settings: Pick<Settings, 'indexPath' | 'projectRoot' | 'dataHome'>): string {
  if (settings.indexPath !== null) return settings.indexPath;
  if (settings.projectRoot !== null) return join(settings.projectRoot, '.lemmahead', 'index.sqlite');
  return join(settings.dataHome, 'index.sqlite');
}

/** The library that a command uses: the one set by the user, otherwise the default one. */
export function libraryPathFor(settings: Pick<Settings, 'libraryPath' | 'dataHome'>): string {
  return settings.libraryPath ?? join(settings.dataHome, 'library.sqlite');
}
