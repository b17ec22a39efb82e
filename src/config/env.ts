/** The one place that reads the environment. What a variable means to lemmahead is said here and nowhere else. */

/** Every variable that lemmahead reads, with its meaning; `docs/configuration.md` prints this table. */
export const ENVIRONMENT_VARIABLES = {
  LEMMAHEAD_HOME: "Folder for all of lemmahead's data, configuration and cache, in place of the XDG folders.",
  LEMMAHEAD_INDEX: 'The index to read or build, as `--index` does.',
  LEMMAHEAD_LIBRARY: 'The library of documents to read and write, as `--library` does.',
  NO_COLOR: 'Any text turns colour off.',
  FORCE_COLOR: 'Any text but `0` turns colour on where stdout is no terminal.',
  TERM: '`dumb` turns colour and animation off.',
  CI: 'Any text but `false`: progress is a line per tenth, without animation.',
  ELAN_HOME: 'Where elan keeps its toolchains; `~/.elan` by default.',
  PATH: 'Where `lean` and `lake` are looked for.',
  HOME: "The user's folder.",
  XDG_CONFIG_HOME: 'Where `lemmahead/config.toml` lies; `~/.config` by default.',
  XDG_DATA_HOME: 'Where `lemmahead/` keeps indexes outside a Lake project; `~/.local/share` by default.',
  XDG_CACHE_HOME: 'Where `lemmahead/` keeps what can be thrown away; `~/.cache` by default.',
} as const;

export type EnvironmentVariable = keyof typeof ENVIRONMENT_VARIABLES;

/** The variables as set, empty ones left out: an empty `NO_COLOR` or `LEMMAHEAD_HOME` is no wish. */
export type Environment = Partial<Record<EnvironmentVariable, string>>;

export function readEnvironment(): Environment {
  const environment: Environment = {};
  for (const name of Object.keys(ENVIRONMENT_VARIABLES) as EnvironmentVariable[]) {
    const value = process.env[name];
    if (value) environment[name] = value;
  }
  return environment;
}

/** The variables that hold a key, with its meaning. They are no part of `Environment`, which is passed around. */
export const KEY_VARIABLES = {
  ANTHROPIC_API_KEY: 'The key for models named `anthropic/…`, unless a base URL or a key file is named.',
  OPENAI_API_KEY: 'The key for models named `openai/…`, unless a base URL or a key file is named.',
  LEMMAHEAD_TOKEN: 'What whoever asks `lemmahead serve` must send.',
  LEMMAHEAD_API_KEY: 'The key for the server that `--base-url` names. Without it, that server gets none.',
} as const;

export type KeyVariable = keyof typeof KEY_VARIABLES;

/** The key, or null where there is none; blanks around it are not part of it. */
export function readKeyVariable(name: KeyVariable): string | null {
  return process.env[name]?.trim() || null;
}

const SECRET = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|COOKIE|AUTH/i;

/**
 * The environment for a child process (`lake`, `git`): everything but what looks like a secret by its name, because
 * what a model wrote runs inside Lean and could read it.
 */
export function childEnvironment(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !SECRET.test(name)) kept[name] = value;
  }
  return kept;
}
