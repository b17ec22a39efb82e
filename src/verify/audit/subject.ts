/** A compiled module with what is asked of it again and again. */
import type { CompiledModule, Declared } from './compiled-module.ts';
import { type DeclarationGraph, declarationGraph, gathered } from './declaration-graph.ts';
import { plainName } from './lean-name.ts';
import { type Roles, rolesOf } from './roles.ts';

const SORRY = plainName('sorryAx').key;

export interface Subject {
  module: CompiledModule;
  graph: DeclarationGraph;
  roles: Roles;
  /** Whether a `sorry` stands in the declaration, or in auxiliaries that it uses. */
  hasSorry: (declared: Declared) => boolean;
}

/** `original`: what the module is to be compared with. What is declared by name there is so here. */
export function subjectOf(module: CompiledModule, original: Subject | null = null): Subject {
  const graph = declarationGraph(module);
  const roles = rolesOf(module, graph, original === null ? new Set() : ownKeys(original));
  const sorries = gathered(
    (declared) => graph.needs(declared).filter((each) => roles.of(each) === 'auxiliary'),
    (declared) => (graph.uses(declared).has(SORRY) ? [SORRY] : []),
  );
  return { module, graph, roles, hasSorry: (declared) => sorries(declared).size > 0 };
}

/** Keys of the declarations that are compared by name. */
function ownKeys({ module, roles }: Subject): Set<string> {
  return new Set(module.declarations.filter((each) => roles.of(each) === 'own').map(({ name }) => name.key));
}
