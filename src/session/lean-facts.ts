/** Facts about a Lean and its project that decide what a check says: a worker must have the same as the machine that asks. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../base/hash.ts';
import { memoizeByValue } from '../base/memoize.ts';
import { readTextOrNull } from '../base/read-or-null.ts';
import { packageVersion } from '../base/version.ts';
import { listSources, type SourceFile } from '../index/source-files.ts';
import { importsOf } from '../lean/file-header.ts';
import { findGitDir, gitHead } from '../lean/git-head.ts';
import { type LakePackage, manifestPackages } from '../lean/lake-manifest.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { type LeanVersion, versionName } from '../lean/toolchain/lean-version.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { Offer, Requirements } from '../queue/requirements.ts';

const short = (text: string): string => sha256(text).slice(0, 16);

/** The facts of a Lean and its project as they are on disk at one time. */
export interface EnvironmentFacts {
  /** Facts of the Lean, the lakefile and the packages. */
  common: Readonly<Record<string, string>>;
  modules: ProjectModules;
}

export function readEnvironmentFacts({ version, projectRoot }: LeanInstallation): EnvironmentFacts {
  const common: Record<string, string> = { lemmahead: packageVersion(), lean: leanName(version) };
  if (projectRoot === null) return { common, modules: NO_MODULES };
  const lakefile = ['lakefile.toml', 'lakefile.lean'].map((name) => readTextOrNull(join(projectRoot, name)) ?? '');
  if (lakefile.some((text) => text !== '')) common['lakefile'] = short(lakefile.join('\n'));
  for (const each of manifestPackages(projectRoot)) common[`package ${each.name}`] = revisionOf(each);
  return { common, modules: modulesOf(projectRoot) };
}

/** What a check of files with these texts needs. */
export function requirementsOf(
  { common, modules }: EnvironmentFacts,
  texts: readonly string[],
  sandbox: SandboxLevel | null,
): Requirements {
  const facts = { ...common };
  if (sandbox !== null) facts['sandbox'] = sandbox;
  for (const module of new Set(texts.flatMap(importsOf))) {
    const digest = modules.digest(module);
    if (digest !== null) facts[`module ${module}`] = digest;
  }
  return facts;
}

/** Whether the fact is one of `requirementsOf`. */
export const isLeanFact = (name: string): boolean =>
  /^(?:lemmahead|lean|lakefile|sandbox|(?:package|module) .*)$/u.test(name);

/** All that a worker with this Lean and sandbox has. */
export function offerOf({ common, modules }: EnvironmentFacts, sandbox: SandboxLevel): Offer {
  const facts: Record<string, string> = { ...common, sandbox };
  for (const module of modules.names()) facts[`module ${module}`] = modules.digest(module)!;
  return facts;
}

/** The version with its commit, without the platform, on which no verdict depends. */
function leanName(version: LeanVersion): string {
  const commit = /commit ([0-9a-f]+)/u.exec(version.text)?.[1];
  return commit === undefined ? version.text : `${versionName(version)} (${commit.slice(0, 12)})`;
}

/** The commit that is checked out, or a digest of the sources. */
function revisionOf({ name, root, kind, requiredRev }: LakePackage): string {
  const git = findGitDir(root);
  const commit = git !== null && dirname(git.at) === root ? gitHead(root) : null;
  if (kind === 'git' && (commit ?? requiredRev) !== null) return (commit ?? requiredRev)!;
  const { files } = listSources({ name, root, rev: '', kind: 'path' });
  return short(files.map(({ path }) => `${path}\n${readTextOrNull(join(root, path)) ?? ''}`).join('\n'));
}

/** A project's own modules. The digest of one covers the modules of the project that it imports; null if it has none. */
interface ProjectModules {
  names: () => string[];
  digest: (module: string) => string | null;
}

const NO_MODULES: ProjectModules = { names: () => [], digest: () => null };

function modulesOf(root: string): ProjectModules {
  const others = new Set(manifestPackages(root).map((each) => each.root));
  const { files } = listSources({ name: '', root, rev: '', kind: 'project' }, others);
  const byModule = new Map(files.map((file) => [file.module, file]));
  const open = new Set<string>();
  const digest = memoizeByValue((module: string): string | null => {
    const file = byModule.get(module);
    // Lean refuses a cycle.
    if (file === undefined || open.has(module)) return null;
    open.add(module);
    const { hash, imports } = readModule(join(root, file.path), file);
    const own = imports.map((each) => digest(each) ?? '');
    open.delete(module);
    return short([hash, ...own].join('\n'));
  });
  return { names: () => [...byModule.keys()].filter((module) => digest(module) !== null), digest };
}

interface ModuleText {
  stamp: string;
  hash: string;
  imports: string[];
}

/** A worker reads the modules for each unit: only those that have changed on disk are read again. */
const moduleTexts = new Map<string, ModuleText>();

function readModule(path: string, { size, mtimeMs }: SourceFile): ModuleText {
  const stamp = `${size} ${mtimeMs}`;
  const known = moduleTexts.get(path);
  if (known?.stamp === stamp) return known;
  const text = readFileSync(path, 'utf8');
  const read = { stamp, hash: sha256(text), imports: importsOf(text) };
  moduleTexts.set(path, read);
  return read;
}
