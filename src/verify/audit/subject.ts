/** The `Subject` of an audit: a compiled module with derived data. */
import type { CompiledModule, Declared } from './compiled-module.ts';
import { collectTransitively, type DeclarationGraph, declarationGraph } from './declaration-graph.ts';
import { plainName } from './lean-name.ts';
import { type Roles, rolesOf } from './roles.ts';

const SORRY = plainName('sorryAx').key;

export interface Subject {
  module: CompiledModule;
  graph: DeclarationGraph;
  roles: Roles;
  /** Whether the declaration, or an auxiliary declaration that it uses, contains a `sorry`. */
  hasSorry: (declared: Declared) => boolean;
}

/** `original`: the module to compare with. Declarations that it compares by name have the same role here. */
export function subjectOf(module: CompiledModule, original: Subject | null = null): Subject {
  const graph = declarationGraph(module);
  const roles = rolesOf(module, graph, original === null ? new Set() : ownKeys(original));
  const sorries = collectTransitively(
    (declared) => graph.needs(declared).filter((each) => roles.of(each) === 'auxiliary'),
    (declared) => (graph.uses(declared).has(SORRY) ? [SORRY] : []),
  );
  return { module, graph, roles, hasSorry: (declared) => sorries(declared).size > 0 };
}

/** Keys of the declarations that are compared by name. */
function ownKeys({ module, roles }: Subject): Set<string> {
  return new Set(module.declarations.filter((each) => roles.of(each) === 'own').map(({ name }) => name.key));
}
