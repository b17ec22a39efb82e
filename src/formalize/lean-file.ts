/** The Lean file of a statement: its header, the definitions of the answer, and the theorem under our name. */
import type { LibraryIndex } from '../index/library-index.ts';
import type { FormalStatement } from './read-statement.ts';

/** All of Mathlib if the index has it; otherwise the modules of the definitions that the statement may need. */
export function headerFor(index: LibraryIndex, modules: readonly string[]): string {
  const hasMathlib = index.all('SELECT 1 FROM files WHERE module = ? LIMIT 1', 'Mathlib').length > 0;
  const imports = hasMathlib ? ['Mathlib'] : [...new Set(modules)].toSorted();
  return imports.map((module) => `import ${module}`).join('\n');
}

/** `header`: imports and other commands. `name`: of the theorem. */
export function leanFile(
  header: string,
  name: string,
  { opens, definitions, universes, signature }: FormalStatement,
): string {
  const parts = [
    header.trim(),
    opens.map((each) => `open ${each}`).join('\n'),
    ...definitions.map(({ text }) => text),
    `theorem ${name}${universes} ${signature} := by\n  sorry`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
