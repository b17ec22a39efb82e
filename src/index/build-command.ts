/** The commands that build an index, as advice for the user. */
import type { Settings } from '../config/settings.ts';

/** Sufficient in a Lake project without `--index`. */
export const BUILD_COMMAND = 'lemmahead index build';

/** The command that builds the index in use. Outside a Lake project it needs source trees. */
export function buildCommand({ projectRoot, indexPath }: Pick<Settings, 'projectRoot' | 'indexPath'>): string {
  const index = indexPath === null ? '' : ` --index ${indexPath}`;
  if (projectRoot !== null) return BUILD_COMMAND + index;
  return `${BUILD_COMMAND} --root NAME=FOLDER${index} (FOLDER holds Lean sources; example: --root Mathlib=~/mathlib4)`;
}

/** The command that builds this index again: named roots must be given again, a project's roots are found. */
export function rebuildCommand(index: { all<T>(sql: string): T[] }): string {
  const roots = index.all<{ name: string; root: string }>(
    "SELECT name, root FROM packages WHERE kind = 'root' ORDER BY id",
  );
  return [BUILD_COMMAND, ...roots.map(({ name, root }) => `--root ${name}=${root}`)].join(' ');
}
