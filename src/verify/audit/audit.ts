/**
 * The audit: compares a candidate's compiled module with the original's, and checks the kernel's answers and the axioms.
 * It works on data read into memory, and trusts nothing that the candidate's process wrote.
 */
import { countSorries, type Dependencies, dependenciesOf, hasHole } from './axioms.ts';
import { compareEntries, type EntryComparison } from './compare-entries.ts';
import { compareModules } from './compare-modules.ts';
import type { CompiledModule, Declared } from './compiled-module.ts';
import type { Unit } from './declaration-graph.ts';
import type { LeanGeneration } from '../../lean/toolchain/toolchain.ts';
import { describeAxiom, exemptDataDefinitions } from './ill-formed.ts';
import {
  isPrivate,
  isUnder,
  nameOf,
  ownerOf,
  plainName,
  shownName,
  type LeanName,
  type NamePart,
} from './lean-name.ts';
import { CORE_AXIOMS, type ReplayAnswer } from './replay-job.ts';
import type { Subject } from './subject.ts';
import type { Finding } from '../verdict.ts';

/** The audit's report on one declaration of a file. Declarations are in file order if Lean recorded their lines. */
export interface DeclarationFacts {
  /** Full name; a private name without the module prefix that Lean adds. */
  name: string;
  kind: 'theorem' | 'def' | 'opaque' | 'axiom' | 'inductive';
  /** 1-based; null if Lean did not record it. */
  line: number | null;
  /** All axioms that it depends on, including `sorryAx`, sorted. */
  axioms: string[];
  /** `direct`: it contains a `sorry`. `elsewhere`: it depends on one. */
  sorry: 'none' | 'direct' | 'elsewhere';
}

export interface AuditRequest {
  /** If null, the audit checks only what the candidate depends on. */
  original: Subject | null;
  candidate: Subject;
  /** Keys of the declarations that must be proved: names from the compiled original. */
  targets: ReadonlySet<string>;
  /** Only one of several holes of the target must be filled: the others may remain. */
  otherHolesMayRemain: boolean;
  units: readonly Unit[];
  answer: ReplayAnswer;
  /** As displayed (`shownName`). */
  allowedAxioms: readonly string[];
  allowNew: boolean;
  /** The bytes of the compiled modules, for the entries stored next to the declarations; null without an original. */
  oleans: { original: Buffer; candidate: Buffer } | null;
  generation: LeanGeneration;
  /** Ill-formed terms of the candidate (`ill-formed.ts`). */
  faults: readonly Finding[];
}

export interface AuditResult {
  /** Accepted if empty. */
  findings: Finding[];
  /** The axioms of the targets, without `sorryAx`. */
  axioms: string[];
  conditional: string[];
  declarations: DeclarationFacts[];
  /** Lean extensions with entries that differ from the original's and whose meaning is not known to the audit. */
  unknownExtensions: string[];
}

/** Keys of the imported constants that a module mentions; the replayer reports their axioms. */
export function importedConstants({ module, graph }: Subject): Set<string> {
  const keys = new Set<string>();
  for (const declared of module.declarations) {
    for (const key of graph.uses(declared)) if (!module.byKey.has(key)) keys.add(key);
  }
  return keys;
}

export function audit(request: AuditRequest): AuditResult {
  const { original, candidate, answer } = request;
  const computeDependencies = exemptDataDefinitions(dependenciesOf(candidate, answer.imported), request, candidate);
  const known = new Map<Declared, Dependencies>();
  const dependencies = (declared: Declared): Dependencies => {
    let found = known.get(declared);
    if (found === undefined) known.set(declared, (found = computeDependencies(declared)));
    return found;
  };
  const { findings: differences, unknown } = original === null ? NO_DIFFERENCE : compare(original, candidate, request);
  const evaluated = original === null ? [] : newEvaluatedConstants(original, candidate);
  const findings = [...differences, ...evaluated, ...kernelFindings(request), ...request.faults];
  const axioms = new Set<string>();
  const conditional = new Map<string, string>();
  const before = original && dependenciesOf(original, answer.imported);
  for (const declared of candidate.module.declarations) {
    if (candidate.roles.of(declared) !== 'own') continue;
    // A new axiom already has a finding.
    if (declared.kind === 'axiom' && original !== null) continue;
    const isTarget = request.targets.has(declared.name.key);
    // Without an original, only the targets are checked; their dependencies are checked with them.
    if (original === null && !isTarget) continue;
    const was = original?.module.byKey.get(declared.name.key);
    if (declared.safety !== 'safe') {
      // Unsafe code is outside the logic, so its axioms do not matter, but its hole must be filled.
      if (isTarget && dependencies(declared).holes.includes(declared)) findings.push(holeFinding(declared));
      continue;
    }
    if (isTarget) {
      for (const name of dependencies(declared).axioms) axioms.add(shownName(name));
      for (const name of openHoles(request, declared, dependencies(declared)))
        conditional.set(name.key, shownName(name));
    }
    // A declaration that is not a target may keep its dependencies.
    const previous = isTarget || was === undefined || before === null ? null : before(was);
    // Only a target may depend on a hole that is still open.
    const open = isTarget ? conditional : new Map<string, string>();
    findings.push(...forbiddenDependencies(request, declared, dependencies(declared), previous, open));
  }
  return {
    findings: inFileOrder(findings, candidate, original),
    axioms: [...axioms].sort(),
    conditional: [...conditional.values()].sort(),
    declarations: factsOf(candidate, dependencies),
    unknownExtensions: unknown,
  };
}

