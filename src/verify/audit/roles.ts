/**
 * What each declaration of a compiled module is there for. Lean records where everything stands that somebody wrote, so a
 * declaration without a place in the source was made by Lean, or by a program. A name alone decides nothing: anybody may
 * write `theorem foo._spec_1`.
 */
import type { CompiledModule, Declared } from './compiled-module.ts';
import { type DeclarationGraph, gathered } from './declaration-graph.ts';
import { hasInternalName, isCodeName, ownerOf, plainName } from './lean-name.ts';

/**
 * `part`: a constructor, a recursor or `Quot`, which the kernel makes of a type. `code`: what the code generator left,
 * outside of the logic. `auxiliary`: made along with another declaration, and told by its content where it is used.
 * `own`: all else, to be compared by name.
 */
export type Role = 'own' | 'part' | 'auxiliary' | 'code';

export interface Roles {
  of(declared: Declared): Role;
}

const SORRY = plainName('sorryAx').key;

/** `own`: keys of declarations that are compared by name whatever this module records of them. */
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
  const unfounded = gathered(graph.needs, (each) =>
    each.kind === 'axiom' || (candidates.has(each) && graph.uses(each).has(SORRY)) ? [each] : [],
  );
  for (const candidate of candidates) {
    const isAuxiliary =
      used.has(candidate) || (isAboutItsOwner(module, graph, candidate) && unfounded(candidate).size === 0);
    roles.set(candidate, isAuxiliary ? 'auxiliary' : 'own');
  }
  return { of: (declared) => roles.get(declared) ?? 'own' };
}

/**
 * The code generator keeps what it makes as definitions and axioms that are unsafe. The kernel lets nothing safe refer to
 * them, so no theorem rests on one. The body of a recursive `partial` definition is no such output: it is what was written.
 */
function isCode({ kind, safety, name }: Declared): boolean {
  return safety !== 'safe' && (kind === 'def' || kind === 'axiom') && isCodeName(name);
}

const mayBeAuxiliary = ({ kind, safety, name }: Declared): boolean =>
  safety === 'safe' && (kind === 'theorem' || kind === 'def' || kind === 'opaque') && hasInternalName(name);

/** Those of `candidates` that `users` refer to, themselves or through other candidates. */
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
 * Equations and principles that Lean proved of a definition because a proof asked for them: complete, and about their
 * owner. One with a `sorry` in it that nothing refers to is somebody's own.
 */
function isAboutItsOwner(module: CompiledModule, graph: DeclarationGraph, declared: Declared): boolean {
  const owner = ownerOf(declared.name);
  return owner !== null && (module.byKey.has(owner.key) || graph.uses(declared).has(owner.key));
}
