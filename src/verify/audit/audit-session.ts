/** Compiles and audits texts for the judge, and caches data about originals. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstLine } from '../../base/one-line.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { addedCode } from './added-code.ts';
import { audit, type AuditResult, type DeclarationFacts, importedConstants } from './audit.ts';
import { hasHole } from './axioms.ts';
import { type Answer, type Auditor, openAuditor } from './auditor.ts';
import { compile, type Compilation } from './compile.ts';
import { type CompiledModule, NotAnExport, readCompiledModule } from './compiled-module.ts';
import { alignHygienicNames } from './hygienic-names.ts';
import { illFormed } from './ill-formed.ts';
import type { JudgeOptions } from './judge.ts';
import { type LeanName, nameOf, shownName } from './lean-name.ts';
import { type NamedExamples, withoutExampleNames } from './named-examples.ts';
import { type AcceptedFile, type CheckerResult, runChallengeChecker, runLeanchecker } from './external-checkers.ts';
import { CORE_AXIOM_NAMES, readReplayAnswer, replayJob } from './replay-job.ts';
import { type Subject, subjectOf } from './subject.ts';
import { removeScratch } from '../../lean/process/scratch-folder.ts';
import { HeaderCheck } from '../trial/header-check.ts';
import { type Finding, type Level, reaches, type Verdict } from '../verdict.ts';

export type Unchecked = Extract<Verdict, { kind: 'unchecked' }>;
type LineMap = NamedExamples['originalLine'];
type Compiled = Extract<Compilation, { kind: 'compiled' }>;

/** An original that compiles. */
export interface Original {
  kind: 'ready';
  text: string;
  /** The exported module; null below the level `audit`. */
  subject: Subject | null;
  /** Its compiled module. Stored in memory, because an untrusted process might reach a file. */
  olean: Buffer | null;
  /** 1-based lines of each `sorry` in a declaration that Lean does not store, such as an `example` made by a macro. */
  discardedHoles: readonly number[];
}

/** A compiled text as data, or why there is none. */
export type Elaborated =
  | { kind: 'elaborated'; subject: Subject }
  | { kind: 'fails'; diagnostics: Diagnostic[] }
  | Unchecked;

/** The input of an audit, in addition to the candidate. */
export interface AuditTask {
  original: Original | null;
  /** Keys of the declarations that must be proved; a string gives the reason for having no keys. */
  targets: (candidate: Subject) => ReadonlySet<string> | string;
  otherHolesMayRemain: boolean;
  /** The maximum number of `sorry`s in declarations that Lean does not store. */
  maxDiscardedHoles: number;
}

/** The result of an audit, with its targets. */
type Audited = AuditResult & { proved: { name: string; kind: string }[]; newNames: string[] };

export interface JudgeResult {
  verdict: Verdict;
  declarations: DeclarationFacts[];
}

/** Compiles, exports, replays and compares. Caches data about originals. */
export class AuditSession {
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

  original({ text, originalLine }: NamedExamples): Promise<Original | Unchecked> {
    let known = this.originals.get(text);
    if (known === undefined) {
      known = this.readOriginal(text, originalLine);
      this.originals.set(text, known);
      // A stopped check may succeed the next time.
      void known.then(({ kind }) => kind === 'unchecked' && this.originals.delete(text));
    }
    return known;
  }

