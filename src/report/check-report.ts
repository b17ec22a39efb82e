/** What `check` found, as its JSON says it: `lemmahead/check@1`. */
import { EXIT_CODES, type Exit } from '../base/exit-codes.ts';
import type { Diagnostic } from '../lean/message/diagnostics.ts';
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import { cautionsOf, type Caution } from '../verify/audit/cautions.ts';
import { findHoles, type Hole } from '../verify/hole/holes.ts';
import type { DeclarationFacts } from '../verify/audit/judge.ts';
import type { Finding, Level, UncheckedReason, Verdict } from '../verify/verdict.ts';
import { nextStep } from './check-next.ts';

/** Something that stands in the way of 'accepted', at its place. */
export interface CheckFinding {
  /** 1-based line, 0-based column in code points, as Lean counts; null for the file as a whole. */
  line: number | null;
  column: number | null;
  /** `warning`: a `sorry`. */
  severity: 'error' | 'warning';
  /** Null for a `sorry` that stands in the text for everyone to see. */
  by: 'lean' | 'gate' | 'audit' | null;
  /** `sorry`, a class of Lean's messages, a rule of the audit, or `gate`. */
  what: string;
  declaration: string | null;
  text: string;
}

export interface CheckedDeclaration {
  name: string;
  kind: DeclarationFacts['kind'];
  line: number | null;
  /** `proved`: a theorem; `assumed`: an axiom; `defined`: anything else. `conditional`: it rests on the `sorry` of another. */
  state: 'proved' | 'defined' | 'assumed' | 'conditional' | 'sorry' | 'refused';
  /** Without `sorryAx`. */
  axioms: string[];
}

export interface CheckedFile {
  file: string;
  against: string | null;
  /** What lemmahead would exit with for this file alone. */
  exit: Exit;
  exit_code: number;
  /** `unfinished`: nothing is held against it but a `sorry`, an honest no and no fault. */
  verdict: 'accepted' | 'unfinished' | 'rejected' | 'unchecked';
  /** Who did not accept it. */
  by: 'lean' | 'gate' | 'audit' | null;
  /** Why it could not be checked. */
  why: UncheckedReason | null;
  detail: string | null;
  /** What to type or do next, if something helps. */
  next: string | null;
  /** Which Lean judged it; null where none was found. */
  lean: { version: string; path: string; toolchain: string | null } | null;
  /** How far it was looked at; null unless accepted. */
  level: Level | null;
  /** In what Lean ran; null where it did not. */
  sandbox: SandboxLevel | null;
  axioms: string[];
  /** Declarations with holes of the original that it still rests on. */
  conditional: string[];
  findings: CheckFinding[];
  /** Without an original: words by which the text may have come to mean something else than it says. */
  cautions: Caution[];
  /** What was not compared, or differs without a consequence, though the file is accepted: sentences without a full stop. */
  notes: string[];
  declarations: CheckedDeclaration[];
}

export interface CheckReport {
  schema: 'lemmahead/check@1';
  /** Every file is accepted, with no `sorry` left. */
  accepted: boolean;
  /** The level that was asked for. */
  level: Level;
  allowed_axioms: string[];
  files: CheckedFile[];
}

export interface JudgedFile {
  /** As shown. */
  path: string;
  against: string | null;
  text: string;
  lean: LeanInstallation | null;
  verdict: Verdict;
  declarations: readonly DeclarationFacts[];
  /** The one declaration that is asked about; null for all. */
  only: string | null;
}

export function checkReport(
  judged: readonly JudgedFile[],
  asked: { level: Level; allowedAxioms: string[] },
): CheckReport {
  const files = judged.map((file) => checkedFile(file, asked.allowedAxioms));
  return {
    schema: 'lemmahead/check@1',
    accepted: files.every(({ exit }) => exit === 'done'),
    level: asked.level,
    allowed_axioms: asked.allowedAxioms,
    files,
  };
}

/** The exit of the file with the highest code. */
export function worstExit({ files }: CheckReport): Exit {
  return files.toSorted((a, b) => b.exit_code - a.exit_code)[0]?.exit ?? 'done';
}

function checkedFile(judged: JudgedFile, allowedAxioms: readonly string[]): CheckedFile {
  const { verdict, path, against, lean } = judged;
  const declarations = declarationsOf(judged);
  const findings = findingsOf(judged);
  const exit = exitOf(verdict, findings);
  return {
    file: path,
    against,
    exit,
    exit_code: EXIT_CODES[exit].code,
    verdict: verdictOf(verdict, exit, findings),
    by: verdict.kind === 'rejected' ? verdict.by : null,
    why: verdict.kind === 'unchecked' ? verdict.why : null,
    detail: verdict.kind === 'unchecked' ? verdict.detail : null,
    next: nextStep({ verdict, findings, declarations, path, against, allowedAxioms }),
    lean: lean && { version: versionOf(lean), path: lean.lean, toolchain: lean.toolchain },
    level: verdict.kind === 'accepted' ? verdict.level : null,
    sandbox: verdict.kind === 'unchecked' ? null : verdict.sandbox,
    axioms: verdict.kind === 'accepted' ? verdict.axioms : [],
    conditional: verdict.kind === 'accepted' ? verdict.conditional : [],
    findings,
    cautions: against === null && verdict.kind === 'accepted' ? cautionsOf(judged.text) : [],
    notes: verdict.kind === 'accepted' ? [...(verdict.notes ?? [])] : [],
    declarations,
  };
}

