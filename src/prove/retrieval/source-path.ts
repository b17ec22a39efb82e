/** Where the source file of an indexed declaration is. */
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';

export function sourcePath(
  index: LibraryIndex,
  { package: name, filePath }: Pick<DeclarationRow, 'package' | 'filePath'>,
): string {
  const [root] = index.all<{ root: string }>('SELECT root FROM packages WHERE name = ?', name);
  return `${root?.root ?? ''}/${filePath}`;
}
