/** Where texts are compiled and audited: what the judge decides with, and what it remembers of originals. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstLine } from '../../base/one-line.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { addedCode } from './added-code.ts';
import { audit, type AuditResult, type DeclarationFacts, importedConstants } from './audit.ts';
import { isHoled } from './axioms.ts';
import { type Answer, type Auditor, openAuditor } from './auditor.ts';
import { compile, type Compilation } from './compile.ts';
import { type CompiledModule, NotAnExport, readCompiledModule } from './compiled-module.ts';
import { withNamesOf } from './hygienic-names.ts';
import { illFormed } from './ill-formed.ts';
import type { JudgeOptions } from './judge.ts';
import { type LeanName, nameOf, shownName } from './lean-name.ts';
import { type NamedExamples, withoutNames } from './named-examples.ts';
import { type Accepted, askChallenger, askLeanchecker, type Opinion } from './outside-checkers.ts';
import { CORE_AXIOM_NAMES, readReplayAnswer, replayJob } from './replay-job.ts';
import { type Subject, subjectOf } from './subject.ts';
import { removeScratch } from '../../lean/process/scratch-folder.ts';
import { HeaderCheck } from '../trial/header-check.ts';
import { type Finding, type Level, reaches, type Verdict } from '../verdict.ts';

export type Unchecked = Extract<Verdict, { kind: 'unchecked' }>;
type LineBefore = NamedExamples['lineBefore'];
type Compiled = Extract<Compilation, { kind: 'compiled' }>;

/** An original that compiles. */
export interface Original {
  kind: 'ready';
  text: string;
  /** As the auditor sees it; null below the level `audit`. */
  subject: Subject | null;
  /** Its compiled module. It is kept in memory: a file would lie where a stranger's process might reach it. */
  olean: Buffer | null;
  /** 1-based lines of each `sorry` in a declaration that Lean does not keep, as in an `example` that a macro makes. */
  lostHoles: readonly number[];
}

/** What the audit is asked, beside the two modules. */
export interface Question {
  original: Original | null;
  /** Keys of what must be done; a string says why nothing can be. */
  targets: (candidate: Subject) => ReadonlySet<string> | string;
  oneOfSeveral: boolean;
  /** How many `sorry`s may be in declarations that Lean does not keep. */
  mostLost: number;
}

/** An audit with what was to be done. */
type Audited = AuditResult & { proved: { name: string; kind: string }[]; newNames: string[] };

export interface Judged {
  verdict: Verdict;
  declarations: DeclarationFacts[];
}

/** Compiles, exports, replays and compares; keeps what it knows of originals. */
export class Bench {
  private readonly options: JudgeOptions;
  private readonly scratch: string;
  private readonly originals = new Map<string, Promise<Original | Unchecked>>();
  private auditor: ReturnType<typeof openAuditor> | null = null;
  private folders = 0;
  private readonly headers: HeaderCheck;

  constructor(options: JudgeOptions, scratch: string) {
    this.options = options;
    this.scratch = scratch;
    this.headers = new HeaderCheck(async (text) => {
      const compiled = await this.compileIn(text);
      if (compiled.kind === 'stopped') return compiled;
      if (compiled.kind === 'compiled') await removeScratch(compiled.folder);
      return { kind: 'ended', diagnostics: compiled.diagnostics };
    });
  }

  original({ text, lineBefore }: NamedExamples): Promise<Original | Unchecked> {
    let known = this.originals.get(text);
    if (known === undefined) {
      known = this.readOriginal(text, lineBefore);
      this.originals.set(text, known);
      // What was stopped may go through the next time.
      void known.then(({ kind }) => kind === 'unchecked' && this.originals.delete(text));
    }
    return known;
  }

  /** Compiled and read before any candidate of it runs; from then on it lives in our memory alone. */
  private async readOriginal(text: string, lineBefore: LineBefore): Promise<Original | Unchecked> {
    const compiled = await this.compile(text, lineBefore);
    if (compiled.kind === 'stopped') return unchecked(compiled);
    if (compiled.kind === 'failed') {
      const [error] = compiled.diagnostics;
      const where = error === undefined ? '' : ` at ${error.line}:${error.column + 1}: ${firstLine(error.text)}`;
      const detail = `the original has an error besides its holes${where}`;
      const place = error && { line: error.line, column: error.column };
      return { kind: 'unchecked', why: 'originalFails', detail, ...(place && { place }) };
    }
    try {
      const { level } = this.options;
      const ready = { kind: 'ready', text, subject: null, olean: null, lostHoles: [] } as const;
      if (!reaches(level, 'audit')) return ready;
      const subject = await this.read(compiled);
      if (!('module' in subject)) return subject.kind === 'refused' ? auditFailed(subject.detail) : unchecked(subject);
      const lostHoles = linesOfLostHoles(subject, compiled.diagnostics, lineBefore);
      return { ...ready, subject, olean: await readFile(compiled.olean), lostHoles };
    } catch (error) {
      if (error instanceof NotAnExport) return auditFailed(error.message);
      throw error;
    } finally {
      await removeScratch(compiled.folder);
    }
  }

