/** Merges flags > environment > project > user > defaults, and records the origin of each value. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { findProjectConfig, problemText, readConfigFile, type ConfigFile, type ConfigProblem } from './config-file.ts';
import type { Environment } from './env.ts';
import { expandHome, findProjectRoot, userFolders, userHome, type UserFolders } from './paths.ts';
import {
  FLAT_TABLES,
  type AdapterSettings,
  type EmbedderSettings,
  type FormalizeSettings,
  type ModelSettings,
  type RerankerSettings,
  type Settings,
  type TableSettings,
} from './settings.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey, type SettingValue } from './settings-table.ts';
import { isTrusted, readTrust } from './trust.ts';

export type Layer = 'flag' | 'environment' | 'project' | 'user' | 'default';

export interface ResolvedSetting {
  key: SettingKey;
  value: SettingValue;
  layer: Layer;
  /** The flag, the variable or the file; null for a default. */
  from: string | null;
}

/** A setting in a project's file that is ignored, because the file is not trusted. */
export interface WithheldSetting {
  key: SettingKey;
  value: SettingValue;
  file: string;
}

export interface Configuration {
  settings: Settings;
  resolved: ResolvedSetting[];
  withheld: WithheldSetting[];
  problems: ConfigProblem[];
  folders: UserFolders;
  /** The path of the user's file, which need not exist. */
  userFile: string;
  /** The project's file, if it has one. */
  projectFile: { path: string; hash: string; trusted: boolean } | null;
}

export interface Layers {
  cwd: string;
  environment: Environment;
  /** Only flags that were typed; undefined if not set. */
  flags: Partial<Record<SettingKey, SettingValue | undefined>>;
  output: Pick<Settings, 'json' | 'quiet' | 'verbose'>;
}

type Values = Partial<Record<SettingKey, SettingValue | undefined>>;

export async function resolveConfiguration(given: Layers): Promise<Configuration> {
  const { cwd, environment, flags } = given;
  const folders = userFolders(environment);
  const projectRoot = findProjectRoot(cwd);
  const absoluteFrom = (base: string) => (path: string) => resolve(base, expandHome(path, environment));
  const userFile = join(folders.config, 'config.toml');
  const user = existsSync(userFile) ? await readConfigFile(userFile, absoluteFrom(folders.config)) : null;
  const project = await readProjectFile(cwd, projectRoot, folders.data, absoluteFrom);

  const layers: [Layer, Values, (key: SettingKey) => string | null][] = [
    ['flag', absolutePaths(flags, absoluteFrom(cwd)), (key) => SETTINGS[key].flag ?? null],
    [
      'environment',
      absolutePaths(fromEnvironment(environment), absoluteFrom(cwd)),
      (key) => SETTINGS[key].variable ?? null,
    ],
    ['project', project?.allowed ?? {}, () => project?.file.path ?? null],
    ['user', user?.values ?? {}, () => userFile],
  ];
  const resolved = SETTING_KEYS.map((key): ResolvedSetting => {
    const found = layers.find(([, values]) => values[key] !== undefined);
    if (!found) return { key, value: SETTINGS[key].default, layer: 'default', from: null };
    const [layer, values, from] = found;
    return { key, value: values[key] ?? null, layer, from: from(key) };
  });
  return {
    settings: toSettings(resolved, given, folders, projectRoot),
    resolved,
    withheld: project?.withheld ?? [],
    problems: [...homeProblems(environment), ...(user?.problems ?? []), ...(project?.file.problems ?? [])],
    folders,
    userFile,
    projectFile: project && { path: project.file.path, hash: project.file.hash, trusted: project.trusted },
  };
}

/** If the folder that the user names exists but is not readable, its settings would be ignored silently. */
function homeProblems({ LEMMAHEAD_HOME: home }: Environment): ConfigProblem[] {
  try {
    if (home !== undefined) accessSync(home, constants.R_OK | constants.X_OK);
    return [];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') return [];
    return [{ file: home!, path: '', message: `LEMMAHEAD_HOME is not readable: ${message}` }];
  }
}

interface ProjectLayer {
  file: ConfigFile;
  trusted: boolean;
  allowed: Values;
  withheld: WithheldSetting[];
}

async function readProjectFile(
  cwd: string,
  root: string | null,
  dataHome: string,
  absoluteFrom: (base: string) => (path: string) => string,
): Promise<ProjectLayer | null> {
  const [path, second] = findProjectConfig(cwd, root);
  if (path === undefined) return null;
  const file = await readConfigFile(
    path,
    absoluteFrom(path.endsWith('lemmahead.toml') ? dirname(path) : dirname(dirname(path))),
  );
  if (second !== undefined) {
    file.problems.push({
      file: second,
      path: '',
      message: `${path} exists too; remove one of the two`,
    });
  }
  const trusted = file.hash !== '' && isTrusted(readTrust(dataHome), path, file.hash);
  const allowed: Values = {};
  const withheld: WithheldSetting[] = [];
  for (const [name, value] of Object.entries(file.values)) {
    const key = name as SettingKey;
    if (trusted || SETTINGS[key].trust === 'free') allowed[key] = value;
    else withheld.push({ key, value, file: path });
  }
  return { file, trusted, allowed, withheld };
}

function fromEnvironment(environment: Environment): Values {
  const values: Values = {};
  for (const key of SETTING_KEYS) {
    const variable = SETTINGS[key].variable;
    if (variable !== undefined) values[key] = environment[variable];
  }
  return values;
}

function absolutePaths(values: Values, absolute: (path: string) => string): Values {
  const made: Values = { ...values };
  for (const key of SETTING_KEYS) {
    const path = values[key];
    if (SETTINGS[key].type === 'path' && typeof path === 'string') made[key] = absolute(path);
  }
  return made;
}

function toSettings(
  resolved: readonly ResolvedSetting[],
  { environment, output }: Layers,
  folders: UserFolders,
  projectRoot: string | null,
): Settings {
  const fieldsOf = (...tables: readonly string[]): Record<string, SettingValue> => {
    const own = resolved.filter(({ key }) => tables.includes(key.split('.', 1)[0]!));
    return Object.fromEntries(own.map(({ key, value }) => [SETTINGS[key].field, value]));
  };
  return {
    ...(fieldsOf(...FLAT_TABLES) as TableSettings),
    model: fieldsOf('model') as ModelSettings,
    embedder: fieldsOf('embedder') as EmbedderSettings,
    reranker: fieldsOf('reranker') as RerankerSettings,
    formalize: fieldsOf('formalize') as FormalizeSettings,
    adapters: fieldsOf('adapters') as AdapterSettings,
    dataHome: folders.data,
    cacheHome: folders.cache,
    projectRoot,
    elanHome: environment.ELAN_HOME ?? join(userHome(environment), '.elan'),
    editor: environment.VISUAL ?? environment.EDITOR ?? null,
    ...output,
  };
}

/** The error for an invalid configuration, with all problems. */
export function configurationFailure(problems: ConfigProblem[]): Failure {
  return new Failure('usage', 'config-invalid', {
    message:
      problems.length === 1 ? 'The configuration has a problem.' : `The configuration has ${problems.length} problems.`,
    reason: problems.map(problemText).join('\n'),
    next: 'Correct the file, or give access to it. `lemmahead config --explain` shows the current settings; docs/reference/configuration.md lists all.',
  });
}
