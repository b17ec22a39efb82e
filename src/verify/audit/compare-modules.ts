/** Checks that a compiled module declares the same as the original, and nothing else. */
import { canonical, Interner } from './canonical.ts';
import type { CompiledModule, Declared } from './compiled-module.ts';
import { explicitText } from './explicit-text.ts';
import { differsOnlyInHoles, type Side } from './filled-definition.ts';
import { type LeanName, nameOf, type NamePart, RECURSIVE_BODY, shownName } from './lean-name.ts';
import type { Role } from './roles.ts';
import type { Subject } from './subject.ts';
import type { Finding, FindingRule } from '../verdict.ts';

export interface Comparison {
  original: Subject;
  candidate: Subject;
  /** Keys of the original's declarations with holes. Only their values may change, and only in the holes. */
  holed: ReadonlySet<string>;
  /** Whether the candidate may have a declaration that the original does not have. */
  mayBeNew: (name: LeanName) => boolean;
}

/** The most severe finding of each declaration: first those of the original, in order, then the new ones. */
export function compareModules({ original, candidate, holed, mayBeNew }: Comparison): Finding[] {
  const interner = new Interner();
  const before = { ...original, canonical: canonical(original, interner) };
  const after = { ...candidate, canonical: canonical(candidate, interner) };
  const findings = compareImports(original.module, candidate.module);
  for (const name of candidate.module.duplicates) findings.push(finding('twice', name, 'is declared more than once'));
  for (const declared of original.module.declarations) {
    if (original.roles.of(declared) !== 'own') continue;
    const found = compareDeclaration(before, after, declared, holed.has(declared.name.key));
    if (found !== null) findings.push(found);
  }
  for (const declared of candidate.module.declarations) {
    const was = original.module.byKey.get(declared.name.key);
    if (was !== undefined && original.roles.of(was) === 'own') continue;
    const isAllowed = mayBeNew(declared.name) && !isFieldDefault(original, declared.name);
    const found = checkNew(declared, candidate.roles.of(declared), isAllowed);
    if (found !== null) findings.push(found);
  }
  return findings;
}

/** The default of a field, `S.x._default`, is a separate declaration, but it changes the structure. */
function isFieldDefault({ module }: Subject, { parts }: LeanName): boolean {
  const isDefault = /^_(?:inherited_)?default$/.test(String(parts.at(-1)));
  return isDefault && module.byKey.has(nameOf(parts.slice(0, -2)).key);
}

const finding = (rule: FindingRule, name: LeanName, what: string): Finding => {
  const shown = shownName(name);
  return { rule, name: shown, detail: `'${shown}' ${what}` };
};

function compareImports(original: CompiledModule, candidate: CompiledModule): Finding[] {
  const [before, after] = [original, candidate].map(({ imports }) => new Set(imports.map(({ key }) => key)));
  const isSame = before?.size === after?.size && original.imports.every(({ key }) => after?.has(key) === true);
  if (isSame) return [];
  const more = candidate.imports.find(({ key }) => before?.has(key) !== true);
  const fewer = original.imports.find(({ key }) => after?.has(key) !== true);
  const what = more === undefined ? `no longer imports ${fewer ? shownName(fewer) : ''}` : `imports ${shownName(more)}`;
  return [{ rule: 'imports', name: null, detail: `the file ${what}` }];
}