  /** `objections`: what of Lean's messages speaks against it, besides errors. */
  async judge(
    { text, lineBefore }: NamedExamples,
    question: Question,
    objections: (diagnostics: Diagnostic[]) => Diagnostic[],
  ): Promise<Judged> {
    const { sandbox, level } = this.options;
    const compiled = await this.compile(text, lineBefore);
    if (compiled.kind === 'stopped') return only(unchecked(compiled));
    const against = compiled.kind === 'failed' ? compiled.diagnostics : objections(compiled.diagnostics);
    if (compiled.kind === 'failed' || against.length > 0) {
      return only({ kind: 'rejected', by: 'lean', diagnostics: against, sandbox });
    }
    try {
      if (!reaches(level, 'audit')) return only({ kind: 'accepted', level, axioms: [], conditional: [], sandbox });
      const result = await this.audit(compiled, question, lineBefore);
      if ('kind' in result) return only(result);
      const declarations = result.declarations.map((facts) => asWritten(facts, lineBefore));
      const findings = [...codeFindings(text, question, lineBefore, result.newNames), ...result.findings].map(
        ({ rule, name, detail }) => ({
          rule,
          name: name && withoutNames(name),
          detail: withoutNames(detail),
        }),
      );
      if (findings.length > 0) return { verdict: { kind: 'rejected', by: 'audit', findings, sandbox }, declarations };
      return { verdict: await this.askOutside(text, compiled, question, result), declarations };
    } catch (error) {
      // Terms can be deeper than our stack: that is no answer, and no bug that may end a run over other files.
      if (error instanceof RangeError) return only(auditFailed('it has terms too deep to be compared'));
      if (!(error instanceof NotAnExport)) throw error;
      return only(this.forged(error.message));
    } finally {
      await removeScratch(compiled.folder);
    }
  }

  /** Levels above the audit, on what it has accepted. What still rests on holes is no finished proof to challenge. */
  private async askOutside(
    text: string,
    { folder }: Compiled,
    { original }: Question,
    { axioms, conditional, proved, unknownExtensions }: Audited,
  ): Promise<Verdict> {
    const { installation, level: wanted, sandbox, allowedAxioms } = this.options;
    const accepted: Accepted = {
      folder,
      text,
      original: original?.olean ? { text: original.text, olean: original.olean } : null,
      theorems: proved.filter(({ kind }) => kind === 'theorem').map(({ name }) => name),
      definitions: proved.filter(({ kind }) => kind !== 'theorem').map(({ name }) => name),
      axioms: [...CORE_AXIOM_NAMES, ...allowedAxioms],
    };
    let level: Level = 'audit';
    const steps = [
      { reached: 'kernel', ask: askLeanchecker },
      { reached: 'challenge', ask: askChallenger },
    ] as const;
    for (const { reached, ask } of steps) {
      if (!reaches(wanted, reached) || (reached === 'challenge' && conditional.length > 0)) break;
      const opinion: Opinion = await ask(accepted, installation, this.options);
      if (opinion.kind === 'none') return unchecked(opinion);
      if (opinion.kind === 'refuses') return { kind: 'rejected', by: 'audit', findings: [opinion.finding], sandbox };
      level = reached;
    }
    const notes = unknownExtensions.map(
      (name) => `what the file stores in ${name} differs from the original's, and is not compared`,
    );
    const told = notes.length === 0 ? {} : { notes };
    return { kind: 'accepted', level, axioms, conditional: conditional.map(withoutNames), ...told, sandbox };
  }

  private async audit(compiled: Compiled, question: Question, lineBefore: LineBefore): Promise<Audited | Verdict> {
    const { allowedAxioms, allowNew, installation } = this.options;
    const original = question.original?.subject ?? null;
    const candidate = await this.read(compiled);
    if (!('module' in candidate)) {
      return candidate.kind === 'refused' ? this.forged(candidate.detail) : unchecked(candidate);
    }
    const auditor = await this.openedAuditor();
    if ('kind' in auditor) return auditor;
    const compared =
      original === null ? candidate : subjectOf(withNamesOf(original.module, candidate.module), original);
    const targets = question.targets(compared);
    if (typeof targets === 'string') return { kind: 'unchecked', why: 'notAuditable', detail: targets };
    const nonce = auditor.nonce();
    const imported = new Set(importedConstants(candidate));
    if (original !== null) for (const key of importedConstants(original)) imported.add(key);
    const { imports } = (original ?? candidate).module;
    const job = replayJob(candidate.module, candidate.graph, imports, imported, nonce);
    const reply = await auditor.replay(job.text);
    if (reply.kind === 'stopped') return unchecked(reply);
    if (reply.kind === 'refused') return auditFailed(reply.detail);
    const answer = readReplayAnswer(reply.stdout, nonce, job);
    if (answer === null) return auditFailed('its answer is not whole');
    const { oneOfSeveral } = question;
    const { units } = job;
    const before = question.original?.olean ?? null;
    const result = audit({
      ...{ original, candidate: compared, targets, oneOfSeveral, units, answer, allowedAxioms, allowNew },
      oleans: before && { original: before, candidate: await readFile(compiled.olean) },
      generation: installation.version.generation,
      faults: illFormed(candidate.module, answer),
    });
    const lost = linesOfLostHoles(candidate, compiled.diagnostics, lineBefore);
    if (lost.length > question.mostLost) result.findings.unshift(lostHole(lost.at(-1)!));
    const proved = compared.module.declarations.filter(({ name }) => targets.has(name.key));
    const shown = proved.map(({ name, kind }) => ({ name: shownName(name), kind }));
    return { ...result, proved: shown, newNames: lastPartsOfNew(candidate, original) };
  }

