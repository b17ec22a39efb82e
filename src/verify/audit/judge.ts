/** Gives the verdict on a candidate or a file, by the steps of docs/explanation/judge.md. Everything else only gives hints. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import { fillingsIn, firstDifferenceOutside } from './aligned-fillings.ts';
import type { DeclarationFacts } from './audit.ts';
import { AuditSession, type Elaborated, type JudgeResult, type Unchecked } from './audit-session.ts';
import type { Bounds } from './compile.ts';
import type { Candidate } from '../hole/candidate.ts';
import { fill, hintOf } from '../trial/check-mode.ts';
import { gate } from '../hole/gate.ts';
import { findHoles, type Hole } from '../hole/holes.ts';
import { type NamedExamples, nameExamples } from './named-examples.ts';
import { makeScratch, removeScratch } from '../../lean/process/scratch-folder.ts';
import type { Edit } from '../hole/splice.ts';
import type { Subject } from './subject.ts';
import { targetOfHole, targetsOfFile } from './targets.ts';
import { unstoredHole, unstoredStatement, type UnstoredStatement } from './unstored-statements.ts';
import type { Level, Verdict } from '../verdict.ts';

export type { DeclarationFacts } from './audit.ts';
export type { Elaborated } from './audit-session.ts';

export interface JudgeOptions extends Bounds {
  installation: LeanInstallation;
  /** The requested level. If it is not available, the verdict is `unchecked`, never a lower level. */
  level: Level;
  /** Full names of axioms that may be used in addition to `propext`, `Classical.choice` and `Quot.sound`. */
  allowedAxioms: readonly string[];
  /** Whether a file may have declarations that its original does not have. */
  allowNew: boolean;
  /** If false, the gate is skipped: for tests of the audit on candidates that the gate would refuse. */
  gate: boolean;
  /** The folder that caches the compiled auditor; if absent, it is compiled for this judge only. */
  cacheFolder?: string;
}

export interface Judge {
  /** Judges `candidate` in `hole` of `originalText` (steps 1 to 8). The other holes stay open. `filling` is null if the gate refused. */
  candidate(
    originalText: string,
    hole: Hole,
    candidate: Candidate,
  ): Promise<{ verdict: Verdict; filling: Edit | null }>;
  /**
   * With `originalText`, judges whether `text` is the original with its holes honestly filled: those of `declaration` (a
   * full name) or all. A remaining hole is a finding `sorry`. Without it, judges whether `text` compiles and depends only on
   * allowed axioms. `declarations` is empty if the text was not audited.
   */
  file(
    text: string,
    originalText: string | null,
    declaration: string | null,
  ): Promise<{ verdict: Verdict; declarations: DeclarationFacts[] }>;
  /** Compiles `text` and reads its declarations as Lean elaborated them. Gives no verdict: a `sorry` is allowed. */
  elaborate(text: string): Promise<Elaborated>;
  /** Removes the scratch folder. */
  close(): Promise<void>;
}

/**
 * Lean does not store examples, so a file with examples is judged twice: with names for them (`named-examples.ts`), and
 * unchanged. The second pass decides about everything else. Otherwise, a file that misleads our reader about where an
 * example begins would be judged as a different file from the one that Lean compiles.
 */