function verdictOf({ kind }: Verdict, exit: Exit, findings: readonly CheckFinding[]): CheckedFile['verdict'] {
  if (kind === 'unchecked') return kind;
  if (exit === 'done') return 'accepted';
  return findings.every(({ what }) => what === 'sorry') ? 'unfinished' : 'rejected';
}

function versionOf({ version: { major, minor, patch, generation } }: LeanInstallation): string {
  return `Lean ${major}.${minor}.${patch}${generation === 'current' ? '' : ` of ${generation}`}`;
}

/** A `sorry` is an honest no, whoever saw it; only what else the audit holds against a file is a refusal. */
function exitOf(verdict: Verdict, findings: readonly CheckFinding[]): Exit {
  switch (verdict.kind) {
    case 'accepted':
      return findings.length > 0 || verdict.conditional.length > 0 ? 'no' : 'done';
    case 'rejected':
      return verdict.by === 'audit' && verdict.findings.some(({ rule }) => rule !== 'sorry') ? 'refused' : 'no';
    case 'unchecked':
      if (verdict.why === 'cancelled') return 'interrupted';
      return verdict.why === 'timedOut' || verdict.why === 'outOfMemory' ? 'budget' : 'missing';
  }
}

function declarationsOf({ verdict, declarations, only }: JudgedFile): CheckedDeclaration[] {
  const refused = new Set(
    verdict.kind === 'rejected' && verdict.by === 'audit'
      ? verdict.findings.filter(({ rule }) => rule !== 'sorry').map(({ name }) => name)
      : [],
  );
  const state = ({ name, kind, sorry }: DeclarationFacts): CheckedDeclaration['state'] => {
    if (kind === 'axiom') return 'assumed';
    if (refused.has(name)) return 'refused';
    if (sorry !== 'none') return sorry === 'direct' ? 'sorry' : 'conditional';
    return kind === 'theorem' ? 'proved' : 'defined';
  };
  return declarations
    .filter(({ name }) => only === null || name === only)
    .map((facts) => ({
      name: facts.name,
      kind: facts.kind,
      line: facts.line,
      state: state(facts),
      axioms: facts.axioms.filter((name) => name !== 'sorryAx'),
    }));
}

/** In the order of the file; of what the audit says of a declaration with holes, each hole is a finding of its own. */
function findingsOf({ verdict, text, declarations, only }: JudgedFile): CheckFinding[] {
  const holes = findHoles(text).filter(({ declaration }) => only === null || declaration?.fullName === only);
  const findings = verdict.kind === 'rejected' ? rejections(verdict, declarations, holes) : [];
  if (verdict.kind !== 'unchecked') {
    const told = new Set(findings.map(({ line, column, what }) => (what === 'sorry' ? `${line}:${column}` : null)));
    findings.push(...holes.filter(({ line, column }) => !told.has(`${line}:${column}`)).map((hole) => leftHole(hole)));
  }
  const once = new Map(findings.map((finding) => [`${finding.line}:${finding.column} ${finding.text}`, finding]));
  return [...once.values()].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

function rejections(
  verdict: Extract<Verdict, { kind: 'rejected' }>,
  declarations: readonly DeclarationFacts[],
  holes: readonly Hole[],
): CheckFinding[] {
  switch (verdict.by) {
    case 'gate':
      return [
        { ...NOWHERE, severity: 'error', by: 'gate', what: 'gate', declaration: null, text: sentence(verdict.reason) },
      ];
    case 'lean':
      return verdict.diagnostics.map(saidByLean);
    case 'audit':
      return verdict.findings.flatMap((finding) => saidByAudit(finding, declarations, holes));
  }
}

const NOWHERE = { line: null, column: null };

function saidByLean({ class: what, severity, line, column, text }: Diagnostic): CheckFinding {
  const isSorry = what === 'declaration_uses_sorry';
  return {
    line,
    column,
    severity: severity === 'error' ? 'error' : 'warning',
    by: 'lean',
    what: isSorry ? 'sorry' : what,
    declaration: null,
    text,
  };
}

function saidByAudit(
  { rule, name, detail }: Finding,
  declarations: readonly DeclarationFacts[],
  holes: readonly Hole[],
): CheckFinding[] {
  const own = holes.filter(({ declaration }) => name !== null && declaration?.fullName === name);
  if (rule === 'sorry' && own.length > 0) return own.map(leftHole);
  const facts = declarations.find((declaration) => declaration.name === name);
  const line = facts?.line ?? null;
  const severity = rule === 'sorry' ? 'warning' : 'error';
  const place = { line, column: line === null ? null : 0 };
  const text =
    rule === 'axiom' && facts?.kind === 'axiom'
      ? `'${facts.name}' is an axiom of the file's own`
      : name === null || detail.includes(name)
        ? sentence(detail)
        : `${name}: ${detail}`;
  return [{ ...place, severity, by: 'audit', what: rule, declaration: name, text }];
}

function leftHole({ line, column, declaration }: Hole): CheckFinding {
  const whose = [declaration?.keyword, declaration?.fullName]
    .filter((word) => word !== null && word !== undefined)
    .join(' ');
  return {
    line,
    column,
    severity: 'warning',
    by: null,
    what: 'sorry',
    declaration: declaration?.fullName ?? null,
    text: whose === '' ? 'a sorry outside a declaration' : `${whose} holds a sorry`,
  };
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