  /** Compiles and reads the original before any of its candidates runs. After that, it exists only in our memory. */
  private async readOriginal(text: string, originalLine: LineMap): Promise<Original | Unchecked> {
    const compiled = await this.compile(text, originalLine);
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
      const ready = { kind: 'ready', text, subject: null, olean: null, discardedHoles: [] } as const;
      if (!reaches(level, 'audit')) return ready;
      const subject = await this.read(compiled);
      if (!('module' in subject)) return subject.kind === 'refused' ? auditFailed(subject.detail) : unchecked(subject);
      const discardedHoles = linesOfDiscardedHoles(subject, compiled.diagnostics, originalLine);
      return { ...ready, subject, olean: await readFile(compiled.olean), discardedHoles };
    } catch (error) {
      if (error instanceof NotAnExport) return auditFailed(error.message);
      throw error;
    } finally {
      await removeScratch(compiled.folder);
    }
  }

  async elaborate(text: string): Promise<Elaborated> {
    const compiled = await this.compile(text, (line) => line);
    if (compiled.kind === 'stopped') return unchecked(compiled);
    if (compiled.kind === 'failed') return { kind: 'fails', diagnostics: compiled.diagnostics };
    try {
      const subject = await this.read(compiled);
      if ('module' in subject) return { kind: 'elaborated', subject };
      return subject.kind === 'refused' ? auditFailed(subject.detail) : unchecked(subject);
    } catch (error) {
      if (error instanceof NotAnExport) return auditFailed(error.message);
      throw error;
    } finally {
      await removeScratch(compiled.folder);
    }
  }

  /** `objections`: selects the messages, other than errors, for which the text is rejected. */
  async judge(
    { text, originalLine }: NamedExamples,
    task: AuditTask,
    objections: (diagnostics: Diagnostic[]) => Diagnostic[],
  ): Promise<JudgeResult> {
    const { sandbox, level } = this.options;
    const compiled = await this.compile(text, originalLine);
    if (compiled.kind === 'stopped') return only(unchecked(compiled));
    const against = compiled.kind === 'failed' ? compiled.diagnostics : objections(compiled.diagnostics);
    if (compiled.kind === 'failed' || against.length > 0) {
      return only({ kind: 'rejected', by: 'lean', diagnostics: against, sandbox });
    }
    try {
      if (!reaches(level, 'audit')) return only({ kind: 'accepted', level, axioms: [], conditional: [], sandbox });
      const result = await this.audit(compiled, task, originalLine);
      if ('kind' in result) return only(result);
      const declarations = result.declarations.map((facts) => asWritten(facts, originalLine));
      const findings = [...codeFindings(text, task, originalLine, result.newNames), ...result.findings].map(
        ({ rule, name, detail }) => ({
          rule,
          name: name && withoutExampleNames(name),
          detail: withoutExampleNames(detail),
        }),
      );
      if (findings.length > 0) return { verdict: { kind: 'rejected', by: 'audit', findings, sandbox }, declarations };
      return { verdict: await this.runExternalCheckers(text, compiled, task, result), declarations };
    } catch (error) {
      // Terms can be deeper than our stack. The result is then unknown, and the run must continue with other files.
      if (error instanceof RangeError) return only(auditFailed('some terms are too deep to compare'));
      if (!(error instanceof NotAnExport)) throw error;
      return only(this.forged(error.message));
    } finally {
      await removeScratch(compiled.folder);
    }
  }

  /** Runs the checkers for the levels above `audit` on an accepted file. A conditional proof is not challenged. */
  private async runExternalCheckers(
    text: string,
    { folder }: Compiled,
    { original }: AuditTask,
    { axioms, conditional, proved, unknownExtensions }: Audited,
  ): Promise<Verdict> {
    const { installation, level: requested, sandbox, allowedAxioms } = this.options;
    const accepted: AcceptedFile = {
      folder,
      text,
      original: original?.olean ? { text: original.text, olean: original.olean } : null,
      theorems: proved.filter(({ kind }) => kind === 'theorem').map(({ name }) => name),
      definitions: proved.filter(({ kind }) => kind !== 'theorem').map(({ name }) => name),
      axioms: [...CORE_AXIOM_NAMES, ...allowedAxioms],
    };
    let level: Level = 'audit';
    const steps = [
      { reached: 'kernel', run: runLeanchecker },
      { reached: 'challenge', run: runChallengeChecker },
    ] as const;
    for (const { reached, run } of steps) {
      if (!reaches(requested, reached) || (reached === 'challenge' && conditional.length > 0)) break;
      const result: CheckerResult = await run(accepted, installation, this.options);
      if (result.kind === 'noResult') return unchecked(result);
      if (result.kind === 'rejects') return { kind: 'rejected', by: 'audit', findings: [result.finding], sandbox };
      level = reached;
    }
    const notes = unknownExtensions.map(
      (name) => `the file's entries in ${name} differ from the original's; the audit cannot judge this difference`,
    );
    const noted = notes.length === 0 ? {} : { notes };
    return { kind: 'accepted', level, axioms, conditional: conditional.map(withoutExampleNames), ...noted, sandbox };
  }

  private async audit(compiled: Compiled, task: AuditTask, originalLine: LineMap): Promise<Audited | Verdict> {
    const { allowedAxioms, allowNew, installation } = this.options;
    const original = task.original?.subject ?? null;
    const candidate = await this.read(compiled);
    if (!('module' in candidate)) {
      return candidate.kind === 'refused' ? this.forged(candidate.detail) : unchecked(candidate);
    }
    const auditor = await this.getAuditor();
    if ('kind' in auditor) return auditor;
    const compared =
      original === null ? candidate : subjectOf(alignHygienicNames(original.module, candidate.module), original);
    const targets = task.targets(compared);
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
    if (answer === null) return auditFailed('its answer is incomplete');
    const { otherHolesMayRemain } = task;
    const { units } = job;
    const before = task.original?.olean ?? null;
    const result = audit({
      ...{ original, candidate: compared, targets, otherHolesMayRemain, units, answer, allowedAxioms, allowNew },
      oleans: before && { original: before, candidate: await readFile(compiled.olean) },
      generation: installation.version.generation,
      faults: illFormed(candidate.module, answer),
    });
    const discarded = linesOfDiscardedHoles(candidate, compiled.diagnostics, originalLine);
    if (discarded.length > task.maxDiscardedHoles) result.findings.unshift(discardedHole(discarded.at(-1)!));
    const proved = compared.module.declarations.filter(({ name }) => targets.has(name.key));
    const shown = proved.map(({ name, kind }) => ({ name: shownName(name), kind }));
    return { ...result, proved: shown, newNames: lastPartsOfNewNames(candidate, original) };
  }

  private forged(detail: string): Verdict {
    const { sandbox } = this.options;
    const words = `Lean did not write the compiled module (${detail})`;
    return { kind: 'rejected', by: 'audit', findings: [{ rule: 'output', name: null, detail: words }], sandbox };
  }

  /** @throws {NotAnExport} */
  private async read({ olean }: Compiled): Promise<Subject | Exclude<Answer, { kind: 'answered' }>> {
    const auditor = await this.getAuditor();
    if ('kind' in auditor) return { kind: 'stopped', why: auditor.why, detail: auditor.detail };
    const answer = await auditor.export(olean);
    return answer.kind === 'answered' ? subjectOf(readCompiledModule(answer.stdout)) : answer;
  }

  private async getAuditor(): Promise<Auditor | Unchecked> {
    const { installation, cacheFolder } = this.options;
    this.auditor ??= openAuditor({ installation, cacheFolder: cacheFolder ?? this.scratch, bounds: this.options });
    const auditor = await this.auditor;
    if (!('kind' in auditor)) return auditor;
    this.auditor = null;
    return auditor.kind === 'stopped' ? unchecked(auditor) : auditFailed(`Lean cannot compile it: ${auditor.detail}`);
  }

  private async compile(text: string, originalLine: LineMap): Promise<Compilation> {
    const compiled = await this.compileIn(text);
    if (compiled.kind === 'stopped') return compiled;
    if (compiled.kind === 'compiled') this.headers.recordSuccess(text);
    else {
      const failure = await this.headers.failure(text, compiled.diagnostics, this.options.signal);
      if (failure !== null) return { kind: 'stopped', ...failure, diagnostics: compiled.diagnostics };
    }
    const diagnostics = compiled.diagnostics.map((each) => ({
      ...each,
      line: originalLine(each.line),
      ...(each.endLine === undefined ? {} : { endLine: originalLine(each.endLine) }),
    }));
    return { ...compiled, diagnostics };
  }

  /** Compiles in a new folder. */
  private compileIn(text: string): Promise<Compilation> {
    const folder = join(this.scratch, `subject-${++this.folders}`);
    return compile(text, folder, this.options.installation, this.options);
  }
}

