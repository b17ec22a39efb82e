/** Makes the JSON report of `check`. */
import { EXIT_CODES, type Exit } from '../base/exit-codes.ts';
import type { Diagnostic } from '../lean/message/diagnostics.ts';
import { versionName } from '../lean/toolchain/lean-version.ts';
import { unguardedBugsOf } from '../lean/toolchain/soundness-bugs.ts';
import { cautionsOf } from '../verify/audit/cautions.ts';
import type { FileVerdict } from '../session/judge-file.ts';
import { findHoles, type Hole } from '../verify/hole/holes.ts';
import type { DeclarationFacts } from '../verify/audit/judge.ts';
import { type Finding, isBeyondBounds, type Level, type Verdict } from '../verify/verdict.ts';
import { nextStep } from './check-next.ts';
import type { CheckedDeclaration, CheckedFile, CheckFinding, CheckReport } from './check-schema.ts';

export interface JudgedFile extends FileVerdict {
  /** The path as shown. */
  path: string;
  against: string | null;
  text: string;
  /** The only declaration to check; null for all. */
  only: string | null;
}

export function checkReport(
  judged: readonly JudgedFile[],
  { level, allowedAxioms }: { level: Level; allowedAxioms: string[] },
): CheckReport {
  const files = judged.map((file) => checkedFile(file, allowedAxioms));
  return {
    schema: 'lemmahead/check@1',
    accepted: files.every(({ exit }) => exit === 'done'),
    level,
    allowed_axioms: allowedAxioms,
    files,
  };
}

/** The exit with the highest code of all files. */
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
    lean: lean && { version: versionName(lean.version), path: lean.lean, toolchain: lean.toolchain },
    worker: judged.worker,
    confirmed_by: judged.confirmedBy,
    level: verdict.kind === 'accepted' ? verdict.level : null,
    sandbox: verdict.kind === 'unchecked' ? null : verdict.sandbox,
    axioms: verdict.kind === 'accepted' ? verdict.axioms : [],
    conditional: verdict.kind === 'accepted' ? verdict.conditional : [],
    findings,
    cautions: against === null && verdict.kind === 'accepted' ? cautionsOf(judged.text) : [],
    notes: verdict.kind === 'accepted' ? [...(verdict.notes ?? [])] : [],
    unguarded:
      lean !== null && verdict.kind === 'accepted' ? unguardedBugsOf(lean.version).flatMap(({ source }) => source) : [],
    declarations,
  };
}

function verdictOf({ kind }: Verdict, exit: Exit, findings: readonly CheckFinding[]): CheckedFile['verdict'] {
  if (kind === 'unchecked') return kind;
  if (exit === 'done') return 'accepted';
  return findings.every(({ what }) => what === 'sorry') ? 'unfinished' : 'rejected';
}

/** A `sorry` gives `no`, even if the audit found it; any other finding of the audit gives `refused`. */
function exitOf(verdict: Verdict, findings: readonly CheckFinding[]): Exit {
  switch (verdict.kind) {
    case 'accepted':
      return findings.length > 0 || verdict.conditional.length > 0 ? 'no' : 'done';
    case 'rejected':
      return verdict.by === 'audit' && verdict.findings.some(({ rule }) => rule !== 'sorry') ? 'refused' : 'no';
    case 'unchecked':
      if (verdict.why === 'cancelled') return 'interrupted';
      return isBeyondBounds(verdict.why) ? 'budget' : 'missing';
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

/** In file order. An audit finding for a declaration with holes becomes one finding for each hole. */
function findingsOf({ verdict, text, declarations, only }: JudgedFile): CheckFinding[] {
  const holes = findHoles(text).filter(({ declaration }) => only === null || declaration?.fullName === only);
  const findings = verdict.kind === 'rejected' ? rejections(verdict, declarations, holes) : [];
  if (verdict.kind !== 'unchecked') {
    const reported = new Set(findings.map(({ line, column, what }) => (what === 'sorry' ? `${line}:${column}` : null)));
    findings.push(
      ...holes.filter(({ line, column }) => !reported.has(`${line}:${column}`)).map((hole) => holeFinding(hole)),
    );
  }
  const unique = new Map(findings.map((finding) => [`${finding.line}:${finding.column} ${finding.text}`, finding]));
  return [...unique.values()].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
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
      return verdict.diagnostics.map(leanFinding);
    case 'audit':
      return verdict.findings.flatMap((finding) => auditFindings(finding, declarations, holes));
  }
}

const NOWHERE = { line: null, column: null };

function leanFinding({ class: what, severity, line, column, text }: Diagnostic): CheckFinding {
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

function auditFindings(
  { rule, name, detail }: Finding,
  declarations: readonly DeclarationFacts[],
  holes: readonly Hole[],
): CheckFinding[] {
  const own = holes.filter(({ declaration }) => name !== null && declaration?.fullName === name);
  if (rule === 'sorry' && own.length > 0) return own.map(holeFinding);
  const facts = declarations.find((declaration) => declaration.name === name);
  const line = facts?.line ?? null;
  const severity = rule === 'sorry' ? 'warning' : 'error';
  const place = { line, column: line === null ? null : 0 };
  const text =
    rule === 'axiom' && facts?.kind === 'axiom'
      ? `'${facts.name}' is an axiom declared in this file`
      : name === null || detail.includes(name)
        ? sentence(detail)
        : `${name}: ${detail}`;
  return [{ ...place, severity, by: 'audit', what: rule, declaration: name, text }];
}

function holeFinding({ line, column, declaration }: Hole): CheckFinding {
  const owner = [declaration?.keyword, declaration?.fullName]
    .filter((word) => word !== null && word !== undefined)
    .join(' ');
  return {
    line,
    column,
    severity: 'warning',
    by: null,
    what: 'sorry',
    declaration: declaration?.fullName ?? null,
    text: owner === '' ? 'a sorry outside a declaration' : `${owner} contains a sorry`,
  };
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
