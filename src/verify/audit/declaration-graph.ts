/** The dependency graph of a compiled module's declarations, and the order in which the kernel checks them. */
import { NotAnExport, reachable, rootsOf, type CompiledModule, type Declared } from './compiled-module.ts';
import type { LeanName } from './lean-name.ts';

export interface DeclarationGraph {
  /** Keys of the constants, own and imported, that the declaration mentions. */
  uses(declared: Declared): ReadonlySet<string>;
  /** Declarations of this module that the declaration mentions. */
  needs: (declared: Declared) => readonly Declared[];
}

export function declarationGraph(module: CompiledModule): DeclarationGraph {
  const used = new Map<string, ReadonlySet<string>>();
  const uses = (declared: Declared): ReadonlySet<string> => {
    let known = used.get(declared.name.key);
    if (known === undefined) used.set(declared.name.key, (known = constantsOf(module, declared)));
    return known;
  };
  return { uses, needs: (declared) => [...uses(declared)].flatMap((key) => module.byKey.get(key) ?? []) };
}

function constantsOf(module: CompiledModule, declared: Declared): Set<string> {
  const keys = new Set<string>();
  const seen = new Set<number>();
  for (const at of rootsOf(declared).flatMap((root) => reachable(module, root, (id) => seen.has(id)))) {
    seen.add(at);
    const node = module.exprs[at];
    if (node === undefined) continue;
    if (node.kind === 'const') keys.add(module.names[node.name]!.key);
    else if (node.kind === 'proj') keys.add(module.names[node.structure]!.key);
    // A prelude must define these types before its first literal.
    else if (node.kind === 'nat') keys.add('["Nat"]');
    else if (node.kind === 'text') keys.add('["String"]');
  }
  // An inductive type and its constructors depend on each other.
  if (declared.kind === 'inductive') {
    for (const { key } of [...declared.all, ...declared.constructors]) keys.add(key);
  } else if (declared.kind === 'constructor') keys.add(declared.inductive.key);
  keys.delete(declared.name.key);
  return keys;
}

/** The maximum total size of the sets that `collectTransitively` creates. A file that needs more is not audited. */
const MAX_COLLECTED = 20_000_000;

/**
 * The union of `itemsOf` over a declaration and everything that it depends on through `needs`. Visits each declaration once
 * (Tarjan's strongly connected components), and shares a set if nothing is added to it.
 * @throws {RangeError} if the sets together have more than 20 million members
 */
export function collectTransitively<T>(
  needs: (declared: Declared) => readonly Declared[],
  itemsOf: (declared: Declared) => Iterable<T>,
): (declared: Declared) => ReadonlySet<T> {
  interface Visit {
    declared: Declared;
    order: number;
    /** The lowest order that can be reached. */
    low: number;
    needs: readonly Declared[];
    next: number;
  }
  const known = new Map<Declared, ReadonlySet<T>>();
  const visits = new Map<Declared, Visit>();
  let count = 0;
  /** Visited and not yet in a component. */
  const open: Visit[] = [];

  const enter = (declared: Declared): Visit => {
    const visit = { declared, order: visits.size, low: visits.size, needs: needs(declared), next: 0 };
    visits.set(declared, visit);
    open.push(visit);
    return visit;
  };
  const close = (component: readonly Visit[]): void => {
    let found: ReadonlySet<T> = new Set(component.flatMap(({ declared }) => [...itemsOf(declared)]));
    for (const need of component.flatMap((visit) => visit.needs)) {
      const below = known.get(need);
      if (below !== undefined && below !== found) found = union(found, below);
    }
    for (const { declared } of component) known.set(declared, found);
  };
  const union = (left: ReadonlySet<T>, right: ReadonlySet<T>): ReadonlySet<T> => {
    const [small, large] = left.size < right.size ? [left, right] : [right, left];
    let both: Set<T> | null = null;
    for (const each of small) if (!large.has(each)) (both ??= new Set(large)).add(each);
    if (both !== null && (count += both.size) > MAX_COLLECTED) throw new RangeError('sets with too many members');
    return both ?? large;
  };
  return (start) => {
    const path = known.has(start) ? [] : [enter(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const need = top.needs[top.next++];
      if (need === undefined) {
        path.pop();
        const above = path.at(-1);
        if (above !== undefined) above.low = Math.min(above.low, top.low);
        if (top.low === top.order) close(open.splice(open.lastIndexOf(top)));
      } else if (!visits.has(need)) path.push(enter(need));
      else if (!known.has(need)) top.low = Math.min(top.low, visits.get(need)!.order);
    }
    return known.get(start)!;
  };
}

/** Declarations that the kernel checks together. */
export type Unit = { kind: 'single'; declared: Declared } | { kind: 'inductive'; types: Declared[] } | { kind: 'quot' };

/**
 * All safe declarations, each after its dependencies. Constructors and recursors come with their types. Unsafe declarations
 * are outside the logic, and the kernel does not allow a safe declaration to refer to one.
 * @throws {NotAnExport} if the dependencies are cyclic, which is impossible in a module that Lean accepted
 */
export function kernelOrder(module: CompiledModule, graph: DeclarationGraph): Unit[] {
  const units: Unit[] = [];
  const state = new Map<Unit | Declared, 'open' | 'done'>();
  const unitOf = unitsByDeclaration(module);
  for (const start of module.declarations) {
    const stack: { unit: Unit; needs: Iterator<Unit> }[] = [];
    const enter = (unit: Unit | undefined): void => {
      if (unit === undefined || state.get(unit) === 'done') return;
      if (state.get(unit) === 'open') throw new NotAnExport('declarations with cyclic dependencies');
      state.set(unit, 'open');
      stack.push({ unit, needs: needsOf(module, graph, unit, unitOf).values() });
    };
    enter(unitOf.get(start.name.key));
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.needs.next();
      if (next.done !== true) enter(next.value);
      else {
        state.set(top.unit, 'done');
        units.push(top.unit);
        stack.pop();
      }
    }
  }
  return units;
}

