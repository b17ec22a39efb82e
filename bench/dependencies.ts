/**
 * Compares the dependency graph that is read from the sources with the constants of the terms that the old Lean
 * elaborated, for its own `Init`, `Std` and `Lean`.
 *
 *   lemmahead index build --root Lean=FOLDER --index old-lean.sqlite
 *   OLD_LEAN=BINARY node bench/dependencies.ts --index old-lean.sqlite [--misses 20] [--json FILE] [--markdown FILE]
 *
 * FOLDER has `Init`, `Std` and `Lean`. An edge is right if the type or value of the declaration contains the constant,
 * or a part of it (a field, a constructor), also inside the auxiliary constants that Lean makes for a match or a nested
 * proof. Lean's own edges also come from implicit arguments, instances and tactics, so only some are in the sources.
 */
import { startOf } from '../src/graph/adjacency.ts';
import { DEPENDENCY, type DependencyGraph, dependencyGraph } from '../src/graph/dependency-graph.ts';
import type { LibraryIndex } from '../src/index/library-index.ts';
import { withIndex } from '../src/index/open.ts';
import { jsonOfLean } from './elaborated-types.ts';
import { oldLeanBinary, percent, print, readFlags, REPORT_FLAGS, table, writeReport } from './harness.ts';

const values = readFlags({ index: { type: 'string' }, misses: { type: 'string', default: '20' }, ...REPORT_FLAGS }, [
  'index',
]);

interface UsedConstants {
  name: string;
  isTheorem: boolean;
  isInternal: boolean;
  type: string[];
  value: string[];
}

const DUMP = `
import Lean
open Lean

def namesJson (names : Array Name) : Json := Json.arr (names.map fun n => Json.str (toString n))

def valueOf : ConstantInfo → Option Expr
  | ConstantInfo.thmInfo v => some v.value
  | ConstantInfo.defnInfo v => some v.value
  | ConstantInfo.opaqueInfo v => some v.value
  | _ => none

def main : IO Unit := do
  initSearchPath
  let env ← importModules [{ module := \`Lean }] {} 0
  env.constants.forM fun name info => do
    let value := match valueOf info with
      | some e => e.getUsedConstants
      | none => #[]
    let isTheorem := match info with
      | ConstantInfo.thmInfo _ => true
      | _ => false
    IO.println (Json.compress (Json.mkObj [("name", toString name), ("isTheorem", isTheorem),
      ("isInternal", name.isInternal || isPrivateName name),
      ("type", namesJson info.type.getUsedConstants), ("value", namesJson value)]))
`;

const plain = (name: string): string => name.replaceAll(/[«»]/g, '');

/** What a term of a declaration contains: constants by name, through the auxiliary constants that only it uses. */
function expanded(names: readonly string[], all: ReadonlyMap<string, UsedConstants>): Set<string> {
  const found = new Set(names);
  for (const name of found) {
    const constant = all.get(name);
    const isAuxiliary = constant?.isInternal === true || /\.(?:match|proof|eq|sizeOf)_\d/u.test(name);
    if (constant !== undefined && isAuxiliary)
      for (const each of [...constant.type, ...constant.value]) found.add(each);
  }
  return found;
}

interface Counts {
  declarations: number;
  edges: number;
  right: number;
  lean: number;
  shown: number;
  misses: string[];
}

function compare(
  index: LibraryIndex,
  { edges, owner }: DependencyGraph,
  all: ReadonlyMap<string, UsedConstants>,
  isTheorem: boolean,
  place: 'statement' | 'value',
): Counts {
  const counts: Counts = { declarations: 0, edges: 0, right: 0, lean: 0, shown: 0, misses: [] };
  const nodeOf = (name: string): number | null => {
    const [id] = index.idsByName(plain(name));
    return id === undefined ? null : owner[id]!;
  };
  const parts = Map.groupBy(all.values(), ({ name }) => nodeOf(name.replace(/\._unsafe_rec$/u, '')) ?? -1);
  const rows = index.all<{ id: number; name: string }>(
    "SELECT id, name FROM decls WHERE origin = 'written' AND is_private = 0",
  );
  for (const { id, name } of rows) {
    if (all.get(name)?.isTheorem !== isTheorem || owner[id] !== id) continue;
    const own = parts.get(id) ?? [];
    const nodesIn = (constants: readonly string[]): Set<number> =>
      new Set([...expanded(constants, all)].flatMap((each) => nodeOf(each) ?? []).filter((node) => node !== id));
    const [types, terms] = [own.flatMap(({ type }) => type), own.flatMap((each) => each.value)];
    const theirs = nodesIn(place === 'statement' ? types : terms);
    const alsoIn = nodesIn([...types, ...terms]);
    counts.declarations++;
    counts.lean += theirs.size;
    for (let edge = startOf(edges, id); edge < edges.ends[id]!; edge++) {
      const target = edges.targets[edge]!;
      if ((edges.labels[edge]! & DEPENDENCY[place]) === 0) continue;
      counts.edges++;
      if (theirs.has(target)) counts.shown++;
      if (alsoIn.has(target)) counts.right++;
      else counts.misses.push(`${name} → ${index.row(target)!.name}`);
    }
  }
  return counts;
}

const all = new Map(jsonOfLean<UsedConstants>(oldLeanBinary(), DUMP).map((one) => [plain(one.name), one]));
const rows = await withIndex(values.index, (index) => {
  const graph = dependencyGraph(index);
  return [true, false].flatMap((isTheorem) =>
    (['statement', 'value'] as const).map((place) => {
      const kind = isTheorem ? 'theorems' : 'definitions';
      return { kind, place, ...compare(index, graph, all, isTheorem, place) };
    }),
  );
});
for (const { kind, place, misses } of rows) {
  const step = Math.max(1, Math.floor(misses.length / Number(values.misses)));
  for (const miss of misses.filter((_, at) => at % step === 0).slice(0, Number(values.misses)))
    print(`${kind}, ${place}: ${miss}`);
}
const cells = rows.map(({ kind, place, declarations, edges, right, lean, shown }) => [
  `${kind}, ${place}`,
  declarations,
  `${right} of ${edges} (${percent(right / edges)})`,
  `${shown} of ${lean} (${percent(shown / lean)})`,
]);
const markdown = table(['edges', 'declarations', 'right', "Lean's, seen in the sources"], cells).join('\n');
writeReport(
  values,
  rows.map(({ misses, ...row }) => ({ ...row, misses: misses.length })),
  `${markdown}\n`,
);
