/** The one answer on a candidate or a file, by the steps of specs/lean.md 4.3. Everything else only gives hints. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../lean/diagnostics.ts';
import type { SandboxLevel } from '../lean/sandbox.ts';
import type { LeanInstallation } from '../lean/toolchain.ts';
import { fillingsIn } from './aligned-fillings.ts';
import { audit, type AuditResult, type DeclarationFacts, importedConstants, type Subject, subjectOf } from './audit.ts';
import { type Auditor, openAuditor } from './auditor.ts';
import type { Candidate } from './candidate.ts';
import { fill, hintOf } from './check-mode.ts';
import { compile, type Compilation } from './compile.ts';
import { NotAnExport, readCompiledModule } from './compiled-module.ts';
import { gate } from './gate.ts';
import { findHoles, type Hole } from './holes.ts';
import { readReplayAnswer, replayJob } from './replay-job.ts';
import type { Edit } from './splice.ts';
import { targetOfHole, targetsOfFile } from './targets.ts';
import { type Level, reaches, type Verdict } from './verdict.ts';

export type { DeclarationFacts } from './audit.ts';

export interface JudgeOptions {
  installation: LeanInstallation;
  /** How far to look. What cannot be reached here is `unchecked`, never quietly less. */
  level: Level;
  /** The confinement in which what was not trusted is compiled. */
  sandbox: SandboxLevel;
  /** Full names of axioms that may be used besides `propext`, `Classical.choice` and `Quot.sound`. */
  allowedAxioms: readonly string[];
  /** Whether a file may declare what its original does not. */
  allowNew: boolean;
  /** `false` leaves out the gate: for tests, which must see the audit stop what the gate would. */
  gate: boolean;
  /** For each process. */
  timeoutMs: number;
  memoryBytes: number | null;
  /** Where the auditor is kept compiled from one run to the next; without it, it is compiled for this judge alone. */
  cacheFolder?: string;
  signal: AbortSignal;
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

type Unchecked = Extract<Verdict, { kind: 'unchecked' }>;
type Compiled = Extract<Compilation, { kind: 'compiled' }>;
/** An original that compiles, as the auditor sees it; `subject` is null below the level `audit`. */
type Original = { kind: 'ready'; subject: Subject | null } | Unchecked;

/** What the audit is asked, beside the two modules. */
interface Question {
  original: Subject | null;
  targets: (candidate: Subject) => ReadonlySet<string> | string;
  oneOfSeveral: boolean;
}

export async function openJudge(options: JudgeOptions): Promise<Judge> {
  const scratch = await mkdtemp(join(tmpdir(), 'lemmahead-judge-'));
  const bench = new Bench(options, scratch);
  const judge: Judge = {
    async candidate(originalText, hole, candidate) {
      const reason = options.gate ? gate(candidate) : null;
      if (reason !== null) return { verdict: { kind: 'rejected', by: 'gate', reason, sandbox: null }, filling: null };
      const filled = fill(originalText, hole, candidate);
      const { filling } = filled;
      const original = await bench.original(originalText);
      if (original.kind === 'unchecked') return { verdict: original, filling };
      const target = original.subject && targetOfHole(original.subject, hole);
      if (original.subject !== null && target === null) return { verdict: noTarget(hole), filling };
      const { verdict } = await bench.judge(
        filled.text,
        {
          original: original.subject,
          targets: () => new Set(target === null ? [] : [target.name.key]),
          oneOfSeveral: filled.doneLines === null,
        },
        (diagnostics) => {
          const hint = hintOf(diagnostics, filled);
          return hint.kind === 'fails' ? hint.diagnostics : [];
        },
      );
      return { verdict, filling };
    },

    async file(text, originalText, declaration) {
      const original = originalText === null ? null : await bench.original(originalText);
      if (original?.kind === 'unchecked') return { verdict: original, declarations: [] };
      if (options.gate && originalText !== null) {
        const reason = gateOfFile(text, originalText);
        if (reason !== null) {
          return { verdict: { kind: 'rejected', by: 'gate', reason, sandbox: null }, declarations: [] };
        }
      }
      const subject = original?.subject ?? null;
      const targets = (candidate: Subject): ReadonlySet<string> | string =>
        subject === null && declaration === null
          ? new Set(candidate.module.byKey.keys())
          : targetsOfFile(subject ?? candidate, declaration);
      return bench.judge(text, { original: subject, targets, oneOfSeveral: false }, () => []);
    },

    close: () => rm(scratch, { recursive: true, force: true }),
  };
  return judge;
}

