/** The libraries that a project uses, for prompts. */
import type { LibraryIndex } from '../../index/library-index.ts';

/** Names of the indexed packages other than the project itself and the toolchain's own, in alphabetical order. */
export function libraryNames(index: LibraryIndex): string[] {
  const rows = index.all<{ name: string }>(
    "SELECT name FROM packages WHERE kind NOT IN ('project', 'toolchain') ORDER BY name",
  );
  return rows.map(({ name }) => name);
}
