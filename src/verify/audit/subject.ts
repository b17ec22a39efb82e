/** A compiled module with what is asked of it again and again. */
import type { CompiledModule } from './compiled-module.ts';
import { type DeclarationGraph, declarationGraph } from './declaration-graph.ts';
import { type Roles, rolesOf } from './roles.ts';

export interface Subject {
  module: CompiledModule;
  graph: DeclarationGraph;
  roles: Roles;
}

/** `original`: what the module is to be compared with. What is declared by name there is so here. */
export function subjectOf(module: CompiledModule, original: Subject | null = null): Subject {
  const graph = declarationGraph(module);
  return { module, graph, roles: rolesOf(module, graph, original === null ? new Set() : ownKeys(original)) };
}

/** Keys of the declarations that are compared by name. */
function ownKeys({ module, roles }: Subject): Set<string> {
  return new Set(module.declarations.filter((each) => roles.of(each) === 'own').map(({ name }) => name.key));
}