const asWritten = (facts: DeclarationFacts, originalLine: LineMap): DeclarationFacts => ({
  ...facts,
  name: withoutExampleNames(facts.name),
  line: facts.line && originalLine(facts.line),
});

function discardedHole(line: number): Finding {
  const detail = `Lean warns of a sorry at line ${line}, in a declaration that it does not store`;
  return { rule: 'sorry', name: null, detail };
}

/** The lines of Lean's warnings about a `sorry` in a declaration that the module does not contain. */
function linesOfDiscardedHoles(subject: Subject, diagnostics: readonly Diagnostic[], originalLine: LineMap): number[] {
  const ranges = subject.module.declarations
    .filter((declared) => hasHole(subject, declared))
    .flatMap(({ name }) => rangeAround(subject.module, name) ?? []);
  const isStored = (line: number): boolean =>
    ranges.some((range) => originalLine(range.line) <= line && line <= originalLine(range.endLine));
  const warnings = diagnostics.filter((each) => each.class === 'declaration_uses_sorry');
  return warnings.map(({ line }) => line).filter((line) => !isStored(line));
}

/** The range of a declaration or of the declaration that it was made with: a field's default is with its structure. */
function rangeAround({ ranges }: CompiledModule, { parts }: LeanName): { line: number; endLine: number } | undefined {
  for (let length = parts.length; length > 0; length--) {
    const range = ranges.get(nameOf(parts.slice(0, length)).key);
    if (range !== undefined) return range;
  }
  return undefined;
}

function lastPartsOfNewNames({ module }: Subject, original: Subject | null): string[] {
  const added = module.declarations.filter(({ name }) => original?.module.byKey.has(name.key) !== true);
  return added.map(({ name }) => String(name.parts.at(-1)));
}

const CODE_REASONS = {
  added: 'runs code that the original does not have',
  above: 'runs code, and the text above it differs from the original',
  hidden: 'is in a comment, string or number that the original does not have, and versions of Lean may read it as code',
};

/** Code that runs while the file is compiled is never part of a filling, even if other new declarations are allowed. */
function codeFindings(
  text: string,
  { original }: AuditTask,
  originalLine: LineMap,
  newNames: readonly string[],
): Finding[] {
  if (original === null) return [];
  return addedCode(text, original.text, newNames).map(({ line, word, why }) => ({
    rule: 'code',
    name: null,
    detail: `'${word}' at line ${originalLine(line)} ${CODE_REASONS[why ?? 'added']}`,
  }));
}

const only = (verdict: Verdict): JudgeResult => ({ verdict, declarations: [] });

function unchecked({ why, detail }: { why: Unchecked['why']; detail: string }): Unchecked {
  return { kind: 'unchecked', why, detail };
}

function auditFailed(detail: string): Unchecked {
  return {
    kind: 'unchecked',
    why: 'auditFailed',
    detail: `the auditor gave no result: ${detail}`,
    next: 'lemmahead doctor --self-test',
  };
}
