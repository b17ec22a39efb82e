/** The modules of the index as a tree, one level at a time. */
import type { LibraryIndex } from './library-index.ts';

export interface ModuleNode {
  name: string;
  /** In it and in the modules below it. */
  declarations: number;
  /** Modules below it. */
  modules: number;
}

/** The modules directly below `parent`, or those without a dot for ''. A folder without a file of its own counts, too. */
export function modulesBelow(index: LibraryIndex, parent: string): ModuleNode[] {
  const prefix = parent === '' ? '' : `${parent}.`;
  const files = index.all<{ module: string; count: number }>(
    'SELECT module, (SELECT count(*) FROM decls WHERE file_id = files.id) AS count FROM files WHERE substr(module, 1, ?) = ?',
    prefix.length,
    prefix,
  );
  const nodes = new Map<string, ModuleNode>();
  for (const { module, count } of files) {
    const end = module.indexOf('.', prefix.length);
    const name = end < 0 ? module : module.slice(0, end);
    const node = nodes.get(name) ?? { name, declarations: 0, modules: 0 };
    node.declarations += count;
    if (end >= 0) node.modules++;
    nodes.set(name, node);
  }
  return [...nodes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