/** The gate's word on what stands in the holes; on a file that is more than that the audit has the word. */
function gateOfFile(text: string, originalText: string): string | null {
  const fillings = fillingsIn(text, originalText, findHoles(originalText)) ?? [];
  for (const filling of fillings) {
    // A hole that is left is no forbidden word but work that is not done.
    if (/^(?:by\s+)?(?:sorry|admit)$/.test(filling.trim())) continue;
    const reason = gate({ kind: 'tactic', text: filling });
    if (reason !== null) return reason;
  }
  return null;
}

function noTarget(hole: Hole): Unchecked {
  return {
    kind: 'unchecked',
    why: 'notAuditable',
    detail: `Lean keeps no declaration with a sorry at line ${hole.line}, so there is nothing to audit`,
  };
}

/** Compiles, exports, replays and compares; keeps what it knows of originals. */
class Bench {
  private readonly options: JudgeOptions;
  private readonly scratch: string;
  private readonly originals = new Map<string, Promise<Original>>();
  private auditor: ReturnType<typeof openAuditor> | null = null;
  private folders = 0;

  constructor(options: JudgeOptions, scratch: string) {
    this.options = options;
    this.scratch = scratch;
  }

  original(text: string): Promise<Original> {
    let known = this.originals.get(text);
    if (known === undefined) {
      known = this.readOriginal(text);
      this.originals.set(text, known);
      // What was stopped may go through the next time.
      void known.then(({ kind }) => kind === 'unchecked' && this.originals.delete(text));
    }
    return known;
  }

  /** Compiled and read before any candidate of it runs; from then on it lives in our memory alone. */
  private async readOriginal(text: string): Promise<Original> {
    const compiled = await this.compile(text);
    if (compiled.kind === 'stopped') return unchecked(compiled);
    if (compiled.kind === 'failed') {
      const [error] = compiled.diagnostics;
      const where = error === undefined ? '' : ` at ${error.line}:${error.column + 1}: ${error.text.split('\n')[0]}`;
      return { kind: 'unchecked', why: 'originalFails', detail: `the original has an error besides its holes${where}` };
    }
    try {
      if (!reaches(this.options.level, 'audit')) return { kind: 'ready', subject: null };
      const subject = await this.read(compiled);
      if (!('module' in subject)) return subject.kind === 'refused' ? auditFailed(subject.detail) : unchecked(subject);
      return { kind: 'ready', subject };
    } catch (error) {
      if (error instanceof NotAnExport) return auditFailed(error.message);
      throw error;
    } finally {
      await rm(compiled.folder, { recursive: true, force: true });
    }
  }

  /** `objections`: what of Lean's messages speaks against it, besides errors. */
  async judge(
    text: string,
    question: Question,
    objections: (diagnostics: Diagnostic[]) => Diagnostic[],
  ): Promise<{ verdict: Verdict; declarations: DeclarationFacts[] }> {
    const { sandbox, level } = this.options;
    const only = (verdict: Verdict): { verdict: Verdict; declarations: DeclarationFacts[] } => ({
      verdict,
      declarations: [],
    });
    const compiled = await this.compile(text);
    if (compiled.kind === 'stopped') return only(unchecked(compiled));
    const against = compiled.kind === 'failed' ? compiled.diagnostics : objections(compiled.diagnostics);
    if (compiled.kind === 'failed' || against.length > 0) {
      return only({ kind: 'rejected', by: 'lean', diagnostics: against, sandbox });
    }
    try {
      if (!reaches(level, 'audit')) {
        return only({ kind: 'accepted', level, axioms: [], conditional: [], sandbox });
      }
      const result = await this.audit(compiled, question);
      if ('kind' in result) return only(result);
      const { findings, axioms, conditional, declarations } = result;
      if (findings.length > 0) return { verdict: { kind: 'rejected', by: 'audit', findings, sandbox }, declarations };
      return { verdict: { kind: 'accepted', level: 'audit', axioms, conditional, sandbox }, declarations };
    } catch (error) {
      if (!(error instanceof NotAnExport)) throw error;
      return only(this.forged(error.message));
    } finally {
      await rm(compiled.folder, { recursive: true, force: true });
    }
  }

