/** The packages of a Lake project as its manifest lists them. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { isRecord, readJsonOrNull, readTextOrNull } from '../base/read-or-null.ts';
import { withoutGuillemets } from './full-name.ts';

export interface LakePackage {
  name: string;
  /** Absolute path of the package's root. */
  root: string;
  kind: 'project' | 'git' | 'path' | 'toolchain';
  /** The commit in the manifest, if it gives one. */
  requiredRev: string | null;
  /** The remote in the manifest, and the package's folder in it. */
  url?: string;
  subDir?: string;
}

export const isMathlib = ({ name }: LakePackage): boolean => name.toLowerCase() === 'mathlib';

/**
 * The packages in `lake-manifest.json`, in its order; entries of `.lake/package-overrides.json` take precedence. Reads
 * the current layout (a `type` per package) and that of manifest versions 4 to 6 (`{git: …}`, `{path: …}`). Throws a
 * `Failure` if the manifest exists but is unreadable: otherwise all packages would be missing silently.
 */
export function manifestPackages(projectRoot: string): LakePackage[] {
  const manifest = readJson(join(projectRoot, 'lake-manifest.json'));
  const overrides = readJson(join(projectRoot, '.lake', 'package-overrides.json'));
  if (manifest === null) {
    const path = join(projectRoot, 'lake-manifest.json');
    if (existsSync(path)) throw unreadableManifest(path);
    return [];
  }
  const packagesDir = typeof manifest.packagesDir === 'string' ? manifest.packagesDir : 'lake-packages';
  const byName = new Map<string, LakePackage>();
  for (const entry of [...entriesOf(manifest), ...entriesOf(overrides)]) {
    const found = packageOf(entry, projectRoot, packagesDir);
    if (found !== null) byName.set(found.name, found);
  }
  return [...byName.values()];
}

/** The project's name in the manifest; null if it gives none. */
export function manifestName(projectRoot: string): string | null {
  const name = readJson(join(projectRoot, 'lake-manifest.json'))?.name;
  return typeof name === 'string' && name !== '' ? withoutGuillemets(name) : null;
}

/** Content of the manifest, for change detection; '' if absent. */
export function manifestText(projectRoot: string): string {
  return readTextOrNull(join(projectRoot, 'lake-manifest.json')) ?? '';
}

function unreadableManifest(path: string): Failure {
  return new Failure('usage', 'manifest-unreadable', {
    message: `${path} cannot be read, so the packages of this project are unknown.`,
    reason: 'The file is not readable, or it is not a JSON object.',
    next: 'Fix it (`lake update` writes a new one), or name the source trees: --root NAME=PATH.',
  });
}

type Json = Record<string, unknown>;

function packageOf(entry: Json, projectRoot: string, packagesDir: string): LakePackage | null {
  const old = (entry.git ?? entry.path) as Json | undefined;
  const fields = old ?? entry;
  const kind = old === undefined ? entry.type : entry.git === undefined ? 'path' : 'git';
  if (typeof fields.name !== 'string') return null;
  const name = withoutGuillemets(fields.name);
  const below = typeof fields.subDir === 'string' ? fields.subDir : '';
  if (kind === 'path') {
    if (typeof fields.dir !== 'string') return null;
    return { name, root: resolve(projectRoot, fields.dir), kind: 'path', requiredRev: null };
  }
  const root = resolve(projectRoot, packagesDir, name, below);
  return {
    ...{ name, root, kind: 'git', requiredRev: typeof fields.rev === 'string' ? fields.rev : null },
    ...(typeof fields.url === 'string' ? { url: fields.url, subDir: below } : {}),
  };
}

const entriesOf = (manifest: Json | null): Json[] =>
  Array.isArray(manifest?.packages) ? manifest.packages.filter(isRecord) : [];

function readJson(path: string): Json | null {
  const value = readJsonOrNull(path);
  return isRecord(value) ? value : null;
}
