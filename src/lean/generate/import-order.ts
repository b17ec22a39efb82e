/** The expansion order: every file comes after its imports. */

/**
 * Sorts topologically by imports, ties by module name. Ignores imports outside the given files. Breaks an import cycle
 * (broken sources) where it is first found, so every file is returned.
 */
export function sortByImports<F extends { module: string; imports: readonly string[] }>(files: readonly F[]): F[] {
  const sorted = [...files].sort((a, b) => (a.module < b.module ? -1 : a.module > b.module ? 1 : 0));
  const state = new Map<string, 'open' | 'done'>();
  const byModule = Map.groupBy(sorted, ({ module }) => module);
  const ordered: F[] = [];
  // Depth first over sorted names, with an explicit stack because import chains are hundreds deep.
  for (const root of sorted) {
    if (state.has(root.module)) continue;
    const stack = [{ module: root.module, imports: importsOf(byModule.get(root.module)!), next: 0 }];
    state.set(root.module, 'open');
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const imported = top.imports[top.next++];
      if (imported === undefined) {
        stack.pop();
        state.set(top.module, 'done');
        ordered.push(...byModule.get(top.module)!);
      } else if (!state.has(imported) && byModule.has(imported)) {
        state.set(imported, 'open');
        stack.push({ module: imported, imports: importsOf(byModule.get(imported)!), next: 0 });
      }
    }
  }
  return ordered;
}

function importsOf(files: readonly { imports: readonly string[] }[]): string[] {
  return files.flatMap((file) => [...file.imports]).sort();
}
