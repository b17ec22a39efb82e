/** Facts about a Lean and its project that decide what a check says: a worker must have the same as the machine that asks. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../base/hash.ts';
import { memoizeByValue } from '../base/memoize.ts';
import { readTextOrNull } from '../base/read-or-null.ts';
import { packageVersion } from '../base/version.ts';
import { listSources } from '../index/source-files.ts';
import { importsOf } from '../lean/file-header.ts';
import { findGitDir, gitHead } from '../lean/git-head.ts';
import { type LakePackage, manifestPackages } from '../lean/lake-manifest.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { type LeanVersion, versionName } from '../lean/toolchain/lean-version.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { Offer, Requirements } from '../queue/requirements.ts';

const short = (text: string): string => sha256(text).slice(0, 16);

/** What a check of files with these texts needs. */
export function requirementsOf(
  installation: LeanInstallation,
  texts: readonly string[],
  sandbox: SandboxLevel | null,
): Requirements {
  const facts = commonFacts(installation);
  if (sandbox !== null) facts['sandbox'] = sandbox;
  if (installation.projectRoot === null) return facts;
  const modules = modulesOf(installation.projectRoot);
  for (const module of new Set(texts.flatMap(importsOf))) {
    const digest = modules.digest(module);
    if (digest !== null) facts[`module ${module}`] = digest;
  }
  return facts;
}

/** All that a worker with this Lean and sandbox has. */
export function offerOf(installation: LeanInstallation, sandbox: SandboxLevel): Offer {
  const facts: Record<string, string> = { ...commonFacts(installation), sandbox };
  if (installation.projectRoot === null) return facts;
  const modules = modulesOf(installation.projectRoot);
  for (const module of modules.names) facts[`module ${module}`] = modules.digest(module)!;
  return facts;
}

function commonFacts({ version, projectRoot }: LeanInstallation): Record<string, string> {
  const facts: Record<string, string> = { lemmahead: packageVersion(), lean: leanName(version) };
  if (projectRoot === null) return facts;
  const lakefile = ['lakefile.toml', 'lakefile.lean'].map((name) => readTextOrNull(join(projectRoot, name)) ?? '');
  if (lakefile.some((text) => text !== '')) facts['lakefile'] = short(lakefile.join('\n'));
  for (const each of manifestPackages(projectRoot)) facts[`package ${each.name}`] = revisionOf(each);
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

/** A project's own modules. The digest of one covers the modules of the project that it imports. */
function modulesOf(root: string): { names: string[]; digest: (module: string) => string | null } {
  const others = new Set(manifestPackages(root).map((each) => each.root));
  const { files } = listSources({ name: '', root, rev: '', kind: 'project' }, others);
  const paths = new Map(files.map(({ module, path }) => [module, join(root, path)]));
  const open = new Set<string>();
  const digest = memoizeByValue((module: string): string | null => {
    const path = paths.get(module);
    // Lean refuses a cycle.
    if (path === undefined || open.has(module)) return null;
    open.add(module);
    const text = readFileSync(path, 'utf8');
    const own = importsOf(text).map((each) => digest(each) ?? '');
    open.delete(module);
    return short([text, ...own].join('\n'));
  });
  return { names: [...paths.keys()].filter((module) => digest(module) !== null), digest };
}