/** Sorts findings: about the file first, then by the line of the declaration; those without a line last. */
function inFileOrder(findings: readonly Finding[], candidate: Subject, original: Subject | null): Finding[] {
  const lines = new Map<string | null, number>([[null, 0]]);
  for (const subject of original === null ? [candidate] : [original, candidate]) {
    for (const { name } of subject.module.declarations) {
      const line = lineOf(subject.module, name);
      if (line !== null) lines.set(shownName(name), line);
    }
  }
  const lineFor = ({ name }: Finding): number => lines.get(name) ?? Infinity;
  return findings.toSorted((a, b) => (lineFor(a) === lineFor(b) ? 0 : lineFor(a) - lineFor(b)));
}

const NO_DIFFERENCE: EntryComparison = { findings: [], unknown: [] };

function compare(
  original: Subject,
  candidate: Subject,
  { allowNew, oleans, generation }: AuditRequest,
): EntryComparison {
  const open = original.module.declarations.filter((declared) => hasHole(original, declared)).map(({ name }) => name);
  const mayBeNew = (name: LeanName): boolean => allowNew || open.some((owner) => isUnder(name, owner));
  const holed = new Set(open.map(({ key }) => key));
  const findings = compareModules({ original, candidate, holed, mayBeNew });
  if (oleans === null) return { findings, unknown: [] };
  const before = { subject: original, olean: oleans.original };
  const after = { subject: candidate, olean: oleans.candidate };
  const entries = compareEntries(before, after, generation, mayBeNew);
  // One finding per missing or new declaration is enough.
  const known = new Set(findings.map(({ name }) => name));
  const more = entries.findings.filter(({ name }) => name === null || !known.has(name));
  return { findings: [...findings, ...more], unknown: entries.unknown };
}

/** Types whose constants Lean runs while it reads a file: as a default tactic, or to parse a quotation. */
const EVALUATED_TYPES = new Set(
  [
    'Lean.Syntax',
    'Lean.Parser.Parser',
    'Lean.Parser.TrailingParser',
    'Lean.ParserDescr',
    'Lean.TrailingParserDescr',
  ].map((name) => plainName(name).key),
);

/** `_auto._@.Module._hyg.7`: Lean generates it for the tactic in `(h : p := by tactic)`. A user cannot write this name. */
const isBinderTactic = ({ parts }: LeanName): boolean =>
  parts[0] === '_auto' && parts[1] === '_@' && parts.at(-2) === '_hyg' && typeof parts.at(-1) === 'number';

function newEvaluatedConstants(original: Subject, { module, roles }: Subject): Finding[] {
  return module.declarations.flatMap((declared) => {
    const { name, type } = declared;
    const node = module.exprs[type];
    const key = node?.kind === 'const' ? module.names[node.name]!.key : '';
    if (!EVALUATED_TYPES.has(key) || original.module.byKey.has(name.key) || roles.of(declared) === 'code') return [];
    if (isBinderTactic(name) && !module.ranges.has(name.key)) return [];
    const shown = shownName(name);
    const detail = `'${shown}' has a type whose values Lean runs while it reads a file`;
    return [{ rule: 'code', name: shown, detail }];
  });
}

/** The replayer's message (lean/replay-*.lean) about a theorem whose type is not a proposition. */
const THEOREM_OF_DATA = 'it is called a theorem, and its type is no proposition';

/**
 * Lean of 2021 makes everything that `let rec` declares in a proof a theorem, even data. This is harmless for a new
 * declaration, but not for one of the original, because the values of theorems are not compared.
 */
function isNewData({ original }: AuditRequest, unit: Unit | undefined, reason: string): boolean {
  if (reason !== THEOREM_OF_DATA || unit?.kind !== 'single') return false;
  const { name } = unit.declared;
  if (original === null) return true;
  const { byKey, declarations } = original.module;
  if (byKey.has(name.key)) return false;
  const isOpenTheorem = (each: Declared): boolean => each.kind === 'theorem' && hasHole(original, each);
  return (
    !byKey.has((ownerOf(name) ?? name).key) ||
    declarations.some((each) => isUnder(name, each.name) && isOpenTheorem(each))
  );
}

