/** Counts the uses of declarations, excluding the test files, because these would reveal the answers. */
import { inflateRawSync } from 'node:zlib';
import { shareUses } from '../../../src/index/naming.ts';
import { SubstringNumbers } from '../../../src/index/substring-numbers.ts';
import { CodeUnits } from '../../../src/lean/code-units.ts';
import type { Library } from './library.ts';

/** Sets the uses column of the open index to the counts in files accepted by `counts`. The index file is not changed. */
export function countUsesIn(library: Library, counts: (module: string) => boolean): void {
  const { index, names } = library;
  const numbers = new SubstringNumbers();
  const name = new CodeUnits();
  const totals: number[] = [];
  const files = index.all<{ module: string; identifiers: Buffer }>('SELECT module, identifiers FROM files');
  for (const { module, identifiers } of files) {
    if (!counts(module)) continue;
    for (const line of inflateRawSync(identifiers).toString('utf8').split('\n')) {
      const space = line.lastIndexOf(' ');
      if (space <= 0) continue;
      name.read(line.slice(0, space));
      const number = numbers.numberOf(name.units, 0, name.length);
      totals[number] = (totals[number] ?? 0) + Number(line.slice(space + 1));
    }
  }
  const ids = [...names.keys()].filter((id) => names[id] !== '');
  const rows = { names: ids.map((id) => names[id]!), idAt: (at: number) => ids[at]!, idLimit: index.idLimit };
  index.columns.uses.set(shareUses(rows, numbers, totals).uses);
}