function unitsByDeclaration(module: CompiledModule): Map<string, Unit> {
  const units = new Map<string, Unit>();
  const quot: Unit = { kind: 'quot' };
  for (const declared of module.declarations) {
    const { key } = declared.name;
    if (declared.safety !== 'safe' || units.has(key)) continue;
    if (declared.kind === 'quot') units.set(key, quot);
    else if (declared.kind === 'inductive') {
      const types = declared.all.map((name) => {
        const type = module.byKey.get(name.key);
        if (type?.kind !== 'inductive') throw new NotAnExport('a missing inductive type');
        // The kernel receives the parameters and universes once per block.
        if (!isSameBlock(type, declared)) throw new NotAnExport('inductive types that disagree on their block');
        return type;
      });
      if (!types.includes(declared)) throw new NotAnExport('an inductive type that is not in its own block');
      for (const type of types) units.set(type.name.key, { kind: 'inductive', types });
      const unit = units.get(key)!;
      for (const type of types) {
        units.set(type.name.key, unit);
        for (const constructor of type.constructors) units.set(constructor.key, unit);
      }
    } else if (declared.kind !== 'constructor' && declared.kind !== 'recursor') {
      units.set(key, { kind: 'single', declared });
    }
  }
  return units;
}

type Inductive = Extract<Declared, { kind: 'inductive' }>;

function isSameBlock(one: Inductive, other: Inductive): boolean {
  const keys = (names: readonly LeanName[]): string => names.map(({ key }) => key).join(' ');
  return (
    one.parameters === other.parameters &&
    keys(one.levelParams) === keys(other.levelParams) &&
    keys(one.all) === keys(other.all)
  );
}

function needsOf(
  module: CompiledModule,
  graph: DeclarationGraph,
  unit: Unit,
  unitOf: ReadonlyMap<string, Unit>,
): Set<Unit> {
  const needs = new Set<Unit>();
  for (const member of membersOf(module, unit)) {
    for (const key of graph.uses(member)) {
      const needed = unitFor(module, key, unitOf);
      if (needed !== undefined && needed !== unit) needs.add(needed);
    }
  }
  return needs;
}

/** The declarations of a unit, including the constructors of inductive types. */
export function membersOf(module: CompiledModule, unit: Unit): Declared[] {
  if (unit.kind === 'single') return [unit.declared];
  return unit.kind === 'quot' ? [] : unit.types.flatMap((type) => [type, ...constructorsOf(module, type)]);
}

/** The unit that declares `key`. The type of a recursor is its name without the last component. */
function unitFor(module: CompiledModule, key: string, unitOf: ReadonlyMap<string, Unit>): Unit | undefined {
  const declared = module.byKey.get(key);
  if (declared?.kind !== 'recursor') return unitOf.get(key);
  return unitOf.get(JSON.stringify(declared.name.parts.slice(0, -1)));
}

/** @throws {NotAnExport} if a constructor is missing or belongs to another type */
export function constructorsOf(module: CompiledModule, type: Declared): Declared[] {
  if (type.kind !== 'inductive') return [];
  return type.constructors.map((name) => {
    const found = module.byKey.get(name.key);
    if (found?.kind !== 'constructor' || found.inductive.key !== type.name.key) {
      throw new NotAnExport('a missing constructor');
    }
    return found;
  });
}