  private async audit(compiled: Compiled, question: Question): Promise<AuditResult | Verdict> {
    const { allowedAxioms, allowNew } = this.options;
    const { original } = question;
    const candidate = await this.read(compiled);
    if (!('module' in candidate)) {
      return candidate.kind === 'refused' ? this.forged(candidate.detail) : unchecked(candidate);
    }
    const auditor = await this.openedAuditor();
    if ('kind' in auditor) return auditor;
    const targets = question.targets(candidate);
    if (typeof targets === 'string') return { kind: 'unchecked', why: 'notAuditable', detail: targets };
    const nonce = auditor.nonce();
    const asked = new Set(importedConstants(candidate));
    if (original !== null) for (const key of importedConstants(original)) asked.add(key);
    const { imports } = (original ?? candidate).module;
    const job = replayJob(candidate.module, candidate.graph, imports, asked, nonce);
    const reply = await auditor.replay(job.text);
    if (reply.kind === 'stopped') return unchecked(reply);
    if (reply.kind === 'refused') return auditFailed(reply.detail);
    const answer = readReplayAnswer(reply.stdout, nonce, job.units.length);
    if (answer === null) return auditFailed('its answer is not whole');
    const { oneOfSeveral } = question;
    return audit({
      original,
      candidate,
      targets,
      oneOfSeveral,
      units: job.units,
      answer,
      allowedAxioms,
      allowNew,
    });
  }

  private forged(detail: string): Verdict {
    const { sandbox } = this.options;
    const words = `the compiled module is none that Lean wrote (${detail})`;
    return { kind: 'rejected', by: 'audit', findings: [{ rule: 'output', name: null, detail: words }], sandbox };
  }

  /** @throws {NotAnExport} */
  private async read({
    olean,
  }: Compiled): Promise<Subject | Exclude<Awaited<ReturnType<Auditor['export']>>, { kind: 'answered' }>> {
    const auditor = await this.openedAuditor();
    if ('kind' in auditor) return { kind: 'stopped', why: auditor.why, detail: auditor.detail };
    const answer = await auditor.export(olean);
    return answer.kind === 'answered' ? subjectOf(readCompiledModule(answer.stdout)) : answer;
  }

  private async openedAuditor(): Promise<Auditor | Unchecked> {
    const { installation, cacheFolder } = this.options;
    this.auditor ??= openAuditor({ installation, cacheFolder: cacheFolder ?? this.scratch, bounds: this.options });
    const auditor = await this.auditor;
    if (!('kind' in auditor)) return auditor;
    this.auditor = null;
    return auditor.kind === 'stopped' ? unchecked(auditor) : auditFailed(`Lean does not compile it: ${auditor.detail}`);
  }

  private compile(text: string): Promise<Compilation> {
    const folder = join(this.scratch, `subject-${++this.folders}`);
    return compile(text, folder, this.options.installation, this.options);
  }
}

function unchecked({ why, detail }: { why: Unchecked['why']; detail: string }): Unchecked {
  return { kind: 'unchecked', why, detail };
}

function auditFailed(detail: string): Unchecked {
  return {
    kind: 'unchecked',
    why: 'auditFailed',
    detail: `the auditor came to no answer: ${detail}`,
    next: 'lemmahead doctor --self-test',
  };
}