export async function openJudge(options: JudgeOptions): Promise<Judge> {
  const scratch = await makeScratch('judge');
  const session = new AuditSession(options, scratch);
  return {
    async candidate(originalText, hole, candidate) {
      const reason = options.gate ? gate(candidate) : null;
      if (reason !== null) return { verdict: refusedByGate(reason), filling: null };
      const filled = fill(originalText, hole, candidate);
      const { filling } = filled;
      const objections = (diagnostics: Diagnostic[]): Diagnostic[] => {
        const hint = hintOf(diagnostics, filled);
        return hint.kind === 'fails' ? hint.diagnostics : [];
      };
      const pass = async (prepare: (text: string) => NamedExamples, hasTarget: boolean): Promise<Verdict> => {
        const before = prepare(originalText);
        const original = await session.original(before);
        if (original.kind === 'unchecked') return original;
        const line = hole.line + before.offsets.filter((offset) => offset < hole.start).length;
        const target = hasTarget ? original.subject && targetOfHole(original.subject, { ...hole, line }) : null;
        if (hasTarget && original.subject !== null && target === null) return noTarget(hole);
        const targets = new Set(target === null ? [] : [target.name.key]);
        const task = {
          original,
          targets: () => targets,
          otherHolesMayRemain: filled.linesWithoutSorry === null,
          maxDiscardedHoles: original.discardedHoles.length,
        };
        return (await session.judge(prepare(filled.text), task, objections)).verdict;
      };
      if (hole.declaration?.keyword !== 'example') return { verdict: await pass(unchanged, true), filling };
      const verdict = await pass(nameExamples, true);
      const plain = verdict.kind === 'accepted' ? await pass(unchanged, false) : verdict;
      return { verdict: plain.kind === 'accepted' ? verdict : plain, filling };
    },

    async file(text, originalText, declaration) {
      const holes = originalText === null ? [] : findHoles(originalText);
      const reason = options.gate && originalText !== null ? gateOfFile(text, originalText, holes) : null;
      if (reason !== null) return { verdict: refusedByGate(reason), declarations: [] };
      /** `isComplete`: the compiled module has every declaration of the file, including its examples. */
      const pass = async (prepare: (text: string) => NamedExamples, isComplete: boolean): Promise<JudgeResult> => {
        const [prepared, before] = [prepare(text), originalText === null ? null : prepare(originalText)];
        const original = before === null ? null : await session.original(before);
        if (original?.kind === 'unchecked') return { verdict: original, declarations: [] };
        const discarded = original?.discardedHoles ?? [];
        if (isComplete && discarded.length > 0 && declaration === null)
          return { verdict: notStored(discarded[0]!), declarations: [] };
        const subject = original?.subject ?? null;
        if (isComplete && declaration === null && before !== null && subject !== null) {
          const hole = unstoredHole(before.text, subject);
          if (hole !== null) return { verdict: notAuditable(unstoredDetail(hole, before)), declarations: [] };
        }
        const targets = (candidate: Subject): ReadonlySet<string> | string => {
          if (subject === null && declaration === null) {
            const statement = unstoredStatement(prepared.text, candidate, isComplete);
            return statement === null ? new Set(candidate.module.byKey.keys()) : unstoredDetail(statement, prepared);
          }
          const found = targetsOfFile(subject ?? candidate, declaration);
          return isComplete || typeof found !== 'string' ? found : new Set();
        };
        const maxDiscardedHoles = declaration === null ? discarded.length : Infinity;
        const task = { original, targets, otherHolesMayRemain: false, maxDiscardedHoles };
        return session.judge(prepared, task, () => []);
      };
      const named = await pass(nameExamples, true);
      const hasExamples = [text, originalText ?? ''].some((each) => nameExamples(each).offsets.length > 0);
      const plain = hasExamples && named.verdict.kind === 'accepted' ? await pass(unchanged, false) : named;
      const judged = plain.verdict.kind === 'accepted' ? named : { ...plain, declarations: named.declarations };
      const line = originalText === null ? null : firstDifferenceOutside(text, originalText, holes);
      return line === null ? judged : { ...judged, verdict: withNote(judged.verdict, differsFrom(line)) };
    },

    elaborate: (text) => session.elaborate(text),

    close: () => removeScratch(scratch),
  };
}

const unchanged = (text: string): NamedExamples => ({ text, offsets: [], originalLine: (line) => line });

const differsFrom = (line: number): string =>
  `the text differs from the original outside its holes, first at or after line ${line}; its declarations are the same`;

function withNote(verdict: Verdict, note: string): Verdict {
  return verdict.kind === 'accepted' ? { ...verdict, notes: [...(verdict.notes ?? []), note] } : verdict;
}

const refusedByGate = (reason: string): Verdict => ({ kind: 'rejected', by: 'gate', reason, sandbox: null });

/** The gate's reason to refuse a filling. Only the audit decides about commands after it, and other text outside the holes. */
function gateOfFile(text: string, originalText: string, holes: readonly Hole[]): string | null {
  for (const filling of fillingsIn(text, originalText, holes) ?? []) {
    // A remaining hole is unfinished work, not a forbidden word.
    if (/^(?:by\s+)?(?:sorry|admit)$/.test(filling.text.trim())) continue;
    const reason = gate({ kind: 'tactic', text: filling.text });
    if (reason !== null) return reason;
  }
  return null;
}

const noTarget = ({ line }: Hole): Unchecked => notStored(line);

const notStored = (line: number): Unchecked =>
  notAuditable(`Lean stores no declaration with a sorry at line ${line} of the original, so there is nothing to audit`);

const unstoredDetail = ({ line, code }: UnstoredStatement, { originalLine }: NamedExamples): string =>
  `Lean stores no declaration for the statement at line ${originalLine(line)}, and '${code}' may remove messages about it`;

const notAuditable = (detail: string): Unchecked => ({ kind: 'unchecked', why: 'notAuditable', detail });
