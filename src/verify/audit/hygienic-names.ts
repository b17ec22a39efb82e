/**
 * Names that macros make. Lean numbers them by the macros that ran before (`claim._@.Module._hyg.42`), so an honest proof
 * further up changes the numbers of what stands below. The declarations are then the same in the same order.
 */
import type { CompiledModule, Declared } from './compiled-module.ts';
import { type LeanName, type NamePart, nameOf } from './lean-name.ts';

/** Where the numbers of a hygienic name stand: the name is `before`, then the numbers, then `behind`. */
interface Hygiene {
  before: readonly NamePart[];
  numbers: readonly number[];
  behind: readonly NamePart[];
}

const MARK = '_hyg';

function hygieneOf({ parts }: LeanName): Hygiene | null {
  const mark = parts.indexOf('_@') < 0 ? -1 : parts.indexOf(MARK, parts.indexOf('_@'));
  if (mark < 0) return null;
  let end = mark + 1;
  while (typeof parts[end] === 'number') end++;
  const numbers = parts.slice(mark + 1, end) as number[];
  return numbers.length === 0 ? null : { before: parts.slice(0, mark + 1), numbers, behind: parts.slice(end) };
}

/**
 * `candidate` with its hygienic declarations named as those of `original` that stand in the same place of the order. A
 * name without a counterpart keeps its own. The tables of the module, from which the
 * kernel is asked, keep the names that were compiled.
 */
export function withNamesOf(original: CompiledModule, candidate: CompiledModule): CompiledModule {
  const counterparts = scopeCounterparts(original, candidate);
  if (counterparts.size === 0) return candidate;
  const renamed = new Map<string, LeanName>();
  for (const { name } of candidate.declarations) {
    const hygiene = hygieneOf(name);
    const numbers = hygiene && counterparts.get(hygiene.numbers.join('.'));
    if (hygiene === null || numbers === null || numbers === undefined) continue;
    const counterpart = nameOf([...hygiene.before, ...numbers, ...hygiene.behind]);
    if (original.byKey.has(counterpart.key)) renamed.set(name.key, counterpart);
  }
  return renamedModule(candidate, (name) => renamed.get(name.key) ?? name);
}

/** For the numbers of each macro run of `candidate` that declared something, those of its counterpart. */
function scopeCounterparts(original: CompiledModule, candidate: CompiledModule): Map<string, readonly number[]> {
  const families = scopesByFamily(original);
  const counterparts = new Map<string, readonly number[]>();
  for (const [family, scopes] of scopesByFamily(candidate)) {
    const known = families.get(family) ?? [];
    for (const [at, numbers] of scopes.entries()) {
      const counterpart = known[at];
      const key = numbers.join('.');
      if (counterpart !== undefined && !counterparts.has(key)) counterparts.set(key, counterpart);
    }
  }
  return counterparts;
}

/** The numbers of the declarations that stand in the source, by what else their names say, in the order of the file. */
function scopesByFamily(module: CompiledModule): Map<string, (readonly number[])[]> {
  const families = new Map<string, (readonly number[])[]>();
  for (const { name } of module.declarations) {
    const hygiene = module.ranges.has(name.key) ? hygieneOf(name) : null;
    if (hygiene === null) continue;
    const family = nameOf([...hygiene.before, 0, ...hygiene.behind]).key;
    families.set(family, [...(families.get(family) ?? []), hygiene.numbers]);
  }
  for (const scopes of families.values()) scopes.sort(compareNumbers);
  return families;
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? -1) - (b[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function renamedModule(module: CompiledModule, rename: (name: LeanName) => LeanName): CompiledModule {
  const declarations = module.declarations.map((declared) => renamedDeclaration(declared, rename));
  const byKey = new Map<string, Declared>();
  const twice: LeanName[] = [];
  for (const declared of declarations) {
    if (byKey.has(declared.name.key)) twice.push(declared.name);
    else byKey.set(declared.name.key, declared);
  }
  const names = new Map(module.names.map((name) => [name.key, rename(name).key]));
  return {
    ...module,
    names: module.names.map(rename),
    declarations,
    byKey,
    twice,
    ranges: new Map([...module.ranges].map(([key, range]) => [names.get(key) ?? key, range])),
  };
}

function renamedDeclaration(declared: Declared, rename: (name: LeanName) => LeanName): Declared {
  const name = rename(declared.name);
  if (declared.kind === 'inductive')
    return { ...declared, name, all: declared.all.map(rename), constructors: declared.constructors.map(rename) };
  if (declared.kind === 'constructor') return { ...declared, name, inductive: rename(declared.inductive) };
  return { ...declared, name };
}
