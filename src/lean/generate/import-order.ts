/** The order in which files are expanded: every file after what it imports. */

/**
 * Sorts topologically by imports; where imports leave a choice, by module name. Imports outside the given files are
 * passed over. A cycle (broken sources) is cut where it is first met, so that every file is given back.
 */
export function sortByImports<F extends { module: string; imports: readonly string[] }>(files: readonly F[]): F[] {
  const sorted = [...files].sort((a, b) => (a.module < b.module ? -1 : a.module > b.module ? 1 : 0));
  const state = new Map<string, 'open' | 'done'>();
  const byModule = new Map<string, F[]>();
  for (const file of sorted) {
    const same = byModule.get(file.module);
    if (same === undefined) byModule.set(file.module, [file]);
    else same.push(file);
  }
  const ordered: F[] = [];
  // Depth first over names in order; an explicit stack, because import chains are hundreds deep.
  for (const root of sorted) {
    if (state.has(root.module)) continue;
    const stack = [{ module: root.module, imports: importsOf(byModule.get(root.module)!), next: 0 }];
    state.set(root.module, 'open');
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const wanted = top.imports[top.next++];
      if (wanted === undefined) {
        stack.pop();
        state.set(top.module, 'done');
        ordered.push(...byModule.get(top.module)!);
      } else if (!state.has(wanted) && byModule.has(wanted)) {
        state.set(wanted, 'open');
        stack.push({ module: wanted, imports: importsOf(byModule.get(wanted)!), next: 0 });
      }
    }
  }
  return ordered;
}

function importsOf(files: readonly { imports: readonly string[] }[]): string[] {
  return files.flatMap((file) => [...file.imports]).sort();
}
