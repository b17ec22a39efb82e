/** Runs the judge on one file, as `check` does. */
import { Failure } from '../base/errors.ts';
import { explainMissingImport } from '../lean/toolchain/missing-imports.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { UserFile } from '../lean/user-file.ts';
import type { JudgingOptions } from '../options/judging-options.ts';
import type { Progress } from '../ui/progress.ts';
import type { DeclarationFacts } from '../verify/audit/judge.ts';
import type { UncheckedReason, Verdict } from '../verify/verdict.ts';
import type { CommandContext } from './command-context.ts';
import { findLeanFor, judgeFor, sandboxFor } from './judging.ts';

export interface FileToJudge {
  file: UserFile;
  /** With holes, of which the file fills some; null without one. */
  original: UserFile | null;
  /** Full name of the only declaration to check; null for all. */
  only: string | null;
  allowNew: boolean;
  showProgress: (line: Progress) => void;
}

/** The Lean that judged a file. */
export type JudgingLean = Pick<LeanInstallation, 'lean' | 'toolchain' | 'version'>;

export interface FileVerdict {
  lean: JudgingLean | null;
  verdict: Verdict;
  declarations: readonly DeclarationFacts[];
  /** Id of the worker of a queue that judged it; null for this process. */
  worker: string | null;
  /** Id of a second worker that accepted it, too; null if none was requested. */
  confirmedBy: string | null;
}

export const BY_THIS_PROCESS = { worker: null, confirmedBy: null };

/** A text as the module at a path, with the Lean that judges it. */
export interface TextToJudge extends Pick<FileToJudge, 'only' | 'allowNew'> {
  /** Absolute. The file need not exist. */
  path: string;
  text: string;
  original: string | null;
  installation: LeanInstallation;
  sandbox: SandboxLevel;
}

/** If the machine lacks something, the verdict is `unchecked`: this says nothing about the file. */
export async function judgeFile(
  { file, original, only, allowNew, showProgress }: FileToJudge,
  options: JudgingOptions,
  context: CommandContext,
): Promise<FileVerdict> {
  let lean: LeanInstallation | null = null;
  try {
    // The original's project is trusted; the checked file may be anywhere.
    const { path } = original ?? file;
    lean = await findLeanFor(path, context);
    const task = { path, text: file.text, original: original?.text ?? null, only, allowNew, installation: lean };
    const judged = await judgeText({ ...task, sandbox: await sandboxFor(options) }, options, context, showProgress);
    return { ...judged, lean, ...BY_THIS_PROCESS };
  } catch (error) {
    if (!(error instanceof Failure) || error.detail.exit !== 'missing') throw error;
    return { lean, verdict: uncheckedBy(error), declarations: [], ...BY_THIS_PROCESS };
  }
}

/** @throws {Failure} exit `missing` if the machine lacks something */
export async function judgeText(
  { path, text, original, only, allowNew, installation, sandbox }: TextToJudge,
  options: Pick<JudgingOptions, 'level' | 'allowAxioms'>,
  context: CommandContext,
  showProgress?: (line: Progress) => void,
): Promise<Pick<FileVerdict, 'verdict' | 'declarations'> & { declarations: DeclarationFacts[] }> {
  const opened = await judgeFor(options, { file: path, installation, sandbox, allowNew }, context);
  // Started only now, because opening the judge may run the self-test, which has its own progress line.
  const progress = context.startProgress('Checking');
  showProgress?.(progress);
  try {
    const { verdict, declarations } = await opened.file(text, original, only);
    return { verdict: withImportHint(verdict, installation), declarations };
  } finally {
    progress.stop();
    await opened.close();
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

export function uncheckedBy({ detail }: Failure): Verdict {
  const { code, message, reason, next } = detail;
  return {
    kind: 'unchecked',
    why: REASONS[code] ?? 'leanMissing',
    detail: reason === undefined ? message : `${message} ${reason}`,
    ...(next === undefined ? {} : { next }),
  };
}
