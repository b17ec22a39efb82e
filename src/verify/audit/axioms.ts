/** On which axioms the declarations of a compiled module rest, and through whose `sorry`. */
import { childrenOf, reachable, type Declared } from './compiled-module.ts';
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
  return (declared) => {
    const rests = subject.graph.restsOn(declared);
    const axioms = new Map<string, LeanName>();
    const importedHoles: string[] = [];
    for (const each of rests.own) if (each.kind === 'axiom') axioms.set(each.name.key, each.name);
    for (const key of rests.imported) {
      for (const axiom of imported.get(key) ?? []) {
        axioms.set(axiom.key, axiom);
        if (axiom.key === SORRY && key !== SORRY) importedHoles.push(key);
      }
    }
    axioms.delete(SORRY);
    const holes = [...rests.own].filter((each) => isHoled(subject, each));
    return { axioms: [...axioms.values()], holes, importedHoles };
  };
}

/** Whether it has a `sorry` in itself, or in what Lean took out of it and gave a name. */
export function isHoled({ module, graph, roles }: Subject, declared: Declared): boolean {
  if (roles.of(declared) === 'auxiliary') return false;
  const seen = new Set([declared]);
  for (const each of seen) {
    for (const key of graph.uses(each)) {
      if (key === SORRY) return true;
      const other = module.byKey.get(key);
      if (other !== undefined && roles.of(other) === 'auxiliary') seen.add(other);
    }
  }
  return false;
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
    const total = ofExpr(each.type) + ('value' in each ? ofExpr(each.value) : 0);
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
