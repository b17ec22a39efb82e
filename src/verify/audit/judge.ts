/** The one answer on a candidate or a file, by the steps of specs/lean.md 4.3. Everything else only gives hints. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import { fillingsIn, firstDifferenceOutside } from './aligned-fillings.ts';
import type { DeclarationFacts } from './audit.ts';
import { Bench, type Judged, type Unchecked } from './audit-session.ts';
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
import type { Level, Verdict } from '../verdict.ts';

export type { DeclarationFacts } from './audit.ts';

export interface JudgeOptions extends Bounds {
  installation: LeanInstallation;
  /** How far to look. What cannot be reached here is `unchecked`, never quietly less. */
  level: Level;
  /** Full names of axioms that may be used besides `propext`, `Classical.choice` and `Quot.sound`. */
  allowedAxioms: readonly string[];
  /** Whether a file may declare what its original does not. */
  allowNew: boolean;
  /** `false` leaves out the gate: for tests, which must see the audit stop what the gate would. */
  gate: boolean;
  /** Where the auditor is kept compiled from one run to the next; without it, it is compiled for this judge alone. */
  cacheFolder?: string;
}

export interface Judge {
  /** Steps 1 to 8 on `candidate` in `hole` of `originalText`; the other holes stay open. `filling` is null where the gate refused. */
  candidate(
    originalText: string,
    hole: Hole,
    candidate: Candidate,
  ): Promise<{ verdict: Verdict; filling: Edit | null }>;
  /**
   * With `originalText`: is it that one with its holes honestly filled, those of `declaration` (a full name) or all? A
   * hole that is left is a finding `sorry`. Without: does it compile, and does it rest on nothing but allowed axioms?
   * `declarations` is empty where it did not come to an audit.
   */
  file(
    text: string,
    originalText: string | null,
    declaration: string | null,
  ): Promise<{ verdict: Verdict; declarations: DeclarationFacts[] }>;
  /** Removes the scratch folder. */
  close(): Promise<void>;
}

/**
 * Lean keeps nothing of an example, so a file with examples is judged twice: with names for them (`named-examples.ts`),
 * and as it stands. The second look is the one that counts for all else: whoever misleads our reader about where an
 * example begins would have another file judged than Lean compiles.
 */
export async function openJudge(options: JudgeOptions): Promise<Judge> {
  const scratch = await makeScratch('judge');
  const bench = new Bench(options, scratch);
  return {
    async candidate(originalText, hole, candidate) {
      const reason = options.gate ? gate(candidate) : null;
      if (reason !== null) return { verdict: gateSaysNo(reason), filling: null };
      const filled = fill(originalText, hole, candidate);
      const { filling } = filled;
      const objections = (diagnostics: Diagnostic[]): Diagnostic[] => {
        const hint = hintOf(diagnostics, filled);
        return hint.kind === 'fails' ? hint.diagnostics : [];
      };
      const pass = async (spelled: (text: string) => NamedExamples, hasTarget: boolean): Promise<Verdict> => {
        const before = spelled(originalText);
        const original = await bench.original(before);
        if (original.kind === 'unchecked') return original;
        const line = hole.line + before.offsets.filter((offset) => offset < hole.start).length;
        const target = hasTarget ? original.subject && targetOfHole(original.subject, { ...hole, line }) : null;
        if (hasTarget && original.subject !== null && target === null) return noTarget(hole);
        const targets = new Set(target === null ? [] : [target.name.key]);
        const mostLost = original.lostHoles.length;
        const question = {
          original,
          targets: () => targets,
          oneOfSeveral: filled.linesWithoutSorry === null,
          mostLost,
        };
        return (await bench.judge(spelled(filled.text), question, objections)).verdict;
      };
      if (hole.declaration?.keyword !== 'example') return { verdict: await pass(asIs, true), filling };
      const verdict = await pass(nameExamples, true);
      const plain = verdict.kind === 'accepted' ? await pass(asIs, false) : verdict;
      return { verdict: plain.kind === 'accepted' ? verdict : plain, filling };
    },

    async file(text, originalText, declaration) {
      const holes = originalText === null ? [] : findHoles(originalText);
      const reason = options.gate && originalText !== null ? gateOfFile(text, originalText, holes) : null;
      if (reason !== null) return { verdict: gateSaysNo(reason), declarations: [] };
      /** `isWhole`: every declaration of the file is there to be asked about, its examples too. */
      const pass = async (spelled: (text: string) => NamedExamples, isWhole: boolean): Promise<Judged> => {
        const original = originalText === null ? null : await bench.original(spelled(originalText));
        if (original?.kind === 'unchecked') return { verdict: original, declarations: [] };
        const lost = original?.lostHoles ?? [];
        if (isWhole && lost.length > 0 && declaration === null) return { verdict: notKept(lost[0]!), declarations: [] };
        const subject = original?.subject ?? null;
        const targets = (candidate: Subject): ReadonlySet<string> | string => {
          if (subject === null && declaration === null) return new Set(candidate.module.byKey.keys());
          const found = targetsOfFile(subject ?? candidate, declaration);
          return isWhole || typeof found !== 'string' ? found : new Set();
        };
        const mostLost = declaration === null ? lost.length : Infinity;
        return bench.judge(spelled(text), { original, targets, oneOfSeveral: false, mostLost }, () => []);
      };
      const named = await pass(nameExamples, true);
      const hasExamples = [text, originalText ?? ''].some((each) => nameExamples(each).offsets.length > 0);
      const plain = hasExamples && named.verdict.kind === 'accepted' ? await pass(asIs, false) : named;
      const judged = plain.verdict.kind === 'accepted' ? named : { ...plain, declarations: named.declarations };
      const line = originalText === null ? null : firstDifferenceOutside(text, originalText, holes);
      return line === null ? judged : { ...judged, verdict: withNote(judged.verdict, differsFrom(line)) };
    },

    close: () => removeScratch(scratch),
  };
}

const asIs = (text: string): NamedExamples => ({ text, offsets: [], lineBefore: (line) => line });

const differsFrom = (line: number): string =>
  `the text differs from the original outside its holes, first at line ${line} or below; what it declares is the same`;

function withNote(verdict: Verdict, note: string): Verdict {
  return verdict.kind === 'accepted' ? { ...verdict, notes: [...(verdict.notes ?? []), note] } : verdict;
}

const gateSaysNo = (reason: string): Verdict => ({ kind: 'rejected', by: 'gate', reason, sandbox: null });

/** The gate's word on what stands in the holes; on a file that is more than that the audit has the word. */
function gateOfFile(text: string, originalText: string, holes: readonly Hole[]): string | null {
  for (const filling of fillingsIn(text, originalText, holes) ?? []) {
    // A hole that is left is no forbidden word but work that is not done.
    if (/^(?:by\s+)?(?:sorry|admit)$/.test(filling.trim())) continue;
    const reason = gate({ kind: 'tactic', text: filling });
    if (reason !== null) return reason;
  }
  return null;
}

const noTarget = ({ line }: Hole): Unchecked => notKept(line);

function notKept(line: number): Unchecked {
  const detail = `Lean keeps no declaration with a sorry at line ${line} of the original, so there is nothing to audit`;
  return { kind: 'unchecked', why: 'notAuditable', detail };
}
