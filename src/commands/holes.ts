/** `lemmahead holes`: every sorry of a file with its declaration, and its goal if Lean can be run. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { firstLine } from '../base/one-line.ts';
import type { Problem } from '../lean/declaration.ts';
import { tokenise } from '../lean/lexer.ts';
import { readUserFile, type UserFile } from '../lean/user-file.ts';
import { clickablePath } from '../report/clickable-path.ts';
import { holesReport, type GoalsOutcome } from '../report/holes-report.ts';
import { renderHoles } from '../report/holes-text.ts';
import { openColdLean } from '../verify/trial/cold.ts';
import { goalsOf } from '../verify/hole/goal.ts';
import { findHoles, type Hole } from '../verify/hole/holes.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { Command } from './command.ts';
import type { JudgingOptions } from '../options/judging-options.ts';
import { boundsOf, findLeanFor, sandboxFor } from '../session/judging.ts';

export interface HolesOptions {
  file: string;
  /** Whether to run Lean for the goals. */
  goals: boolean;
  /** The weakest sandbox that Lean may run in; null for any. */
  requireSandbox: JudgingOptions['requireSandbox'];
}

/** Exit `done` in all cases: this is a list, not a verdict. */
export const holes: Command<HolesOptions> = async (options, context) => {
  const file = await readUserFile(resolve(context.cwd, options.file));
  const found = findHoles(file.text);
  const path = clickablePath(file.path, context.cwd);
  for (const { line, message } of lexicalProblems(file.text)) {
    context.log.warn(`${path}:${line}: ${message}; a sorry after it is not detected`);
  }
  const goals = options.goals && found.length > 0 ? await goalsFromLean(file, found, options, context) : NO_GOALS;
  const report = holesReport(path, file.text, found, goals);
  return { exit: 'done', data: { ...report }, render: (style) => renderHoles(report, style) };
};

function lexicalProblems(text: string): Problem[] {
  const problems: Problem[] = [];
  tokenise(text, problems);
  return problems;
}

const NO_GOALS: GoalsOutcome = { goals: [], why: null };

/** If Lean cannot be run, the reason is added to the list, which does not need Lean. */
async function goalsFromLean(
  file: UserFile,
  found: readonly Hole[],
  options: HolesOptions,
  context: CommandContext,
): Promise<GoalsOutcome> {
  const { signal } = context;
  const progress = context.startProgress('Getting the goals from Lean');
  let why: string | null = null;
  try {
    const installation = await findLeanFor(file.path, context);
    const sandbox = await sandboxFor(options);
    const lean = await openColdLean({ installation, sandbox, ...boundsOf(context) });
    try {
      const goals = await goalsOf(file.text, found, async (text) => {
        const end = await lean.run(text, signal);
        signal.throwIfAborted();
        const failure = end.kind === 'stopped' ? end : await lean.headerFailure(text, end.diagnostics, signal);
        if (failure !== null) why = firstLine(failure.detail);
        return end.diagnostics;
      });
      return { goals, why };
    } finally {
      await lean.close();
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.detail.exit !== 'missing') throw error;
    return { goals: [], why: error.detail.message };
  } finally {
    progress.stop();
  }
}
