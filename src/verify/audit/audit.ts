/**
 * The audit: one candidate's compiled module against the original's, the kernel's answers and the axioms. It decides on
 * text that was built anew in memory, and trusts nothing that the candidate's process left behind.
 */
import { type Foundations, foundationsOf, isHoled, sorryCount } from './axioms.ts';
import { compareEntries, type EntryComparison } from './compare-entries.ts';
import { compareModules } from './compare-modules.ts';
import type { CompiledModule, Declared } from './compiled-module.ts';
import type { Unit } from './declaration-graph.ts';
import type { LeanGeneration } from '../../lean/toolchain/toolchain.ts';
import { foundationWords, stated } from './ill-formed.ts';
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

/** What the audit saw of one declaration of a file, in the order of the file where Lean tells it. */
export interface DeclarationFacts {
  /** Full name; a private one without the module that Lean puts before it. */
  name: string;
  kind: 'theorem' | 'def' | 'opaque' | 'axiom' | 'inductive';
  /** 1-based; null where Lean did not record it. */
  line: number | null;
  /** All axioms that it rests on, `sorryAx` too, sorted. */
  axioms: string[];
  /** It has a `sorry` itself, or rests on one. */
  sorry: 'none' | 'direct' | 'elsewhere';
}

export interface AuditRequest {
  /** Null: the candidate is all there is, and is asked only what it rests on. */
  original: Subject | null;
  candidate: Subject;
  /** Keys of what must be done: names that the original elaborated to. */
  targets: ReadonlySet<string>;
  /** One of several holes of its declaration is to be filled: the others may stay in it. */
  oneOfSeveral: boolean;
  units: readonly Unit[];
  answer: ReplayAnswer;
  /** As shown. */
  allowedAxioms: readonly string[];
  allowNew: boolean;
  /** The compiled modules as bytes, for what they keep beside the declarations; null without an original. */
  oleans: { original: Buffer; candidate: Buffer } | null;
  generation: LeanGeneration;
  /** Ill-formed terms of the candidate (`ill-formed.ts`). */
  faults: readonly Finding[];
}

export interface AuditResult {
  /** None: accepted. */
  findings: Finding[];
  /** Of the targets, without `sorryAx`. */
  axioms: string[];
  conditional: string[];
  declarations: DeclarationFacts[];
  /** Extensions of Lean that store something else than for the original, of which nobody knows what it means. */
  unknownExtensions: string[];
}

/** Keys of imported constants that a module names: of these the axioms have to be asked. */
export function importedConstants({ module, graph }: Subject): Set<string> {
  const keys = new Set<string>();
  for (const declared of module.declarations) {
    for (const key of graph.uses(declared)) if (!module.byKey.has(key)) keys.add(key);
  }
  return keys;
}

export function audit(request: AuditRequest): AuditResult {
  const { original, candidate, answer } = request;
  const foundations = stated(foundationsOf(candidate, answer.imported), request, candidate);
  const known = new Map<Declared, Foundations>();
  const of = (declared: Declared): Foundations => {
    let found = known.get(declared);
    if (found === undefined) known.set(declared, (found = foundations(declared)));
    return found;
  };
  const { findings: differences, unknown } = original === null ? NO_DIFFERENCE : compared(original, candidate, request);
  const evaluated = original === null ? [] : newProgramText(original, candidate);
  const findings = [...differences, ...evaluated, ...refusedByKernel(request), ...request.faults];
  const axioms = new Set<string>();
  const conditional = new Map<string, string>();
  const before = original && foundationsOf(original, answer.imported);
  for (const declared of candidate.module.declarations) {
    if (candidate.roles.of(declared) !== 'own') continue;
    // An axiom that is new is one finding already.
    if (declared.kind === 'axiom' && original !== null) continue;
    const isTarget = request.targets.has(declared.name.key);
    // Alone, a file is asked about its targets only; what they rest on is counted with them.
    if (original === null && !isTarget) continue;
    const was = original?.module.byKey.get(declared.name.key);
    if (declared.safety !== 'safe') {
      // Outside of the logic: the axioms of unsafe code say nothing, but a hole is not filled.
      if (isTarget && of(declared).holes.includes(declared)) findings.push(holeOf(declared));
      continue;
    }
    if (isTarget) {
      for (const name of of(declared).axioms) axioms.add(shownName(name));
      for (const name of openHoles(request, declared, of(declared))) conditional.set(name.key, shownName(name));
    }
    // What is no target may rest on what it did rest on.
    const excused = isTarget || was === undefined || before === null ? null : before(was);
    // Only what is asked about may rest on a hole that is left for later.
    findings.push(...unfounded(request, declared, of(declared), excused, isTarget ? conditional : new Map()));
  }
  return {
    findings: inFileOrder(findings, candidate, original),
    axioms: [...axioms].sort(),
    conditional: [...conditional.values()].sort(),
    declarations: factsOf(candidate, of),
    unknownExtensions: unknown,
  };
}

