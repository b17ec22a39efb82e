/**
 * Matches names that macros generate. Lean numbers them by the macros that ran before (`claim._@.Module._hyg.42`), so an
 * honest proof changes the numbers of later declarations. The declarations themselves stay the same, in the same order.
 */
import { getOrAdd } from '../../base/memoize.ts';
import type { CompiledModule, Declared } from './compiled-module.ts';
import { type LeanName, type NamePart, nameOf } from './lean-name.ts';

/** The numbers that one macro expansion put into a name. */
type Scope = readonly number[];

const MARK = '_hyg';

/**
 * The components of a name with each scope as one component; null for a name without scopes. A name may have several:
 * `S._@.M._hyg.3.x._@.M._hyg.3` is a field of a structure that a macro generated.
 */
function hygieneOf({ parts }: LeanName): (NamePart | Scope)[] | null {
  const found: (NamePart | Scope)[] = [];
  let isHygienic = false;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    found.push(part);
    if (part !== MARK || !parts.slice(0, at).includes('_@')) continue;
    let end = at + 1;
    while (typeof parts[end] === 'number') end++;
    if (end === at + 1) continue;
    found.push(parts.slice(at + 1, end) as number[]);
    isHygienic = true;
    at = end - 1;
  }
  return isHygienic ? found : null;
}

const isScope = (part: NamePart | Scope): part is Scope => typeof part === 'object';

const withoutScope = (part: NamePart | Scope): NamePart => (isScope(part) ? 0 : part);

/**
 * Renames the hygienic declarations of `candidate` to those of `original` at the same position in the order. A name without
 * a counterpart is unchanged. The module's tables, the input of the kernel check, keep the compiled names.
 */
export function alignHygienicNames(original: CompiledModule, candidate: CompiledModule): CompiledModule {
  const counterparts = scopeCounterparts(original, candidate);
  if (counterparts.size === 0) return candidate;
  const renamed = new Map<string, LeanName>();
  for (const { name } of candidate.declarations) {
    const hygiene = hygieneOf(name);
    if (hygiene === null) continue;
    const counterpart = nameOf(
      hygiene.flatMap((part): readonly NamePart[] =>
        isScope(part) ? (counterparts.get(part.join('.')) ?? part) : [part],
      ),
    );
    if (original.byKey.has(counterpart.key)) renamed.set(name.key, counterpart);
  }
  return renamedModule(candidate, (name) => renamed.get(name.key) ?? name);
}

/** For each scope of `candidate` that contains a declaration, the matching scope of `original`. */
function scopeCounterparts(original: CompiledModule, candidate: CompiledModule): Map<string, Scope> {
  const families = scopesByFamily(original);
  const counterparts = new Map<string, Scope>();
  for (const [family, members] of scopesByFamily(candidate)) {
    const known = families.get(family) ?? [];
    for (const [at, scopes] of members.entries()) {
      for (const [index, scope] of scopes.entries()) {
        const counterpart = known[at]?.[index];
        const key = scope.join('.');
        if (counterpart !== undefined && !counterparts.has(key)) counterparts.set(key, counterpart);
      }
    }
  }
  return counterparts;
}

/** The scopes of the declarations with a source position, grouped by the name without scopes, in file order. */
function scopesByFamily(module: CompiledModule): Map<string, Scope[][]> {
  const families = new Map<string, Scope[][]>();
  for (const { name } of module.declarations) {
    const hygiene = module.ranges.has(name.key) ? hygieneOf(name) : null;
    if (hygiene === null) continue;
    const family = nameOf(hygiene.map(withoutScope)).key;
    getOrAdd(families, family, () => []).push(hygiene.filter(isScope));
  }
  for (const members of families.values()) members.sort((a, b) => compareNumbers(a.flat(), b.flat()));
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
  const duplicates: LeanName[] = [];
  for (const declared of declarations) {
    if (byKey.has(declared.name.key)) duplicates.push(declared.name);
    else byKey.set(declared.name.key, declared);
  }
  const names = new Map(module.names.map((name) => [name.key, rename(name).key]));
  return {
    ...module,
    names: module.names.map(rename),
    declarations,
    byKey,
    duplicates,
    ranges: new Map([...module.ranges].map(([key, range]) => [names.get(key) ?? key, range])),
  };
}

function renamedDeclaration(declared: Declared, rename: (name: LeanName) => LeanName): Declared {
  const name = rename(declared.name);
  if (declared.kind === 'inductive')
    return { ...declared, name, all: declared.all.map(rename), constructors: declared.constructors.map(rename) };
  if (declared.kind === 'constructor') return { ...declared, name, inductive: rename(declared.inductive) };
  // The kernel's answers are stored by declaration object: an unchanged declaration must remain the same object.
  return name === declared.name ? declared : { ...declared, name };
}
