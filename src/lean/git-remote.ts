/** The GitHub repository of a checkout, read from git's own files without a process or shell. */
import { dirname, join, relative } from 'node:path';
import { readTextOrNull } from '../base/read-or-null.ts';
import { commonGitDir, findGitDir } from './git-head.ts';

export interface GitHubFolder {
  /** `https://github.com/OWNER/NAME` */
  repository: string;
  /** The folder in the repository, with `/`; '' for its root. */
  path: string;
}

/** Where a folder of a work tree is on GitHub. Null without a remote there; `origin` is preferred. */
export function gitHubFolder(folder: string): GitHubFolder | null {
  const found = findGitDir(folder);
  if (found === null) return null;
  const config = readTextOrNull(join(commonGitDir(found.gitDir), 'config')) ?? '';
  const remotes = Array.from(
    config.matchAll(/^\[remote "([^"\n]*)"\][^[]*?^\s*url\s*=\s*(\S+)\s*$/gmu),
    ([, name, url]) => ({
      name: name!,
      url: url!,
    }),
  );
  const url = (remotes.find(({ name }) => name === 'origin') ?? remotes[0])?.url;
  const repository = url === undefined ? null : gitHubRepository(url);
  return repository === null ? null : { repository, path: relative(dirname(found.at), folder).replaceAll('\\', '/') };
}

/** `https://github.com/OWNER/NAME` for the URL of a remote on GitHub; null for other hosts, and for anything unusual. */
export function gitHubRepository(url: string): string | null {
  const match =
    /^(?:https:\/\/(?:[^@/\s]+@)?github\.com\/|ssh:\/\/git@github\.com\/|git@github\.com:)([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/iu.exec(
      url,
    );
  return match === null || match[2] === '..' || match[2] === '.' ? null : `https://github.com/${match[1]}/${match[2]}`;
}
