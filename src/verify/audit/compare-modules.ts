/** Whether a compiled module declares what the original declares, and nothing else. */
import { canonical, Canon } from './canonical.ts';
import type { CompiledModule, Declared } from './compiled-module.ts';
import { explicitText } from './explicit-text.ts';
import { isFilledIn, type Side } from './filled-definition.ts';
import { type LeanName, nameOf, RECURSIVE_BODY, shownName } from './lean-name.ts';
import type { Role } from './roles.ts';
import type { Subject } from './subject.ts';
import type { Finding, FindingRule } from '../verdict.ts';

export interface Comparison {
  original: Subject;
  candidate: Subject;
  /** Keys of declarations with a hole of their own in the original: there, and nowhere else, their values may change. */
  open: ReadonlySet<string>;
  /** Whether a declaration that the original does not have may be there. */
  isWelcome: (name: LeanName) => boolean;
}

/** One finding a declaration, the gravest; the original's declarations first, in their order. */
export function compareModules({ original, candidate, open, isWelcome }: Comparison): Finding[] {
  const canon = new Canon();
  const before = { ...original, canonical: canonical(original, canon) };
  const after = { ...candidate, canonical: canonical(candidate, canon) };
  const findings = compareImports(original.module, candidate.module);
  for (const name of candidate.module.twice) findings.push(finding('twice', name, 'is declared more than once'));
  for (const declared of original.module.declarations) {
    if (original.roles.of(declared) !== 'own') continue;
    const found = compareDeclaration(before, after, declared, open.has(declared.name.key));
    if (found !== null) findings.push(found);
  }
  for (const declared of candidate.module.declarations) {
    const was = original.module.byKey.get(declared.name.key);
    if (was !== undefined && original.roles.of(was) === 'own') continue;
    const isOk = isWelcome(declared.name) && !isDefaultOf(original, declared.name);
    const found = judgeNew(declared, candidate.roles.of(declared), isOk);
    if (found !== null) findings.push(found);
  }
  return findings;
}

/** A default changes a structure, though it is a declaration of its own: `S.x._default`. */
function isDefaultOf({ module }: Subject, { parts }: LeanName): boolean {
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

function compareDeclaration(before: Side, after: Side, was: Declared, isOpen: boolean): Finding | null {
  const is = after.module.byKey.get(was.name.key);
  const say = (rule: FindingRule, what: string): Finding => finding(rule, was.name, what);
  if (is === undefined) return say('missing', 'is not there any more');
  if (is.kind !== was.kind) return say('kind', `was ${withArticle(was)} and is ${withArticle(is)}`);
  if (is.safety !== was.safety) return say('unsafe', `was ${was.safety} and is ${is.safety}`);
  if (keys(is.levelParams) !== keys(was.levelParams)) return say('universes', 'has other universe parameters');
  if (after.canonical.expr(is.type) !== before.canonical.expr(was.type)) {
    const texts = [explicitText(before.module, was.type), explicitText(after.module, is.type)];
    return say('type', `states something else; it stated\n  ${texts[0]}\nand states\n  ${texts[1]}`);
  }
  if (is.kind === 'inductive' && was.kind === 'inductive') {
    return sameInductive(before, after, was, is) ? null : say('type', 'has other constructors');
  }
  if (was.kind === 'theorem' || !('value' in was) || !('value' in is)) return null;
  if (was.kind === 'def' && is.kind === 'def' && unfolding(is) !== unfolding(was))
    return say('value', `is unfolded otherwise; it was ${unfolding(was)} and is ${unfolding(is)}`);
  const isSame = isOpen
    ? isFilledIn(before, was.value, after, is.value)
    : after.canonical.expr(is.value) === before.canonical.expr(was.value);
  if (isSame) return null;
  const texts = [explicitText(before.module, was.value), explicitText(after.module, is.value)];
  // A definition that became recursive, say, is compiled in another way: that cannot be told from a change.
  const beside = isOpen ? ', as far as can be told, beside its holes' : '';
  return say('value', `means something else${beside}; it was\n  ${texts[0]}\nand is\n  ${texts[1]}`);
}

/** How readily Lean unfolds a definition; the height of a regular one follows from its value. */
function unfolding({ hints }: Extract<Declared, { kind: 'def' }>): string {
  return hints === 'o' ? 'opaque' : hints === 'a' ? 'an abbreviation' : 'regular';
}

type Inductive = Extract<Declared, { kind: 'inductive' }>;

function sameInductive(before: Side, after: Side, was: Inductive, is: Inductive): boolean {
  if (is.parameters !== was.parameters || keys(is.all) !== keys(was.all)) return false;
  if (keys(is.constructors) !== keys(was.constructors)) return false;
  return was.constructors.every(({ key }) => {
    const [old, now] = [before.module.byKey.get(key), after.module.byKey.get(key)];
    if (old === undefined || now === undefined) return false;
    return before.canonical.expr(old.type) === after.canonical.expr(now.type);
  });
}

/**
 * What the original does not declare by that name. Let through are what Lean made along with a proof, the outputs of its
 * code generator, and what a proof declares for itself (`isWelcome`): the kernel judges it, and it is held to the same
 * axioms as the rest.
 */
function judgeNew(declared: Declared, role: Role, isWelcome: boolean): Finding | null {
  const { kind, name, safety } = declared;
  if (role === 'part' || role === 'code' || role === 'auxiliary') return null;
  if (kind === 'axiom') return finding('axiom', name, 'is an axiom that the original does not have');
  // Lean made it of a helper, which the kernel judges.
  if (isWelcome && safety !== 'safe' && name.parts.at(-1) === RECURSIVE_BODY) return null;
  if (safety !== 'safe') return finding('unsafe', name, `is new, and ${safety}`);
  return isWelcome ? null : finding('new', name, `is ${withArticle(declared)} that the original does not have`);
}

const keys = (names: readonly LeanName[]): string => names.map(({ key }) => key).join(' ');

function withArticle({ kind }: Declared): string {
  const word = kind === 'def' ? 'definition' : kind === 'inductive' ? 'inductive type' : kind;
  return kind === 'opaque' ? 'an opaque constant' : `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
