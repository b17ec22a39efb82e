/**
 * Whether a module keeps beside its declarations what the original keeps: attributes, instances, syntax. What Lean stores
 * for itself, such as places in the source or compiled code, is not compared.
 */
import { isHoled } from './axioms.ts';
import { Canon } from './canonical.ts';
import { type CompiledModule, type Declared, type ExprNode, NotAnExport } from './compiled-module.ts';
import type { LeanGeneration } from '../../lean/toolchain/toolchain.ts';
import { isCodeName, type LeanName, nameOf, type NamePart, shownName } from './lean-name.ts';
import { readStoredEntries, type StoredEntries, type StoredEntry } from './stored-entries.ts';
import type { Subject } from './subject.ts';
import type { Finding } from '../verdict.ts';

export interface EntryComparison {
  /** Differences that change what the declarations are. */
  findings: Finding[];
  /** Extensions that differ and that nobody has looked at: what their entries mean is not known. */
  unknown: string[];
}

interface Side {
  subject: Subject;
  olean: Buffer;
}

/** What Lean of 2021 keeps for itself: places, docstrings, compiled code, and lists that follow from the declarations. */
const KEPT_FOR_ITSELF = new Set(
  (
    'declranges namespaces docstring moduleDoc IRDecls unreachBranchesFunSummary closedTermCache specialize matcher ' +
    'blackListCompletion auxRec noConf projinfo'
  ).split(' '),
);

/** Where Lean of 2021 keeps compiled code. What the code is follows from the declaration; whether there is any does not. */
const CODE = 'IRDecls';

/**
 * In a current Lean, names of extensions in which attributes and commands store what a user wrote: read from its sources,
 * not seen at work. Of its other extensions a difference is only told.
 */
const COMPARED_NOW =
  /(?:Attrs?|Attribute|simpExtension|[iI]nstanceExtension|classExtension|reducibilityCore|reducibilityExtra|protectedExt|noncomputableExt|CSimp\.ext|aliasExtension|parserExtension)$/;

/** What a helper may have of its own: how readily it is unfolded and rewritten with, and how its name is written. */
const FOR_HELPERS =
  /^(?:inlineAttrs|specializeAttrs|reducibility|protected|simpExt|classExt|.*(?:inlineAttrs|specializeAttrs?|reducibilityCore|protectedExt|noncomputableExt|simpExtension|classExtension))$/;

/** An instance is looked for wherever its class is, so that a helper may have only one of its own class, or for a type of its own. */
const INSTANCES = /^(?:instanceExt|defaultInstanceExt|.*[iI]nstanceExtension)$/;

/**
 * @param isWelcome whether a declaration that the original does not have may be there.
 * @throws {NotAnExport} where one of the files is no compiled module of a Lean of 2021.
 */
