/** Computes the axioms and `sorry`s that the declarations of a compiled module depend on. */
import { childrenOf, reachable, rootsOf, type Declared } from './compiled-module.ts';
import { collectTransitively } from './declaration-graph.ts';
import { type LeanName, plainName } from './lean-name.ts';
import type { Subject } from './subject.ts';

const SORRY = plainName('sorryAx').key;

/** What a declaration depends on, directly or through other declarations. */
export interface Dependencies {
  /** All axioms except `sorryAx`. */
  axioms: LeanName[];
  /** Declarations of the module that contain a `sorry`, including itself. */
  holes: Declared[];
  /** Keys of imported constants that depend on a `sorry` in another file. */
  importedHoles: string[];
}

/** `imported`: the axioms of each imported constant that has any. */
export function dependenciesOf(
  subject: Subject,
  imported: ReadonlyMap<string, LeanName[]>,
): (declared: Declared) => Dependencies {
  const { module, graph } = subject;
  const names = new Map<string, LeanName>();
  const importedBy = (declared: Declared): string[] =>
    [...graph.uses(declared)].filter((key) => !module.byKey.has(key) && imported.has(key));
  const axiomsOf = collectTransitively(graph.needs, (declared) => {
    const own = declared.kind === 'axiom' ? [declared.name] : [];
    const found = [...own, ...importedBy(declared).flatMap((key) => imported.get(key)!)];
    for (const name of found) names.set(name.key, name);
    return found.map(({ key }) => key);
  });
  const importedHolesOf = collectTransitively(graph.needs, (declared) =>
    importedBy(declared).filter((key) => key !== SORRY && imported.get(key)!.some((axiom) => axiom.key === SORRY)),
  );
  const holesOf = collectTransitively(graph.needs, (declared) => (hasHole(subject, declared) ? [declared] : []));
  return (declared) => ({
    axioms: [...axiomsOf(declared)].filter((key) => key !== SORRY).map((key) => names.get(key)!),
    holes: [...holesOf(declared)],
    importedHoles: [...importedHolesOf(declared)],
  });
}

/** Whether the declaration has a `sorry`, directly or in an auxiliary declaration that Lean extracted from it. */
export function hasHole({ roles, hasSorry }: Subject, declared: Declared): boolean {
  return roles.of(declared) !== 'auxiliary' && hasSorry(declared);
}

/**
 * The number of `sorry`s in a declaration and its auxiliary declarations. A shared term counts at each place. Filling a
 * hole must decrease this number.
 */
export function countSorries({ module, roles }: Subject, declared: Declared): number {
  const counts = new Map<number, number>();
  const ofConstant = (name: LeanName): number => {
    if (name.key === SORRY) return 1;
    const other = module.byKey.get(name.key);
    return other !== undefined && other !== declared && roles.of(other) === 'auxiliary' ? ofDeclared(other) : 0;
  };
  const known = new Map<Declared, number>();
  const ofDeclared = (each: Declared): number => {
    const count = known.get(each);
    if (count !== undefined) return count;
    known.set(each, 0);
    const total = rootsOf(each).reduce((sum, root) => sum + ofExpr(root), 0);
    known.set(each, total);
    return total;
  };
  const ofExpr = (id: number): number => {
    for (const at of reachable(module, id)) counts.set(at, countAt(at));
    return counts.get(id) ?? 0;
  };
  const countAt = (at: number): number => {
    const node = module.exprs[at]!;
    if (node.kind === 'const') return ofConstant(module.names[node.name]!);
    return childrenOf(node).reduce((sum, child) => sum + (counts.get(child) ?? 0), 0);
  };
  return ofDeclared(declared);
}
