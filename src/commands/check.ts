/** `lemmahead check`: runs the judge on each file and reports its verdict. Does not change the user's files. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { readUserFile, type UserFile } from '../lean/user-file.ts';
import { checkReport, worstExit, type JudgedFile } from '../report/check-report.ts';
import { renderCheck } from '../report/check-text.ts';
import { clickablePath } from '../report/clickable-path.ts';
import type { Progress } from '../ui/progress.ts';
import type { CheckCommandOptions } from '../options/check-options.ts';
import type { CommandContext } from '../session/command-context.ts';
import { type FileToJudge, type FileVerdict, judgeFile } from '../session/judge-file.ts';
import { requireQueueToConfirm } from '../session/require-queue.ts';
import type { Command } from './command.ts';

/** Returns the highest exit code of all files: `done`, `no`, `missing`, `budget`, `refused`. */
export const check: Command<CheckCommandOptions> = async (options, context) => {
  validateOptions(options);
  requireQueueToConfirm(options, context);
  const read = (file: string): Promise<UserFile> => readUserFile(resolve(context.cwd, file));
  // Read all files before starting Lean, so a mistyped path fails at once.
  const files = [];
  for (const file of options.files) files.push(await read(file));
  const original = options.against === null ? null : await read(options.against);
  const { decl: only, allowNew } = options;
  const against = original && clickablePath(original.path, context.cwd);
  const tasks = files.map((file) => ({ file, original, only, allowNew }));
  const verdicts = await (context.settings.queueUrl === null ? judgeHere : judgeElsewhere)(tasks, options, context);
  const judged = files.map((file, at): JudgedFile => {
    return { path: clickablePath(file.path, context.cwd), against, text: file.text, only, ...verdicts[at]! };
  });
  const report = checkReport(judged, { level: options.level, allowedAxioms: options.allowAxioms });
  return { exit: worstExit(report), data: { ...report }, render: (style) => renderCheck(report, style) };
};

type Task = Omit<FileToJudge, 'showProgress'>;
type JudgeAll = (tasks: Task[], options: CheckCommandOptions, context: CommandContext) => Promise<FileVerdict[]>;

/** One file after the other, because Lean itself uses several cores. */
const judgeHere: JudgeAll = async (tasks, options, context) => {
  const verdicts: FileVerdict[] = [];
  for (const [number, task] of tasks.entries()) {
    const path = clickablePath(task.file.path, context.cwd);
    const showProgress = (line: Progress): void => line.update(number, tasks.length, path);
    verdicts.push(await judgeFile({ ...task, showProgress }, options, context));
    context.signal.throwIfAborted();
  }
  return verdicts;
};

const judgeElsewhere: JudgeAll = async (tasks, options, context) => {
  const { judgeByWorkers } = await import('../session/judge-by-workers.ts');
  const progress = context.startProgress('Checking');
  try {
    return await judgeByWorkers(tasks, options, context, (done) =>
      progress.update(done, tasks.length, `${done} of ${tasks.length} files`),
    );
  } finally {
    progress.stop();
  }
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