  private forged(detail: string): Verdict {
    const { sandbox } = this.options;
    const words = `the compiled module is none that Lean wrote (${detail})`;
    return { kind: 'rejected', by: 'audit', findings: [{ rule: 'output', name: null, detail: words }], sandbox };
  }

  /** @throws {NotAnExport} */
  private async read({ olean }: Compiled): Promise<Subject | Exclude<Answer, { kind: 'answered' }>> {
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

  private async compile(text: string, lineBefore: LineBefore): Promise<Compilation> {
    const compiled = await this.compileIn(text);
    if (compiled.kind === 'stopped') return compiled;
    if (compiled.kind === 'compiled') this.headers.recordSuccess(text);
    else {
      const failure = await this.headers.failure(text, compiled.diagnostics, this.options.signal);
      if (failure !== null) return { kind: 'stopped', ...failure, diagnostics: compiled.diagnostics };
    }
    const diagnostics = compiled.diagnostics.map((each) => ({
      ...each,
      line: lineBefore(each.line),
      ...(each.endLine === undefined ? {} : { endLine: lineBefore(each.endLine) }),
    }));
    return { ...compiled, diagnostics };
  }

  /** In a folder of its own. */
  private compileIn(text: string): Promise<Compilation> {
    const folder = join(this.scratch, `subject-${++this.folders}`);
    return compile(text, folder, this.options.installation, this.options);
  }
}

const asWritten = (facts: DeclarationFacts, lineBefore: LineBefore): DeclarationFacts => ({
  ...facts,
  name: withoutNames(facts.name),
  line: facts.line && lineBefore(facts.line),
});

function lostHole(line: number): Finding {
  const detail = `Lean warns of a sorry at line ${line}, in a declaration that it does not keep`;
  return { rule: 'sorry', name: null, detail };
}

/** Lean warns of each declaration with a `sorry`: the lines of those that are not there to be compared. */
function linesOfLostHoles(subject: Subject, diagnostics: readonly Diagnostic[], lineBefore: LineBefore): number[] {
  const ranges = subject.module.declarations
    .filter((declared) => isHoled(subject, declared))
    .flatMap(({ name }) => rangeAround(subject.module, name) ?? []);
  const isKept = (line: number): boolean =>
    ranges.some((range) => lineBefore(range.line) <= line && line <= lineBefore(range.endLine));
  const warnings = diagnostics.filter((each) => each.class === 'declaration_uses_sorry');
  return warnings.map(({ line }) => line).filter((line) => !isKept(line));
}

/** Where a declaration stands, or what it was made with: the default of a field stands with its structure. */
function rangeAround({ ranges }: CompiledModule, { parts }: LeanName): { line: number; endLine: number } | undefined {
  for (let length = parts.length; length > 0; length--) {
    const range = ranges.get(nameOf(parts.slice(0, length)).key);
    if (range !== undefined) return range;
  }
  return undefined;
}

function lastPartsOfNew({ module }: Subject, original: Subject | null): string[] {
  const added = module.declarations.filter(({ name }) => original?.module.byKey.has(name.key) !== true);
  return added.map(({ name }) => String(name.parts.at(-1)));
}

const CODE_REASONS = {
  added: 'runs code that the original does not have',
  above: 'runs code, and the text above it differs from the original',
  hidden: 'is in a comment, string or number that the original does not have, and versions of Lean may read it as code',
};

/** What runs while the file is compiled is nothing that a hole asks for, whatever else new is welcome. */
function codeFindings(
  text: string,
  { original }: Question,
  lineBefore: LineBefore,
  newNames: readonly string[],
): Finding[] {
  if (original === null) return [];
  return addedCode(text, original.text, newNames).map(({ line, word, why }) => ({
    rule: 'code',
    name: null,
    detail: `'${word}' at line ${lineBefore(line)} ${CODE_REASONS[why ?? 'added']}`,
  }));
}

const only = (verdict: Verdict): Judged => ({ verdict, declarations: [] });

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
