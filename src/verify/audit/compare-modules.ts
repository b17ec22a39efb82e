/** Whether a compiled module declares what the original declares, and nothing else. */
import { canonical, Canon } from './canonical.ts';
import type { CompiledModule, Declared } from './compiled-module.ts';
import { explicitText } from './explicit-text.ts';
import { isFilledIn, type Side } from './filled-definition.ts';
import { isCompilerArtefact, isUnder, type LeanName, shownName } from './lean-name.ts';
import type { Finding, FindingRule } from '../verdict.ts';

export interface Comparison {
  original: CompiledModule;
  candidate: CompiledModule;
  /** Keys of declarations with a hole of their own in the original: there, and nowhere else, their values may change. */
  open: ReadonlySet<string>;
  allowNew: boolean;
}

/** One finding a declaration, the gravest; the original's declarations first, in their order. */
export function compareModules({ original, candidate, open, allowNew }: Comparison): Finding[] {
  const canon = new Canon();
  const written = new Set(original.ranges.keys());
  const before = { module: original, canonical: canonical(original, canon, written) };
  const after = { module: candidate, canonical: canonical(candidate, canon, written) };
  const findings = compareImports(original, candidate);
  for (const name of candidate.twice) findings.push(finding('twice', name, 'is declared more than once'));
  for (const declared of original.declarations) {
    if (before.canonical.isMadeUp(declared) || isPart(declared)) continue;
    const found = compareDeclaration(before, after, declared, open.has(declared.name.key));
    if (found !== null) findings.push(found);
  }
  const filled = original.declarations.filter(({ name }) => open.has(name.key));
  for (const declared of candidate.declarations) {
    if (isPart(declared) || isKnown(before, after, declared)) continue;
    const isWelcome = allowNew || filled.some(({ name }) => isUnder(declared.name, name));
    const found = judgeNew(declared, after.canonical.isMadeUp(declared), isWelcome);
    if (found !== null) findings.push(found);
  }
  return findings;
}

const finding = (rule: FindingRule, name: LeanName, what: string): Finding => {
  const shown = shownName(name);
  return { rule, name: shown, detail: `'${shown}' ${what}` };
};

/** Constructors and recursors are part of their type: the kernel makes them of it. */
const isPart = ({ kind }: Declared): boolean => kind === 'constructor' || kind === 'recursor' || kind === 'quot';

/** Whether the original has it too. Of what Lean made up under a name that says little, only an axiom is looked for. */
function isKnown(before: Side, after: Side, declared: Declared): boolean {
  const was = before.module.byKey.get(declared.name.key);
  if (was === undefined || !after.canonical.isMadeUp(declared)) return was !== undefined;
  const isAxiom = was.kind === 'axiom' && declared.kind === 'axiom';
  return isAxiom && before.canonical.expr(was.type) === after.canonical.expr(declared.type);
}

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
  // Beside a definition that is compiled anew, what the code generator leaves differs.
  if (isCompilerArtefact(was.name)) return null;
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
  const isSame = isOpen
    ? isFilledIn(before, was.value, after, is.value)
    : after.canonical.expr(is.value) === before.canonical.expr(was.value);
  if (isSame) return null;
  const texts = [explicitText(before.module, was.value), explicitText(after.module, is.value)];
  // A definition that became recursive, say, is compiled in another way: that cannot be told from a change.
  const beside = isOpen ? ', as far as can be told, beside its holes' : '';
  return say('value', `means something else${beside}; it was\n  ${texts[0]}\nand is\n  ${texts[1]}`);
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
 * What the original does not have. What Lean made up along with a proof is let through, and what a proof declares for
 * itself (`isWelcome`), as far as the kernel can judge it: it is held to the same axioms as the rest.
 */
function judgeNew(declared: Declared, isMadeUp: boolean, isWelcome: boolean): Finding | null {
  const { kind, name, safety } = declared;
  if (kind === 'axiom') return finding('axiom', name, 'is an axiom that the original does not have');
  if (safety !== 'safe') {
    if (isMadeUp && isCompilerArtefact(name)) return null;
    return finding('unsafe', name, `is new, and ${safety}`);
  }
  // Opaque is what `deriving` makes of mutual types, in helpers of its own that are partial.
  if (isMadeUp && (kind === 'theorem' || kind === 'def' || kind === 'opaque')) return null;
  return isWelcome ? null : finding('new', name, `is ${withArticle(declared)} that the original does not have`);
}

const keys = (names: readonly LeanName[]): string => names.map(({ key }) => key).join(' ');

function withArticle({ kind }: Declared): string {
  const word = kind === 'def' ? 'definition' : kind === 'inductive' ? 'inductive type' : kind;
  return kind === 'opaque' ? 'an opaque constant' : `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
