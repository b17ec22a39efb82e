/** How often a declaration is used, counted without the files that are asked about: those would tell the answers. */
import { inflateRawSync } from 'node:zlib';
import { shareUses } from '../../../src/index/naming.ts';
import type { Library } from './library.ts';

/** Sets the column of uses of the open index to what the files whose module `counts` write. The file is not changed. */
export function countUsesIn(library: Library, counts: (module: string) => boolean): void {
  const { index, names } = library;
  const numbers = new Map<string, number>();
  const totals: number[] = [];
  const files = index.all<{ module: string; identifiers: Buffer }>('SELECT module, identifiers FROM files');
  for (const { module, identifiers } of files) {
    if (!counts(module)) continue;
    for (const line of inflateRawSync(identifiers).toString('utf8').split('\n')) {
      const space = line.lastIndexOf(' ');
      if (space <= 0) continue;
      const name = line.slice(0, space);
      let number = numbers.get(name);
      if (number === undefined) numbers.set(name, (number = totals.push(0) - 1));
      totals[number]! += Number(line.slice(space + 1));
    }
  }
  const ids = [...names.keys()].filter((id) => names[id] !== '');
  const rows = { names: ids.map((id) => names[id]!), idAt: (at: number) => ids[at]!, idLimit: index.idLimit };
  index.columns.uses.set(shareUses(rows, numbers, totals).uses);
}
