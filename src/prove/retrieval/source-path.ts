/** Where the source file of an indexed declaration is. */
import type { DeclarationRow } from '../../index/library-index.ts';
import type { PackageRoots } from '../../index/package-roots.ts';

export function sourcePath(
  roots: PackageRoots,
  { package: name, filePath }: Pick<DeclarationRow, 'package' | 'filePath'>,
): string {
  return `${roots.get(name) ?? ''}/${filePath}`;
}
