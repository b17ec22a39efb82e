/** `lemmahead check`: hands each file to the judge and reports what it says. The user's files are only read. */
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
import type { CheckCommandOptions } from './check-options.ts';
import type { Command, CommandContext } from './command.ts';
import { findLeanFor, judgeFor, sandboxFor } from './judging.ts';

/** Exit by the file with the highest code: `done`, `no`, `missing`, `budget`, `refused`. */
export const check: Command<CheckCommandOptions> = async (options, context) => {
  requireSense(options);
  const read = (file: string): Promise<UserFile> => readUserFile(resolve(context.cwd, file));
  // All of them before Lean is started: a name that is mistyped is said at once.
  const files = [];
  for (const file of options.files) files.push(await read(file));
  const original = options.against === null ? null : await read(options.against);
  const judged: JudgedFile[] = [];
  for (const [number, file] of files.entries()) {
    const path = clickablePath(file.path, context.cwd);
    const against = original && clickablePath(original.path, context.cwd);
    const turn = { file, original, showProgress: (line: Progress) => line.update(number, files.length, path) };
    const answer = await judge(turn, options, context);
    judged.push({ path, against, text: file.text, only: options.decl, ...answer });
    context.signal.throwIfAborted();
  }
  const report = checkReport(judged, { level: options.level, allowedAxioms: options.allowAxioms });
  return { exit: worstExit(report), data: { ...report }, render: (style) => renderCheck(report, style) };
};

/** What cannot be meant is said before anything is read. */
function requireSense({ files, against, allowNew, level, allowAxioms }: CheckCommandOptions): void {
  const example = 'lemmahead check Filled.lean --against Original.lean';
  if (against !== null && files.length !== 1) {
    throw misuse(`--against compares one file with one original, and ${files.length} files were named.`, example);
  }
  if (against !== null && level === 'compile') {
    throw misuse('--level compile compares nothing with an original.', 'Leave out --level, or leave out --against.');
  }
  if (against === null && allowNew)
    throw misuse('--allow-new says nothing without --against.', `${example} --allow-new`);
  const stray = allowAxioms.find((name) => /[\s'"`(){}]/.test(name.replaceAll(/«[^»]*»|(?<=\S)'+/gu, '')));
  if (stray !== undefined)
    throw misuse(`'${stray}' is no name of an axiom.`, 'Give full names: --allow-axioms My.axiom');
}

function misuse(message: string, next: string): Failure {
  return new Failure({ exit: 'usage', code: 'usage', message, next });
}

interface Turn {
  file: UserFile;
  original: UserFile | null;
  showProgress: (line: Progress) => void;
}

interface Judged {
  lean: LeanInstallation | null;
  verdict: Verdict;
  declarations: readonly DeclarationFacts[];
}

/** What is missing on the machine is an answer of its own here: the file is neither right nor wrong by it. */
async function judge(
  { file, original, showProgress }: Turn,
  options: CheckCommandOptions,
  context: CommandContext,
): Promise<Judged> {
  let lean: LeanInstallation | null = null;
  try {
    // The original's project is the trusted one; what is checked may lie anywhere.
    lean = await findLeanFor((original ?? file).path, context);
    const sandbox = await sandboxFor(options);
    const opened = await judgeFor(
      options,
      { file: (original ?? file).path, installation: lean, sandbox, allowNew: options.allowNew },
      context,
    );
    // Not before: the judge may first have to be tried, which has a line of its own.
    const progress = context.startProgress('Checking');
    showProgress(progress);
    try {
      const { verdict, declarations } = await opened.file(file.text, original?.text ?? null, options.decl);
      return { lean, verdict: withCure(verdict, lean), declarations };
    } finally {
      progress.stop();
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.detail.exit !== 'missing') throw error;
    return { lean, verdict: uncheckedBy(error), declarations: [] };
  }
}

/** What the judge knows of an import is Lean's message; here is known whose it is, and so what builds it. */
function withCure(verdict: Verdict, { projectRoot }: LeanInstallation): Verdict {
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