/** Those of the file first, then each at its declaration's line; what has none comes last. */
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

function compared(
  original: Subject,
  candidate: Subject,
  { allowNew, oleans, generation }: AuditRequest,
): EntryComparison {
  const open = original.module.declarations.filter((declared) => isHoled(original, declared)).map(({ name }) => name);
  const isWelcome = (name: LeanName): boolean => allowNew || open.some((owner) => isUnder(name, owner));
  const openKeys = new Set(open.map(({ key }) => key));
  const findings = compareModules({ original, candidate, open: openKeys, isWelcome });
  if (oleans === null) return { findings, unknown: [] };
  const before = { subject: original, olean: oleans.original };
  const after = { subject: candidate, olean: oleans.candidate };
  const entries = compareEntries(before, after, generation, isWelcome);
  // A declaration that is missing or new is said once.
  const known = new Set(findings.map(({ name }) => name));
  const more = entries.findings.filter(({ name }) => name === null || !known.has(name));
  return { findings: [...findings, ...more], unknown: entries.unknown };
}

/** Types of which Lean runs a constant while it reads a file: as a default tactic, or to parse a quotation. */
const RUN_BY_THE_READER = new Set(
  [
    'Lean.Syntax',
    'Lean.Parser.Parser',
    'Lean.Parser.TrailingParser',
    'Lean.ParserDescr',
    'Lean.TrailingParserDescr',
  ].map((name) => plainName(name).key),
);

/** `_auto._@.Module._hyg.7`, which Lean makes of the tactic in `(h : p := by tactic)`. Nobody can write such a name. */
const isOfBinder = ({ parts }: LeanName): boolean =>
  parts[0] === '_auto' && parts[1] === '_@' && parts.at(-2) === '_hyg' && typeof parts.at(-1) === 'number';

function newProgramText(original: Subject, { module, roles }: Subject): Finding[] {
  return module.declarations.flatMap((declared) => {
    const { name, type } = declared;
    const node = module.exprs[type];
    const key = node?.kind === 'const' ? module.names[node.name]!.key : '';
    if (!RUN_BY_THE_READER.has(key) || original.module.byKey.has(name.key) || roles.of(declared) === 'code') return [];
    if (isOfBinder(name) && !module.ranges.has(name.key)) return [];
    const shown = shownName(name);
    const detail = `'${shown}' is of a type whose values Lean runs while it reads a file`;
    return [{ rule: 'code', name: shown, detail }];
  });
}

/** What the replayer says of a theorem that states nothing. */
const THEOREM_OF_DATA = 'it is called a theorem, and its type is no proposition';

/**
 * Lean of 2021 calls what `let rec` declares in a proof a theorem, whatever it is. That is no harm in what is new; of what
 * the original has, values of theorems are not compared.
 */
function isNewData({ original }: AuditRequest, unit: Unit | undefined, reason: string): boolean {
  if (reason !== THEOREM_OF_DATA || unit?.kind !== 'single') return false;
  const { name } = unit.declared;
  if (original === null) return true;
  const { byKey, declarations } = original.module;
  if (byKey.has(name.key)) return false;
  const isOpenTheorem = (each: Declared): boolean => each.kind === 'theorem' && isHoled(original, each);
  return (
    !byKey.has((ownerOf(name) ?? name).key) ||
    declarations.some((each) => isUnder(name, each.name) && isOpenTheorem(each))
  );
}

