/**
 * Compares the entries that two modules store next to their declarations: attributes, instances, syntax. Lean's internal
 * data, such as source positions and compiled code, is not compared.
 */
import { hasHole } from './axioms.ts';
import { Interner } from './canonical.ts';
import { type CompiledModule, type Declared, type ExprNode, NotAnExport } from './compiled-module.ts';
import type { LeanGeneration } from '../../lean/toolchain/toolchain.ts';
import { type LeanName, nameOf, type NamePart, shownName } from './lean-name.ts';
import { readStoredEntries, type StoredEntries, type StoredEntry } from './stored-entries.ts';
import type { Subject } from './subject.ts';
import type { Finding } from '../verdict.ts';

export interface EntryComparison {
  /** Differences that affect the declarations. */
  findings: Finding[];
  /** Extensions that differ and whose entries have an unknown meaning. */
  unknown: string[];
}

interface Side {
  subject: Subject;
  olean: Buffer;
}

/** Internal data of Lean of 2021: positions, docstrings, compiled code, and lists that follow from the declarations. */
const INTERNAL_EXTENSIONS = new Set(
  (
    'declranges namespaces docstring moduleDoc IRDecls unreachBranchesFunSummary closedTermCache specialize matcher ' +
    'blackListCompletion auxRec noConf projinfo'
  ).split(' '),
);

/** The compiled code of Lean of 2021. Its content follows from the declaration; whether it exists does not. */
const CODE = 'IRDecls';

/**
 * Extensions of a current Lean that store attributes and commands of the user, by name. The list is from Lean's source code
 * and untested. A difference in any other extension is only reported.
 */
const COMPARED_IN_CURRENT =
  /(?:Attrs?|Attribute|simpExtension|[iI]nstanceExtension|classExtension|reducibilityCore|reducibilityExtra|protectedExt|noncomputableExt|CSimp\.ext|aliasExtension|parserExtension)$/;

/** Entries that a helper may have: for unfolding, rewriting and the form of its name. */
const ALLOWED_FOR_HELPERS =
  /^(?:inlineAttrs|specializeAttrs|reducibility|protected|simpExt|classExt|.*(?:inlineAttrs|specializeAttrs?|reducibilityCore|protectedExt|noncomputableExt|simpExtension|classExtension))$/;

/** Instances apply in each use of their class, so a helper may only be one of its own class or for its own type. */
const INSTANCES = /^(?:instanceExt|defaultInstanceExt|.*[iI]nstanceExtension)$/;

/**
 * @param mayBeNew whether the candidate may have a declaration that the original does not have
 * @throws {NotAnExport} if `generation` is 2021 and one of the files is not a compiled module
 */
