/** On which axioms the declarations of a compiled module rest, and through whose `sorry`. */
import { childrenOf, reachable, rootsOf, type Declared } from './compiled-module.ts';
import { gathered } from './declaration-graph.ts';
import { type LeanName, plainName } from './lean-name.ts';
import type { Subject } from './subject.ts';

const SORRY = plainName('sorryAx').key;

export interface Foundations {
  /** All axioms that it rests on, `sorryAx` left out. */
  axioms: LeanName[];
  /** Declarations of the module with a `sorry` of their own that it rests on, itself included. */
  holes: Declared[];
  /** Keys of imported constants that it rests on and that rest on a `sorry` in another file. */
  importedHoles: string[];
}

/** `imported`: the axioms of each imported constant that has any. */
export function foundationsOf(
  subject: Subject,
  imported: ReadonlyMap<string, LeanName[]>,
): (declared: Declared) => Foundations {
  const { module, graph } = subject;
  const names = new Map<string, LeanName>();
  const importedBy = (declared: Declared): string[] =>
    [...graph.uses(declared)].filter((key) => !module.byKey.has(key) && imported.has(key));
  const axiomsOf = gathered(graph.needs, (declared) => {
    const own = declared.kind === 'axiom' ? [declared.name] : [];
    const found = [...own, ...importedBy(declared).flatMap((key) => imported.get(key)!)];
    for (const name of found) names.set(name.key, name);
    return found.map(({ key }) => key);
  });
  const importedHolesOf = gathered(graph.needs, (declared) =>
    importedBy(declared).filter((key) => key !== SORRY && imported.get(key)!.some((axiom) => axiom.key === SORRY)),
  );
  const holesOf = gathered(graph.needs, (declared) => (isHoled(subject, declared) ? [declared] : []));
  return (declared) => ({
    axioms: [...axiomsOf(declared)].filter((key) => key !== SORRY).map((key) => names.get(key)!),
    holes: [...holesOf(declared)],
    importedHoles: [...importedHolesOf(declared)],
  });
}

/** Whether it has a `sorry` in itself, or in what Lean took out of it and gave a name. */
export function isHoled({ roles, hasSorry }: Subject, declared: Declared): boolean {
  return roles.of(declared) !== 'auxiliary' && hasSorry(declared);
}

/**
 * How many times `sorry` stands in a declaration and in what Lean took out of it, each shared term counted at each
 * place. What a filled hole must make less.
 */
export function sorryCount({ module, roles }: Subject, declared: Declared): number {
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
