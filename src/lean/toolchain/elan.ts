/** Finds the toolchain that elan would choose for a folder, without running elan, which would download it. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { firstLine } from '../../base/one-line.ts';
import { readTextOrNull, realPathOf } from '../../base/read-or-null.ts';

export interface ChosenToolchain {
  /** In full, except for channels and linked toolchains: `leanprover/lean4:v4.33.0`, `stable`, `mine`. */
  name: string;
  /** The source of the choice: `ELAN_TOOLCHAIN`, a file, or elan's settings. */
  by: string;
}

/**
 * elan's rules (its `find_override` and `find_override_from_dir_walk`): ELAN_TOOLCHAIN; then, for the folder and each
 * parent, an override in `settings.toml`, then `lean-toolchain`; then the default. Null if none is set.
 */
export function chosenToolchain(
  folder: string,
  elanHome: string,
  variable: string | undefined,
): ChosenToolchain | null {
  if (variable) return { name: fullToolchainName(variable), by: 'ELAN_TOOLCHAIN' };
  const settingsFile = join(elanHome, 'settings.toml');
  const settings = readSettings(settingsFile);
  for (let at = realPathOf(folder); ; at = dirname(at)) {
    const override = settings.overrides[at];
    if (override !== undefined)
      return { name: fullToolchainName(override), by: `the override for ${at} in ${settingsFile}` };
    const file = join(at, 'lean-toolchain');
    const content = firstLine(readTextOrNull(file) ?? '').trim();
    if (content) return { name: fullToolchainName(content), by: file };
    if (dirname(at) === at) break;
  }
  if (settings.default === null) return null;
  return { name: fullToolchainName(settings.default), by: `the default in ${settingsFile}` };
}

/** `4.33.0` → `leanprover/lean4:v4.33.0`; names with an origin, channels and folders are unchanged. */
export function fullToolchainName(name: string): string {
  if (isAbsolute(name)) return name;
  const [, origin, release] = /^(?:([^:]+):)?(.*)$/.exec(name) ?? [];
  const version = release === undefined ? '' : /^\d/.test(release) ? `v${release}` : release;
  if (origin !== undefined) return `${origin}:${version}`;
  return /^(v\d|nightly-)/.test(version) ? `leanprover/lean4:${version}` : version;
}

/** The folder of an installed toolchain, or null. For a channel: the newest installed one. */
export function toolchainFolder(name: string, elanHome: string): string | null {
  if (isAbsolute(name)) return existsSync(join(name, 'bin')) ? name : null;
  const toolchains = join(elanHome, 'toolchains');
  const [origin, release] = name.includes(':') ? splitOnce(name, ':') : ['leanprover/lean4', name];
  const folders = [
    ...(name.includes(':') ? [] : [name]),
    folderName(origin, release),
    // Newer elan versions store nightlies under a separate origin.
    ...(release.startsWith('nightly') ? [folderName(`${origin}-nightly`, release)] : []),
    ...newestOfChannel(toolchains, origin, release),
  ];
  return folders.map((folder) => join(toolchains, folder)).find((folder) => existsSync(folder)) ?? null;
}

/** Whether this `lean` or `lake` is an elan proxy, which resolves and downloads the toolchain at each call. */
export function isElanProxy(program: string): boolean {
  return existsSync(join(dirname(program), 'elan')) || basename(realPathOf(program)) === 'elan';
}

const folderName = (origin: string, release: string): string => `${origin.replaceAll('/', '--')}---${release}`;

function newestOfChannel(toolchains: string, origin: string, channel: string): string[] {
  const pattern = { stable: /^v[\d.]+$/, beta: /^v[\d.]+(-rc\d+)?$/, nightly: /^nightly-/ }[channel];
  if (pattern === undefined) return [];
  const origins = channel === 'nightly' ? [origin, `${origin}-nightly`] : [origin];
  const prefixes = origins.map((each) => folderName(each, ''));
  const installed = existsSync(toolchains) ? readdirSync(toolchains) : [];
  const releaseOf = (folder: string): string | null => {
    const prefix = prefixes.find((each) => folder.startsWith(each));
    return prefix === undefined ? null : folder.slice(prefix.length);
  };
  return installed
    .filter((folder) => pattern.test(releaseOf(folder) ?? ''))
    .toSorted((a, b) => compareReleases(releaseOf(b) ?? '', releaseOf(a) ?? ''))
    .slice(0, 1);
}

/** Numeric; `v4.9.0-rc1` before `v4.9.0`. */
function compareReleases(a: string, b: string): number {
  const withEnd = (release: string): string => (release.includes('-') ? release : `${release}-~`);
  return withEnd(a).localeCompare(withEnd(b), 'en', { numeric: true });
}

interface ElanSettings {
  default: string | null;
  overrides: Record<string, string>;
}

function readSettings(file: string): ElanSettings {
  try {
    const { default_toolchain: byDefault, overrides } = parseToml(readTextOrNull(file) ?? '');
    const entries = typeof overrides === 'object' ? Object.entries(overrides) : [];
    const named = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return { default: typeof byDefault === 'string' ? byDefault : null, overrides: Object.fromEntries(named) };
  } catch {
    return { default: null, overrides: {} };
  }
}

function splitOnce(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  return [text.slice(0, index), text.slice(index + 1)];
}