export function compareEntries(
  original: Side,
  candidate: Side,
  generation: LeanGeneration,
  mayBeNew: (name: LeanName) => boolean,
): EntryComparison {
  const result: EntryComparison = { findings: [], unknown: [] };
  const interner = new Interner();
  const [before, after] = [original, candidate].map(({ olean }) => entriesOf(olean, interner, generation));
  if (!before || !after) return { findings: [], unknown: ['all of them'] };
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const extension = (JSON.parse(key) as NamePart[]).join('.');
    if (INTERNAL_EXTENSIONS.has(extension)) continue;
    const lost = without(before, after, key).filter((entry) => !isDerived(original.subject, candidate.subject, entry));
    const added = without(after, before, key).filter(
      (entry) => !isDerived(candidate.subject, original.subject, entry) && !isAllowedForHelper(extension, entry),
    );
    if (lost.length + added.length === 0) continue;
    if (generation !== '2021' && !COMPARED_IN_CURRENT.test(extension)) result.unknown.push(extension);
    else result.findings.push(...findingsOf(extension, lost, added));
  }
  result.findings.push(...compilationFindings(before, after));
  return result;

  /**
   * Finds declarations that are `noncomputable` on one side only. The only record of this is the missing compiled code.
   * A hole may keep Lean from compiling a definition, but a filling does not. Names made by macros are skipped, because
   * their numbers differ between the sides.
   */
  function compilationFindings(one: StoredEntries, other: StoredEntries): Finding[] {
    const key = nameOf([CODE]).key;
    const compiled = (entries: StoredEntries): Set<string> =>
      new Set((entries.get(key) ?? []).flatMap(({ subject }) => subject?.key ?? []));
    const [was, is] = [compiled(one), compiled(other)];
    return original.subject.module.declarations
      .filter((declared) => original.subject.roles.of(declared) === 'own' && !declared.name.parts.includes('_hyg'))
      .filter(({ name }) => candidate.subject.module.byKey.has(name.key) && was.has(name.key) !== is.has(name.key))
      .filter((declared) => was.has(declared.name.key) || !hasHole(original.subject, declared))
      .map(({ name }) => {
        const detail = `'${shownName(name)}' is ${is.has(name.key) ? 'compiled' : 'not compiled'}, unlike in the original`;
        return { rule: 'attribute', name: shownName(name), detail };
      });
  }

  function isAllowedForHelper(extension: string, { subject }: StoredEntry): boolean {
    const helper = (name: LeanName): Declared | undefined =>
      original.subject.module.byKey.has(name.key) || !mayBeNew(name)
        ? undefined
        : candidate.subject.module.byKey.get(name.key);
    const isOwnType = (name: LeanName): boolean => helper(name)?.kind === 'inductive';
    if (subject === null || helper(subject) === undefined) return false;
    if (ALLOWED_FOR_HELPERS.test(extension)) return true;
    return INSTANCES.test(extension) && classAndFirstArg(candidate.subject.module, helper(subject)!).some(isOwnType);
  }
}

/**
 * The class of an instance, and the head of its first argument. A later argument may be an output: an instance of
 * `HAdd Nat Nat T` would give every sum of numbers the type `T`.
 */
function classAndFirstArg({ exprs, names }: CompiledModule, instance: Declared): LeanName[] {
  let at = exprs[instance.type];
  while (at?.kind === 'pi') at = exprs[at.body];
  let first: ExprNode | undefined;
  for (; at?.kind === 'app'; at = exprs[at.fn]) first = exprs[at.arg];
  while (first?.kind === 'app') first = exprs[first.fn];
  return [at, first].flatMap((node) => (node?.kind === 'const' ? (names[node.name] ?? []) : []));
}

/** Null if a current Lean stores them in an unknown format. */
function entriesOf(olean: Buffer, interner: Interner, generation: LeanGeneration): StoredEntries | null {
  try {
    return readStoredEntries(olean, interner);
  } catch (error) {
    if (error instanceof NotAnExport && generation !== '2021') return null;
    throw error;
  }
}

/** The entries of `some` that are not in `others`, as a multiset difference. */
function without(some: StoredEntries, others: StoredEntries, key: string): StoredEntry[] {
  const left = new Map<number, number>();
  for (const { content } of others.get(key) ?? []) left.set(content, (left.get(content) ?? 0) + 1);
  return (some.get(key) ?? []).filter(({ content }) => {
    const count = left.get(content) ?? 0;
    left.set(content, count - 1);
    return count <= 0;
  });
}

/** Whether the entry is about an auxiliary declaration, or output of the code generator, that only this module has. */
function isDerived({ module, roles }: Subject, other: Subject, { subject }: StoredEntry): boolean {
  if (subject === null || other.module.byKey.has(subject.key)) return false;
  const declared = module.byKey.get(subject.key);
  return declared !== undefined && (roles.of(declared) === 'auxiliary' || roles.of(declared) === 'code');
}

function findingsOf(extension: string, lost: readonly StoredEntry[], added: readonly StoredEntry[]): Finding[] {
  const finding = (entry: StoredEntry, what: string): Finding => {
    const name = entry.subject ?? entry.names()[0] ?? null;
    const shown = name && shownName(name);
    return { rule: 'attribute', name: shown, detail: `${shown === null ? 'the file' : `'${shown}'`} ${what}` };
  };
  const findings = [
    ...lost.map((entry) => finding(entry, `does not have the original's entry in ${extension}`)),
    ...added.map((entry) => finding(entry, `has an entry in ${extension} that the original does not have`)),
  ];
  return [...new Map(findings.map((each) => [each.detail, each])).values()];
}
