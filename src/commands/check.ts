/** `lemmahead check`: runs the judge on each file and reports its verdict. Does not change the user's files. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { explainMissingImport } from '../lean/toolchain/missing-imports.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import { readUserFile, type UserFile } from '../lean/user-file.ts';
import { checkReport, worstExit, type JudgedFile } from '../report/check-report.ts';
import { renderCheck } from '../report/check-text.ts';
import { clickablePath } from '../report/clickable-path.ts';
import type { Progress } from '../ui/progress.ts';
import type { DeclarationFacts } from '../verify/audit/judge.ts';
import type { UncheckedReason, Verdict } from '../verify/verdict.ts';
import type { CheckCommandOptions } from '../options/check-options.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { Command } from './command.ts';
import { findLeanFor, judgeFor, sandboxFor } from '../session/judging.ts';

/** Returns the highest exit code of all files: `done`, `no`, `missing`, `budget`, `refused`. */
export const check: Command<CheckCommandOptions> = async (options, context) => {
  validateOptions(options);
  const read = (file: string): Promise<UserFile> => readUserFile(resolve(context.cwd, file));
  // Read all files before starting Lean, so a mistyped path fails at once.
  const files = [];
  for (const file of options.files) files.push(await read(file));
  const original = options.against === null ? null : await read(options.against);
  const judged: JudgedFile[] = [];
  for (const [number, file] of files.entries()) {
    const path = clickablePath(file.path, context.cwd);
    const against = original && clickablePath(original.path, context.cwd);
    const job = { file, original, showProgress: (line: Progress) => line.update(number, files.length, path) };
    const result = await judge(job, options, context);
    judged.push({ path, against, text: file.text, only: options.decl, ...result });
    context.signal.throwIfAborted();
  }
  const report = checkReport(judged, { level: options.level, allowedAxioms: options.allowAxioms });
  return { exit: worstExit(report), data: { ...report }, render: (style) => renderCheck(report, style) };
};

/** Rejects senseless combinations before any file is read. */
function validateOptions({ files, against, allowNew, level, allowAxioms }: CheckCommandOptions): void {
  const example = 'lemmahead check Filled.lean --against Original.lean';
  if (against !== null && files.length !== 1) {
    throw misuse(`--against compares one file with one original, but ${files.length} files were given.`, example);
  }
  if (against !== null && level === 'compile') {
    throw misuse('--level compile does not compare with an original.', 'Omit --level or --against.');
  }
  if (against === null && allowNew) throw misuse('--allow-new needs --against.', `${example} --allow-new`);
  const stray = allowAxioms.find((name) => /[\s'"`(){}]/.test(name.replaceAll(/«[^»]*»|(?<=\S)'+/gu, '')));
  if (stray !== undefined)
    throw misuse(`'${stray}' is not the name of an axiom.`, 'Give full names: --allow-axioms My.axiom');
}

function misuse(message: string, next: string): Failure {
  return new Failure('usage', 'usage', { message, next });
}

interface CheckJob {
  file: UserFile;
  original: UserFile | null;
  showProgress: (line: Progress) => void;
}

interface JudgeResult {
  lean: LeanInstallation | null;
  verdict: Verdict;
  declarations: readonly DeclarationFacts[];
}

/** If the machine lacks something, the verdict is `unchecked`: this says nothing about the file. */
async function judge(
  { file, original, showProgress }: CheckJob,
  options: CheckCommandOptions,
  context: CommandContext,
): Promise<JudgeResult> {
  let lean: LeanInstallation | null = null;
  try {
    // The original's project is trusted; the checked file may be anywhere.
    lean = await findLeanFor((original ?? file).path, context);
    const sandbox = await sandboxFor(options);
    const opened = await judgeFor(
      options,
      { file: (original ?? file).path, installation: lean, sandbox, allowNew: options.allowNew },
      context,
    );
    // Started only now, because opening the judge may run the self-test, which has its own progress line.
    const progress = context.startProgress('Checking');
    showProgress(progress);
    try {
      const { verdict, declarations } = await opened.file(file.text, original?.text ?? null, options.decl);
      return { lean, verdict: withImportHint(verdict, lean), declarations };
    } finally {
      progress.stop();
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.detail.exit !== 'missing') throw error;
    return { lean, verdict: uncheckedBy(error), declarations: [] };
  }
}

/** The judge only has Lean's message about a missing import; the project tells who owns the module and how to build it. */
function withImportHint(verdict: Verdict, { projectRoot }: LeanInstallation): Verdict {
  if (verdict.kind !== 'unchecked' || verdict.why !== 'importsMissing') return verdict;
  const { why, next } = explainMissingImport(verdict.detail, projectRoot);
  return { ...verdict, detail: why, next };
}

const REASONS: Record<string, UncheckedReason> = {
  'sandbox-too-weak': 'sandboxTooWeak',
  'self-test-failed': 'selfTestFailed',
};

function uncheckedBy({ detail }: Failure): Verdict {
  const { code, message, reason, next } = detail;
  return {
    kind: 'unchecked',
    why: REASONS[code] ?? 'leanMissing',
    detail: reason === undefined ? message : `${message} ${reason}`,
    ...(next === undefined ? {} : { next }),
  };
}