export function compareEntries(
  original: Side,
  candidate: Side,
  generation: LeanGeneration,
  isWelcome: (name: LeanName) => boolean,
): EntryComparison {
  const result: EntryComparison = { findings: [], unknown: [] };
  const canon = new Canon();
  const [before, after] = [original, candidate].map(({ olean }) => entriesOf(olean, canon, generation));
  if (!before || !after) return { findings: [], unknown: ['all of them'] };
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const extension = (JSON.parse(key) as NamePart[]).join('.');
    if (KEPT_FOR_ITSELF.has(extension)) continue;
    const lost = without(before, after, key).filter((entry) => !isMade(original.subject, candidate.subject, entry));
    const added = without(after, before, key).filter(
      (entry) => !isMade(candidate.subject, original.subject, entry) && !isOfHelper(extension, entry),
    );
    if (lost.length + added.length === 0) continue;
    if (generation !== '2021' && !COMPARED_NOW.test(extension)) result.unknown.push(extension);
    else result.findings.push(...findingsOf(extension, lost, added));
  }
  result.findings.push(...compiledOtherwise(before, after));
  return result;

  /**
   * Definitions that only one side marks as `noncomputable`: nothing else is recorded of that. A hole may keep Lean from
   * compiling a definition, but no filling does. Macros number their names again on each side.
   */
  function compiledOtherwise(one: StoredEntries, other: StoredEntries): Finding[] {
    const key = nameOf([CODE]).key;
    const compiled = (entries: StoredEntries): Set<string> =>
      new Set((entries.get(key) ?? []).flatMap(({ subject }) => subject?.key ?? []));
    const [was, is] = [compiled(one), compiled(other)];
    return original.subject.module.declarations
      .filter((declared) => original.subject.roles.of(declared) === 'own' && !declared.name.parts.includes('_hyg'))
      .filter(({ name }) => candidate.subject.module.byKey.has(name.key) && was.has(name.key) !== is.has(name.key))
      .filter((declared) => was.has(declared.name.key) || !isHoled(original.subject, declared))
      .map(({ name }) => {
        const detail = `'${shownName(name)}' is ${is.has(name.key) ? 'compiled' : 'not compiled'}, other than in the original`;
        return { rule: 'attribute', name: shownName(name), detail };
      });
  }

  function isOfHelper(extension: string, { subject }: StoredEntry): boolean {
    const helper = (name: LeanName): Declared | undefined =>
      original.subject.module.byKey.has(name.key) || !isWelcome(name)
        ? undefined
        : candidate.subject.module.byKey.get(name.key);
    const isOwnType = (name: LeanName): boolean => helper(name)?.kind === 'inductive';
    if (subject === null || helper(subject) === undefined) return false;
    if (FOR_HELPERS.test(extension)) return true;
    return INSTANCES.test(extension) && classAndFirst(candidate.subject.module, helper(subject)!).some(isOwnType);
  }
}

/**
 * The class of an instance, and what heads its first argument. A later argument may be an output: an instance of
 * `HAdd Nat Nat T` would give every sum of numbers the type `T`.
 */
function classAndFirst({ exprs, names }: CompiledModule, instance: Declared): LeanName[] {
  let at = exprs[instance.type];
  while (at?.kind === 'pi') at = exprs[at.body];
  let first: ExprNode | undefined;
  for (; at?.kind === 'app'; at = exprs[at.fn]) first = exprs[at.arg];
  while (first?.kind === 'app') first = exprs[first.fn];
  return [at, first].flatMap((node) => (node?.kind === 'const' ? (names[node.name] ?? []) : []));
}

/** Null where a current Lean stores them in a form that this reader does not know. */
function entriesOf(olean: Buffer, canon: Canon, generation: LeanGeneration): StoredEntries | null {
  try {
    return readStoredEntries(olean, canon);
  } catch (error) {
    if (error instanceof NotAnExport && generation !== '2021') return null;
    throw error;
  }
}

/** Entries of `some` that `others` lack, each counted as often as it stands there. */
function without(some: StoredEntries, others: StoredEntries, key: string): StoredEntry[] {
  const left = new Map<number, number>();
  for (const { content } of others.get(key) ?? []) left.set(content, (left.get(content) ?? 0) + 1);
  return (some.get(key) ?? []).filter(({ content }) => {
    const count = left.get(content) ?? 0;
    left.set(content, count - 1);
    return count <= 0;
  });
}

/** Whether the entry is about something that Lean made along with another declaration, and only in this module. */
function isMade({ module, roles }: Subject, other: Subject, { subject }: StoredEntry): boolean {
  if (subject === null || other.module.byKey.has(subject.key)) return false;
  const declared = module.byKey.get(subject.key);
  if (declared === undefined) return isCodeName(subject);
  return roles.of(declared) === 'auxiliary' || roles.of(declared) === 'code';
}

function findingsOf(extension: string, lost: readonly StoredEntry[], added: readonly StoredEntry[]): Finding[] {
  const say = (entry: StoredEntry, what: string): Finding => {
    const name = entry.subject ?? entry.names()[0] ?? null;
    const shown = name && shownName(name);
    return { rule: 'attribute', name: shown, detail: `${shown === null ? 'the file' : `'${shown}'`} ${what}` };
  };
  const findings = [
    ...lost.map((entry) => say(entry, `lost what the original gives it in ${extension}`)),
    ...added.map((entry) => say(entry, `has in ${extension} what the original does not give it`)),
  ];
  return [...new Map(findings.map((finding) => [finding.detail, finding])).values()];
}
