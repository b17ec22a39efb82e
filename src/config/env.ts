/** The only place that reads the environment, and the only description of each variable. */

/** All variables that lemmahead reads; `docs/reference/configuration.md` is generated from this table. */
export const ENVIRONMENT_VARIABLES = {
  LEMMAHEAD_HOME: "Folder for all of lemmahead's data, configuration and cache, instead of the XDG folders.",
  LEMMAHEAD_INDEX: 'The index to read or build, as with `--index`.',
  LEMMAHEAD_LIBRARY: 'The library of documents to read and write, as with `--library`.',
  LEMMAHEAD_QUEUE: 'The address of the queue, as with `--queue`.',
  NO_COLOR: 'Any value turns colour off.',
  FORCE_COLOR: 'Any value except `0` turns colour on if stdout is not a terminal.',
  FORCE_HYPERLINK: 'Any value except `0` turns hyperlinks on in a terminal that is not known to show them.',
  VISUAL: 'The editor of `lemmahead open` and `lemmahead config edit`.',
  EDITOR: 'The editor if `VISUAL` is not set.',
  TERM: '`dumb` turns colour and animation off.',
  CI: 'Any value except `false`: progress is one line per 10 %, without animation.',
  ELAN_HOME: 'Folder of elan and its toolchains; `~/.elan` by default.',
  PATH: 'Where to search for `lean` and `lake`.',
  HOME: "The user's home folder.",
  XDG_CONFIG_HOME: 'Folder of `lemmahead/config.toml`; `~/.config` by default.',
  XDG_DATA_HOME:
    'Folder of `lemmahead/` with the library, recorded runs, and indexes built outside a Lake project; `~/.local/share` by default.',
  XDG_CACHE_HOME: 'Folder of `lemmahead/` with data that can be deleted; `~/.cache` by default.',
} as const;

export type EnvironmentVariable = keyof typeof ENVIRONMENT_VARIABLES;

/** The variables that are set. Empty ones count as unset. */
export type Environment = Partial<Record<EnvironmentVariable, string>>;

export function readEnvironment(): Environment {
  const environment: Environment = {};
  for (const name of Object.keys(ENVIRONMENT_VARIABLES) as EnvironmentVariable[]) {
    const value = process.env[name];
    if (value) environment[name] = value;
  }
  return environment;
}

/**
 * Variables that hold a key, in addition to those of the model providers (`llm/providers.ts`). They are not part of
 * `Environment`, because that is passed around.
 */
export const KEY_VARIABLES = {
  LEMMAHEAD_TOKEN: 'The token that clients of `lemmahead serve` must send.',
  LEMMAHEAD_API_KEY: 'The key for the server of `--base-url`. If it is not set, no key is sent to that server.',
  LEMMAHEAD_QUEUE_PASSWORD:
    'The password for the database of `--queue`. If it is not set, `LEMMAHEAD_QUEUE_PASSWORD_FILE`, `PGPASSWORD` or `~/.pgpass` is used.',
  LEMMAHEAD_QUEUE_PASSWORD_FILE: 'A file with that password, as containers and systemd give secrets.',
} as const;

export type KeyVariable =
  | 'LEMMAHEAD_TOKEN'
  | 'LEMMAHEAD_QUEUE_PASSWORD'
  | 'LEMMAHEAD_QUEUE_PASSWORD_FILE'
  | `${string}_API_KEY`;

/** The key without surrounding whitespace, or null if it is not set. */
export function readKeyVariable(name: KeyVariable): string | null {
  return process.env[name]?.trim() || null;
}

const SECRET = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|COOKIE|AUTH/i;

/**
 * The environment for a child process (`lake`, `git`), without variables whose names look like secrets: model output
 * runs inside Lean and could read them.
 */
export function childEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !SECRET.test(name)) environment[name] = value;
  }
  return environment;
}
