import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortByImports } from '../../../src/lean/generate/import-order.ts';

const modules = (files: { module: string }[]): string[] => files.map(({ module }) => module);

describe('sortByImports', () => {
  it('puts imported files first and orders the rest by name', () => {
    const files = [
      { module: 'Main', imports: ['Zeta', 'Alpha', 'Outside'] },
      { module: 'Zeta', imports: [] },
      { module: 'Alpha', imports: ['Middle'] },
      { module: 'Middle', imports: [] },
      { module: 'Beta', imports: [] },
    ];
    expect(modules(sortByImports(files))).toEqual(['Middle', 'Alpha', 'Beta', 'Zeta', 'Main']);
  });

  it('returns every file of a cycle', () => {
    const files = [
      { module: 'A', imports: ['B'] },
      { module: 'B', imports: ['A'] },
    ];
    expect(modules(sortByImports(files)).sort()).toEqual(['A', 'B']);
  });

  it('sorts a chain of ten thousand imports', () => {
    const files = Array.from({ length: 10_000 }, (_, i) => ({
      module: `M${i}`,
      imports: i === 0 ? [] : [`M${i - 1}`],
    }));
    expect(sortByImports(files.toReversed())[0]!.module).toBe('M0');
  });

  it('does not depend on the order of files', () => {
    const graph = fc.array(fc.array(fc.nat(11), { maxLength: 4 }), { minLength: 1, maxLength: 12 }).map((edges) =>
      edges.map((targets, i) => ({
        module: `M${i}`,
        imports: targets.filter((target) => target < i).map((target) => `M${target}`),
      })),
    );
    fc.assert(
      fc.property(graph, (files) => {
        const sorted = modules(sortByImports(files));
        expect(modules(sortByImports(files.toReversed()))).toEqual(sorted);
        for (const { module, imports } of files) {
          for (const one of imports) expect(sorted.indexOf(one)).toBeLessThan(sorted.indexOf(module));
        }
      }),
    );
  });
});
