/**
 * Determines the role of each declaration of a compiled module. Lean records the source position of every declaration that
 * a user wrote, so one without a position was made by Lean or by a program. A name alone decides nothing, because a user
 * may write `theorem foo._spec_1`.
 */
import type { CompiledModule, Declared } from './compiled-module.ts';
import { collectTransitively, type DeclarationGraph } from './declaration-graph.ts';
import { hasInternalName, isCodeName, ownerOf, plainName } from './lean-name.ts';

/**
 * `part`: a constructor, a recursor or `Quot`, which the kernel derives from a type. `code`: output of the code generator,
 * outside the logic. `auxiliary`: generated for another declaration, and compared by content where it is used. `own`: any
 * other declaration, compared by name.
 */
export type Role = 'own' | 'part' | 'auxiliary' | 'code';

export interface Roles {
  of(declared: Declared): Role;
}

const SORRY = plainName('sorryAx').key;

/** `own`: keys of declarations that are compared by name, independent of this module's data about them. */
export function rolesOf(module: CompiledModule, graph: DeclarationGraph, own: ReadonlySet<string>): Roles {
  const candidates = new Set<Declared>();
  const roles = new Map<Declared, Role>();
  for (const declared of module.declarations) {
    if (['constructor', 'recursor', 'quot'].includes(declared.kind)) roles.set(declared, 'part');
    else if (module.ranges.has(declared.name.key) || own.has(declared.name.key)) roles.set(declared, 'own');
    else if (isCode(declared)) roles.set(declared, 'code');
    else if (mayBeAuxiliary(declared)) candidates.add(declared);
    else roles.set(declared, 'own');
  }
  const used = usedBy(
    module,
    graph,
    candidates,
    module.declarations.filter((each) => roles.get(each) === 'own' || roles.get(each) === 'part'),
  );
  const assumptions = collectTransitively(graph.needs, (each) =>
    each.kind === 'axiom' || (candidates.has(each) && graph.uses(each).has(SORRY)) ? [each] : [],
  );
  for (const candidate of candidates) {
    const isAuxiliary =
      used.has(candidate) || (isAboutItsOwner(module, graph, candidate) && assumptions(candidate).size === 0);
    roles.set(candidate, isAuxiliary ? 'auxiliary' : 'own');
  }
  return { of: (declared) => roles.get(declared) ?? 'own' };
}

/**
 * Whether it is output of the code generator: an unsafe definition or axiom. The kernel does not allow safe declarations to
 * refer to it, so no theorem depends on it. The body of a recursive `partial` definition is user code, not such output.
 */
function isCode({ kind, safety, name }: Declared): boolean {
  return safety !== 'safe' && (kind === 'def' || kind === 'axiom') && isCodeName(name);
}

const mayBeAuxiliary = ({ kind, safety, name }: Declared): boolean =>
  safety === 'safe' && (kind === 'theorem' || kind === 'def' || kind === 'opaque') && hasInternalName(name);

/** The candidates that `users` refer to, directly or through other candidates. */
function usedBy(
  module: CompiledModule,
  graph: DeclarationGraph,
  candidates: ReadonlySet<Declared>,
  users: readonly Declared[],
): Set<Declared> {
  const used = new Set<Declared>();
  const todo = [...users];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    for (const key of graph.uses(next)) {
      const other = module.byKey.get(key);
      if (other === undefined || !candidates.has(other) || used.has(other)) continue;
      used.add(other);
      todo.push(other);
    }
  }
  return used;
}

/**
 * Whether it is an equation or a principle that Lean proved about its owner because a proof needed it. Such a declaration
 * is complete: one with a `sorry` to which nothing refers is a user's own.
 */
function isAboutItsOwner(module: CompiledModule, graph: DeclarationGraph, declared: Declared): boolean {
  const owner = ownerOf(declared.name);
  return owner !== null && (module.byKey.has(owner.key) || graph.uses(declared).has(owner.key));
}
