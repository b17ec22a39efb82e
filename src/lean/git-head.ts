/** The commit checked out in a folder, read from git's own files without a process or shell. */
import { dirname, join, resolve } from 'node:path';
import { readTextOrNull, statOrNull } from '../base/read-or-null.ts';

const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** The commit of the work tree around `folder`; null without git or if its files have an unknown format. */
export function gitHead(folder: string): string | null {
  const gitDir = findGitDir(folder)?.gitDir;
  if (gitDir === undefined) return null;
  const head = readTextOrNull(join(gitDir, 'HEAD'))?.trim();
  if (head === undefined) return null;
  if (COMMIT.test(head)) return head;
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  return ref === undefined ? null : resolveRef(gitDir, ref);
}

/** `.git` is a folder; in a worktree or submodule it is a file with the path of the folder. `at`: its path. */
export function findGitDir(folder: string): { at: string; gitDir: string } | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const candidate = join(at, '.git');
    const stat = statOrNull(candidate);
    if (stat?.isDirectory()) return { at: candidate, gitDir: candidate };
    if (stat?.isFile()) {
      const target = /^gitdir: (.+)$/m.exec(readTextOrNull(candidate) ?? '')?.[1];
      return target === undefined ? null : { at: candidate, gitDir: resolve(at, target.trim()) };
    }
    if (dirname(at) === at) return null;
  }
}

/** The folder that all worktrees of a repository share. */
export function commonGitDir(gitDir: string): string {
  const common = readTextOrNull(join(gitDir, 'commondir'))?.trim();
  return common === undefined ? gitDir : resolve(gitDir, common);
}

/** A ref is a file in the worktree's or the common folder, or a line of `packed-refs` in the common folder. */
function resolveRef(gitDir: string, ref: string): string | null {
  const commonDir = commonGitDir(gitDir);
  for (const folder of [gitDir, commonDir]) {
    const loose = readTextOrNull(join(folder, ref))?.trim();
    if (loose !== undefined && COMMIT.test(loose)) return loose;
  }
  for (const line of (readTextOrNull(join(commonDir, 'packed-refs')) ?? '').split('\n')) {
    const [commit, name] = line.trim().split(' ');
    if (name === ref && commit !== undefined && COMMIT.test(commit)) return commit;
  }
  return null;
}
