/** Which declarations of a compiled module need which: an order for the kernel, and what rests on what. */
import { NotAnExport, reachable, type CompiledModule, type Declared } from './compiled-module.ts';

export interface DeclarationGraph {
  /** Keys of the constants, of this module and of imported ones, that the declaration names. */
  uses(declared: Declared): ReadonlySet<string>;
  /** All that `declared` rests on: declarations of this module, itself included, and keys of imported constants. */
  restsOn(declared: Declared): { own: ReadonlySet<Declared>; imported: ReadonlySet<string> };
}

export function declarationGraph(module: CompiledModule): DeclarationGraph {
  const used = new Map<string, ReadonlySet<string>>();
  const uses = (declared: Declared): ReadonlySet<string> => {
    let known = used.get(declared.name.key);
    if (known === undefined) used.set(declared.name.key, (known = constantsOf(module, declared)));
    return known;
  };
  return {
    uses,
    restsOn(declared) {
      const own = new Set<Declared>();
      const imported = new Set<string>();
      const todo = [declared];
      for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
        if (own.has(next)) continue;
        own.add(next);
        for (const key of uses(next)) {
          const other = module.byKey.get(key);
          if (other === undefined) imported.add(key);
          else if (!own.has(other)) todo.push(other);
        }
      }
      return { own, imported };
    },
  };
}

function constantsOf(module: CompiledModule, declared: Declared): Set<string> {
  const keys = new Set<string>();
  const seen = new Set<number>();
  const roots = 'value' in declared ? [declared.type, declared.value] : [declared.type];
  for (const at of roots.flatMap((root) => reachable(module, root, (id) => seen.has(id)))) {
    seen.add(at);
    const node = module.exprs[at];
    if (node === undefined) continue;
    if (node.kind === 'const') keys.add(module.names[node.name]!.key);
    else if (node.kind === 'proj') keys.add(module.names[node.structure]!.key);
    // So that a prelude defines them before its first literal.
    else if (node.kind === 'nat') keys.add('["Nat"]');
    else if (node.kind === 'text') keys.add('["String"]');
  }
  // An inductive type is nothing without its constructors, nor they and the recursor without it.
  if (declared.kind === 'inductive') {
    for (const { key } of [...declared.all, ...declared.constructors]) keys.add(key);
  } else if (declared.kind === 'constructor') keys.add(declared.inductive.key);
  keys.delete(declared.name.key);
  return keys;
}

/** What the kernel is asked to accept at once. */
export type Unit = { kind: 'single'; declared: Declared } | { kind: 'inductive'; types: Declared[] } | { kind: 'quot' };

/**
 * All safe declarations, each behind what it needs. Constructors and recursors come with their types; what is unsafe is
 * outside of the logic, and the kernel lets nothing safe refer to it.
 * @throws {NotAnExport} where they need each other in a circle, as nothing that Lean accepted does.
 */
export function kernelOrder(module: CompiledModule, graph: DeclarationGraph): Unit[] {
  const units: Unit[] = [];
  const state = new Map<Unit | Declared, 'open' | 'done'>();
  const unitOf = unitsByDeclaration(module);
  for (const start of module.declarations) {
    const stack: { unit: Unit; needs: Iterator<Unit> }[] = [];
    const enter = (unit: Unit | undefined): void => {
      if (unit === undefined || state.get(unit) === 'done') return;
      if (state.get(unit) === 'open') throw new NotAnExport('declarations that need each other in a circle');
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
        if (type?.kind !== 'inductive') throw new NotAnExport('an inductive type that is not there');
        return type;
      });
      if (!types.includes(declared)) throw new NotAnExport('an inductive type that is not its own');
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

/** What the kernel is given of a unit: of inductive types the constructors too. */
export function membersOf(module: CompiledModule, unit: Unit): Declared[] {
  if (unit.kind === 'single') return [unit.declared];
  return unit.kind === 'quot' ? [] : unit.types.flatMap((type) => [type, ...constructorsOf(module, type)]);
}

/** A recursor needs the type that it is of, which stands before its last part. */
function unitFor(module: CompiledModule, key: string, unitOf: ReadonlyMap<string, Unit>): Unit | undefined {
  const declared = module.byKey.get(key);
  if (declared?.kind !== 'recursor') return unitOf.get(key);
  return unitOf.get(JSON.stringify(declared.name.parts.slice(0, -1)));
}

/** @throws {NotAnExport} where one is missing, or belongs to another type. */
export function constructorsOf(module: CompiledModule, type: Declared): Declared[] {
  if (type.kind !== 'inductive') return [];
  return type.constructors.map((name) => {
    const found = module.byKey.get(name.key);
    if (found?.kind !== 'constructor' || found.inductive.key !== type.name.key) {
      throw new NotAnExport('a constructor that is not there');
    }
    return found;
  });
}