function kernelFindings(request: AuditRequest): Finding[] {
  const { units, answer } = request;
  const refused = [...answer.refused].filter(([number, reason]) => !isNewData(request, units[number], reason));
  return refused.map(([number, reason]) => {
    const unit = units[number];
    const [name] =
      unit?.kind === 'single'
        ? [unit.declared.name]
        : unit?.kind === 'inductive'
          ? unit.types.map((type) => type.name)
          : [];
    const shown = name === undefined ? null : shownName(name);
    return { rule: 'kernel', name: shown, detail: `the kernel refuses '${shown ?? 'Quot'}': ${reason}` };
  });
}

/** The open holes that `declared` may depend on: they are also in the original and are not targets. */
function openHoles(
  { original, candidate, targets, otherHolesMayRemain }: AuditRequest,
  declared: Declared,
  { holes }: Dependencies,
): LeanName[] {
  if (original === null) return [];
  const allowed = holes.filter((hole) => {
    const was = original.module.byKey.get(hole.name.key);
    if (was === undefined || !hasHole(original, was)) return false;
    if (hole !== declared) return !targets.has(hole.name.key);
    // Its other holes may remain, but the filled one must be gone.
    return otherHolesMayRemain && countSorries(candidate, declared) < countSorries(original, was);
  });
  return allowed.map(({ name }) => name);
}

function holeFinding({ name }: Declared): Finding {
  const shown = shownName(name);
  return { rule: 'sorry', name: shown, detail: `'${shown}' has a sorry` };
}

/** Findings about dependencies that `declared` must not have. `previous`: its dependencies in the original, still allowed. */
function forbiddenDependencies(
  { answer, allowedAxioms, original, candidate }: AuditRequest,
  declared: Declared,
  found: Dependencies,
  previous: Dependencies | null,
  conditional: ReadonlyMap<string, string>,
): Finding[] {
  const name = shownName(declared.name);
  const findings: Finding[] = [];
  const add = (rule: Finding['rule'], detail: string): unknown => findings.push({ rule, name, detail });
  const wasUsed = (key: string): boolean => previous?.axioms.some((axiom) => axiom.key === key) ?? false;
  // A new private axiom of the candidate may be displayed with the name of an allowed one.
  const isAllowed = (axiom: LeanName): boolean =>
    allowedAxioms.includes(shownName(axiom)) && (!isPrivate(axiom) || original?.module.byKey.has(axiom.key) === true);
  for (const axiom of found.axioms) {
    const shown = shownName(axiom);
    if (CORE_AXIOMS.has(axiom.key)) {
      const isLeans = answer.core.has(axiom.key) && !candidate.module.byKey.has(axiom.key);
      if (!isLeans) add('core', `'${name}' depends on an axiom '${shown}' that is not Lean's own`);
    } else if (!isAllowed(axiom) && !wasUsed(axiom.key)) {
      add('axiom', `'${name}' depends on ${describeAxiom(axiom)}`);
    }
  }
  const previousHoles = new Set(previous?.holes.map((hole) => hole.name.key));
  for (const hole of found.holes) {
    const shown = shownName(hole.name);
    if (previousHoles.has(hole.name.key) || conditional.has(hole.name.key)) continue;
    add('sorry', hole === declared ? `'${name}' has a sorry` : `'${name}' depends on '${shown}', which has a sorry`);
  }
  const added = found.importedHoles.find((key) => !(previous?.importedHoles.includes(key) ?? false));
  if (added !== undefined) {
    const shown = shownName(nameOf(JSON.parse(added) as NamePart[]));
    add('sorry', `'${name}' depends on '${shown}' of another file, which depends on a sorry`);
  }
  return findings;
}

function factsOf({ module, roles }: Subject, dependencies: (declared: Declared) => Dependencies): DeclarationFacts[] {
  const facts: DeclarationFacts[] = [];
  for (const declared of module.declarations) {
    const { kind, name } = declared;
    if (kind === 'constructor' || kind === 'recursor' || kind === 'quot') continue;
    const isShown = roles.of(declared) === 'own' && (module.ranges.size === 0 || module.ranges.has(name.key));
    if (!isShown) continue;
    const { axioms, holes, importedHoles } = dependencies(declared);
    const sorry = holes.includes(declared) ? 'direct' : holes.length + importedHoles.length > 0 ? 'elsewhere' : 'none';
    const names = [...axioms.map(shownName), ...(sorry === 'none' ? [] : ['sorryAx'])];
    facts.push({ name: shownName(name), kind, line: lineOf(module, name), axioms: names.sort(), sorry });
  }
  return facts.sort((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity));
}

const lineOf = ({ ranges }: CompiledModule, { key }: LeanName): number | null => ranges.get(key)?.line ?? null;
