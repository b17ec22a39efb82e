/** Reads one `config.toml`: returns flat settings, or all problems in the file. `resolve.ts` decides which file wins. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TomlError } from 'smol-toml';
import { sha256 } from '../base/hash.ts';
import { firstLine } from '../base/one-line.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey, type SettingValue } from './settings-table.ts';

export interface ConfigProblem {
  file: string;
  /** Dotted setting; empty for the file as a whole. */
  path: string;
  message: string;
}

export const problemText = ({ file, path, message }: ConfigProblem): string =>
  `${file}: ${path === '' ? '' : `${path}: `}${message}`;

export interface ConfigFile {
  path: string;
  /** SHA-256 of its bytes, which `config trust` stores. */
  hash: string;
  values: Partial<Record<SettingKey, SettingValue>>;
  problems: ConfigProblem[];
}

/** The project's configuration file: `lemmahead.toml` or `.lemmahead/config.toml`, searched upwards to the Lake root. */
export function findProjectConfig(start: string, projectRoot: string | null): string[] {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = [join(folder, 'lemmahead.toml'), join(folder, '.lemmahead', 'config.toml')].filter((file) =>
      existsSync(file),
    );
    if (found.length > 0 || folder === projectRoot || dirname(folder) === folder) return found;
  }
}

/** The file's settings, with absolute paths. A file with problems sets nothing. */
export async function readConfigFile(path: string, absolute: (path: string) => string): Promise<ConfigFile> {
  const file: ConfigFile = { path, hash: '', values: {}, problems: [] };
  const problem = (where: string, message: string): ConfigFile => {
    file.problems.push({ file: path, path: where, message });
    return file;
  };
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return problem('', `cannot be read: ${(error as Error).message}`);
  }
  file.hash = sha256(bytes);
  const { parse } = await import('smol-toml');
  let content: Record<string, unknown>;
  try {
    content = parse(bytes.toString('utf8'));
  } catch (error) {
    return problem('', syntaxMessage(error, bytes.toString('utf8')));
  }
  const { shapeProblems } = await import('./schema.ts');
  for (const { path: where, message } of shapeProblems(content)) problem(where, message);
  if (file.problems.length === 0) file.values = flatten(content, absolute);
  return file;
}

/** The error's place, text and line. */
function syntaxMessage(error: unknown, text: string): string {
  const { line, column, message } = error as TomlError;
  const what = firstLine(message).replace('Invalid TOML document: ', '');
  return `line ${line}, column ${column}: ${what}: ${text.split(/\r?\n/u)[line - 1] ?? ''}`;
}

function flatten(content: Record<string, unknown>, absolute: (path: string) => string): ConfigFile['values'] {
  const values: ConfigFile['values'] = {};
  for (const key of SETTING_KEYS) {
    const [table = '', leaf = ''] = key.split('.');
    const value = (content[table] as Record<string, SettingValue> | undefined)?.[leaf];
    if (value === undefined) continue;
    values[key] = SETTINGS[key].type === 'path' && typeof value === 'string' ? absolute(value) : value;
  }
  return values;
}