function refusedByKernel(request: AuditRequest): Finding[] {
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

/** Declarations with holes that the original has too and that are not asked for, on which `declared` may rest for now. */
function openHoles(
  { original, candidate, targets, oneOfSeveral }: AuditRequest,
  declared: Declared,
  { holes }: Foundations,
): LeanName[] {
  if (original === null) return [];
  const excused = holes.filter((hole) => {
    const was = original.module.byKey.get(hole.name.key);
    if (was === undefined || !isHoled(original, was)) return false;
    if (hole !== declared) return !targets.has(hole.name.key);
    // Its other holes may stay, but the one that was filled must be gone.
    return oneOfSeveral && sorryCount(candidate, declared) < sorryCount(original, was);
  });
  return excused.map(({ name }) => name);
}

function holeOf({ name }: Declared): Finding {
  const shown = shownName(name);
  return { rule: 'sorry', name: shown, detail: `'${shown}' has a sorry` };
}

/** What `declared` rests on and must not; `excused` is what it rested on in the original, and may. */
function unfounded(
  { answer, allowedAxioms, original, candidate }: AuditRequest,
  declared: Declared,
  found: Foundations,
  excused: Foundations | null,
  conditional: ReadonlyMap<string, string>,
): Finding[] {
  const name = shownName(declared.name);
  const findings: Finding[] = [];
  const say = (rule: Finding['rule'], detail: string): unknown => findings.push({ rule, name, detail });
  const wasThere = (key: string): boolean => excused?.axioms.some((axiom) => axiom.key === key) ?? false;
  // A private one of the candidate's own only looks like the one that is allowed.
  const isAllowed = (axiom: LeanName): boolean =>
    allowedAxioms.includes(shownName(axiom)) && (!isPrivate(axiom) || original?.module.byKey.has(axiom.key) === true);
  for (const axiom of found.axioms) {
    const shown = shownName(axiom);
    if (CORE_AXIOMS.has(axiom.key)) {
      const isLeans = answer.core.has(axiom.key) && !candidate.module.byKey.has(axiom.key);
      if (!isLeans) say('core', `'${name}' rests on an axiom '${shown}' that is not the one of Lean`);
    } else if (!isAllowed(axiom) && !wasThere(axiom.key)) {
      say('axiom', `'${name}' rests on ${foundationWords(axiom)}`);
    }
  }
  const excusedHoles = new Set(excused?.holes.map((hole) => hole.name.key));
  for (const hole of found.holes) {
    const shown = shownName(hole.name);
    if (excusedHoles.has(hole.name.key) || conditional.has(hole.name.key)) continue;
    say('sorry', hole === declared ? `'${name}' has a sorry` : `'${name}' rests on '${shown}', which has a sorry`);
  }
  const fresh = found.importedHoles.find((key) => !(excused?.importedHoles.includes(key) ?? false));
  if (fresh !== undefined) {
    const shown = shownName(nameOf(JSON.parse(fresh) as NamePart[]));
    say('sorry', `'${name}' rests on '${shown}' of another file, which rests on a sorry`);
  }
  return findings;
}

function factsOf({ module, roles }: Subject, of: (declared: Declared) => Foundations): DeclarationFacts[] {
  const facts: DeclarationFacts[] = [];
  for (const declared of module.declarations) {
    const { kind, name } = declared;
    if (kind === 'constructor' || kind === 'recursor' || kind === 'quot') continue;
    const isShown = roles.of(declared) === 'own' && (module.ranges.size === 0 || module.ranges.has(name.key));
    if (!isShown) continue;
    const { axioms, holes, importedHoles } = of(declared);
    const sorry = holes.includes(declared) ? 'direct' : holes.length + importedHoles.length > 0 ? 'elsewhere' : 'none';
    const names = [...axioms.map(shownName), ...(sorry === 'none' ? [] : ['sorryAx'])];
    facts.push({ name: shownName(name), kind, line: lineOf(module, name), axioms: names.sort(), sorry });
  }
  return facts.sort((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity));
}

const lineOf = ({ ranges }: CompiledModule, { key }: LeanName): number | null => ranges.get(key)?.line ?? null;