function compareDeclaration(before: Side, after: Side, was: Declared, hasHole: boolean): Finding | null {
  const is = after.module.byKey.get(was.name.key);
  const fault = (rule: FindingRule, what: string): Finding => finding(rule, was.name, what);
  if (is === undefined) return fault('missing', 'is missing');
  if (is.kind !== was.kind) return fault('kind', `was ${withArticle(was)} and is ${withArticle(is)}`);
  if (is.safety !== was.safety) return fault('unsafe', `was ${was.safety} and is ${is.safety}`);
  if (keys(is.levelParams) !== keys(was.levelParams)) return fault('universes', 'has different universe parameters');
  if (after.canonical.expr(is.type) !== before.canonical.expr(was.type)) {
    const texts = [explicitText(before.module, was.type), explicitText(after.module, is.type)];
    return fault('type', `has a different statement; it was\n  ${texts[0]}\nand is\n  ${texts[1]}`);
  }
  if (is.kind === 'inductive' && was.kind === 'inductive') {
    return isSameInductive(before, after, was, is) ? null : fault('type', 'has different constructors');
  }
  if (was.kind === 'theorem' || !('value' in was) || !('value' in is)) return null;
  if (was.kind === 'def' && is.kind === 'def' && unfolding(is) !== unfolding(was))
    return fault('value', `is unfolded differently; it was ${unfolding(was)} and is ${unfolding(is)}`);
  const isSame = hasHole
    ? differsOnlyInHoles(before, was.value, after, is.value)
    : after.canonical.expr(is.value) === before.canonical.expr(was.value);
  if (isSame) return null;
  const texts = [explicitText(before.module, was.value), explicitText(after.module, is.value)];
  // For example, a definition that became recursive is compiled differently, which looks like a change.
  const outside = hasHole ? ' outside its holes, as far as the audit can compare them' : '';
  return fault('value', `has a different value${outside}; it was\n  ${texts[0]}\nand is\n  ${texts[1]}`);
}

/** When Lean unfolds a definition. The height of a regular one is not compared: it follows from the value. */
function unfolding({ hints }: Extract<Declared, { kind: 'def' }>): string {
  return hints === 'o' ? 'opaque' : hints === 'a' ? 'an abbreviation' : 'regular';
}

type Inductive = Extract<Declared, { kind: 'inductive' }>;

function isSameInductive(before: Side, after: Side, was: Inductive, is: Inductive): boolean {
  if (is.parameters !== was.parameters || keys(is.all) !== keys(was.all)) return false;
  if (keys(is.constructors) !== keys(was.constructors)) return false;
  return was.constructors.every(({ key }) => {
    const [old, now] = [before.module.byKey.get(key), after.module.byKey.get(key)];
    if (old === undefined || now === undefined) return false;
    if (fieldNames(before, was, old) !== fieldNames(after, is, now)) return false;
    return before.canonical.expr(old.type) === after.canonical.expr(now.type);
  });
}

/**
 * The names of the arguments that are fields, which have a projection function. Lean of 2021 records only in these names
 * which fields are parents of the structure: `_toA` is one, `toA` is not.
 */
function fieldNames({ module }: Side, { name: { parts } }: Declared, constructor: Declared): string {
  const names: NamePart[] = [];
  for (let node = module.exprs[constructor.type]; node?.kind === 'pi'; node = module.exprs[node.body]) {
    const [name = ''] = module.names[node.name]!.parts;
    const isField = module.byKey.has(nameOf([...parts, String(name).replace(/^_/, '')]).key);
    names.push(isField ? name : '');
  }
  return names.join(' ');
}

/**
 * Checks a declaration that the original does not have. Allowed are auxiliary declarations that Lean made, the output of
 * its code generator, and a proof's own helpers (`isAllowed`): the kernel checks them, and the same axiom rules apply.
 */
function checkNew(declared: Declared, role: Role, isAllowed: boolean): Finding | null {
  const { kind, name, safety } = declared;
  if (role === 'part' || role === 'code' || role === 'auxiliary') return null;
  if (kind === 'axiom') return finding('axiom', name, 'is an axiom that the original does not have');
  // Lean made it from a helper, which the kernel checks.
  if (isAllowed && safety !== 'safe' && name.parts.at(-1) === RECURSIVE_BODY) return null;
  if (safety !== 'safe') return finding('unsafe', name, `is new and ${safety}`);
  return isAllowed ? null : finding('new', name, `is ${withArticle(declared)} that the original does not have`);
}

const keys = (names: readonly LeanName[]): string => names.map(({ key }) => key).join(' ');

function withArticle({ kind }: Declared): string {
  const word = kind === 'def' ? 'definition' : kind === 'inductive' ? 'inductive type' : kind;
  return kind === 'opaque' ? 'an opaque constant' : `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
