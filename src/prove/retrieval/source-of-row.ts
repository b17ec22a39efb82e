/** Reads the source file of an indexed declaration. */
import { readSourceText } from '../../index/source-text.ts';
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';

export function sourcePath(
  index: LibraryIndex,
  { package: name, filePath }: Pick<DeclarationRow, 'package' | 'filePath'>,
): string {
  const [root] = index.all<{ root: string }>('SELECT root FROM packages WHERE name = ?', name);
  return `${root?.root ?? ''}/${filePath}`;
}

/** Empty if the file has gone since the index was built. */
export function sourceOrEmpty(path: string): string {
  try {
    return readSourceText(path).text;
  } catch {
    return '';
  }
}

/** `first` and `last` are 1-based. */
export function linesOf(text: string, first: number, last: number): string {
  return text
    .split('\n')
    .slice(first - 1, last)
    .join('\n');
}
