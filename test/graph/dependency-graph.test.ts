import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startOf } from '../../src/graph/adjacency.ts';
import { type DependencyGraph, dependencyGraph } from '../../src/graph/dependency-graph.ts';
import { graphFileOf, readGraphFile, writeGraphFile } from '../../src/graph/graph-file.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { placesOf } from '../../src/report/graph-report.ts';
import { buildRoots } from '../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../index/temporary.ts';

const KILN = `
structure Clay where
  water : Nat
namespace Clay
def IsDry (c : Clay) : Prop := c.water = 0
theorem shrinks : True := trivial
protected theorem cracks : True := trivial
end Clay
private theorem recipe : True := trivial
class Fuel (α : Type) where
  heat : α → Nat
`;

const POTTERY = `
import Kiln
theorem Glaze.shrinks : True := trivial
theorem cracks : True := recipe
namespace Clay
theorem fires (c : Clay) (h : IsDry c) : True := by
  have := shrinks
  have := cracks
  have := later
  trivial
theorem later : True := Clay.fires ⟨0⟩ rfl
end Clay
open Glaze in
theorem opened : True := shrinks.elim
section
variable {α : Type} [Fuel α] (a : α)
theorem warm : a = a := rfl
def burn : Nat := Fuel.heat a
end
@[to_additive Cup.add] theorem Cup.mul : True := trivial
@[to_additive Cup.add_twice] theorem Cup.mul_twice : True := by simp [Cup.mul, Clay.shrinks]
`;

/** Not imported by the others. */
const MUSEUM = `
import Kiln
theorem vase : True := trivial
namespace Clay
theorem shard : True := vase
end Clay
`;

const WORKSHOP = `
import Pottery
theorem repairs : True := vase
`;

const folder = writeFiles(temporaryFolder(), {
  'lib/Kiln.lean': KILN,
  'lib/Pottery.lean': POTTERY,
  'lib/Museum.lean': MUSEUM,
  'lib/Workshop.lean': WORKSHOP,
});
let index: LibraryIndex;
let graph: DependencyGraph;
beforeAll(async () => {
  await buildRoots(join(folder, 'index.sqlite'), { Kiln: join(folder, 'lib') });
  index = openIndex(join(folder, 'index.sqlite'));
  graph = dependencyGraph(index);
});
afterAll(() => index.close());

const nodeOf = (name: string): number => graph.owner[index.idsByName(name)[0]!]!;

/** `name: places` for each dependency. */
function dependenciesOf(name: string): string[] {
  const { edges } = graph;
  const node = nodeOf(name);
  const found: string[] = [];
  for (let edge = startOf(edges, node); edge < edges.ends[node]!; edge++)
    found.push(`${index.row(edges.targets[edge]!)!.name}: ${placesOf(edges.labels[edge]!).join(' ')}`);
  return found.sort();
}

describe('a declaration depends on', () => {
  test.each([
    [
      'what its statement and its proof name, if it is above it',
      'Clay.fires',
      ['Clay.IsDry: statement', 'Clay.shrinks: value', 'Clay: statement', 'cracks: value'],
    ],
    ['an earlier theorem of the same file', 'Clay.later', ['Clay.fires: value']],
    ['what an open namespace adds', 'opened', ['Glaze.shrinks: value']],
    ['a private theorem by its name', 'cracks', ['recipe: value']],
    ['the classes of the variables that its statement mentions', 'warm', ['Fuel: statement']],
    ['a structure in place of its field', 'burn', ['Fuel: statement value']],
    [
      'the translations of what its source names',
      'Cup.add_twice',
      ['Clay.shrinks: value', 'Cup.add: value', 'Cup.mul_twice: origin'],
    ],
    ['what its file imports', 'Clay.shard', ['vase: value']],
    ['nothing of a file that its file does not import', 'repairs', []],
  ])('%s', (_, name, wanted) => {
    expect(dependenciesOf(name)).toEqual(wanted);
  });

  test('the same, seen from the other side', () => {
    const { edges, back } = graph;
    for (let node = 0; node < edges.size; node++)
      for (let edge = startOf(edges, node); edge < edges.ends[node]!; edge++) {
        const target = edges.targets[edge]!;
        const sources = Array.from(back.targets.subarray(startOf(back, target), back.ends[target]));
        expect(sources).toContain(node);
      }
  });
});

describe('the file of a graph', () => {
  let path: string;
  beforeEach(() => {
    path = graphFileOf(join(temporaryFolder(), 'index.sqlite'));
  });

  test('gives the same graph', () => {
    writeGraphFile(path, 'digest', graph);
    expect(path).toMatch(/\bindex\.graph\.bin$/u);
    expect(readGraphFile(path, 'digest')).toEqual(graph);
  });

  test('is not used for another state of the index', () => {
    writeGraphFile(path, 'digest', graph);
    expect(readGraphFile(path, 'other')).toBeNull();
    expect(readGraphFile(`${path}.missing`, 'digest')).toBeNull();
  });

  test('is not used if any of its numbers is impossible, or if it is cut', () => {
    writeGraphFile(path, 'digest', graph);
    const bytes = readFileSync(path);
    const numbers = (bytes.length - 80 - 2 * graph.edges.targets.length) / 4;
    for (let at = 0; at < numbers; at++) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt32LE(0xfffffff0, 80 + 4 * at);
      writeFileSync(path, damaged);
      expect(readGraphFile(path, 'digest')).toBeNull();
    }
    writeFileSync(path, bytes);
    truncateSync(path, bytes.length - 1);
    expect(readGraphFile(path, 'digest')).toBeNull();
    writeFileSync(path, 'short');
    expect(readGraphFile(path, 'digest')).toBeNull();
  });
});
