/** `lemmahead holes`: every sorry of a file, whose it is, and its goal where Lean is there to say it. */
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
import type { Command, CommandContext } from './command.ts';
import { boundsOf, findLeanFor, type JudgingOptions, sandboxFor } from './judging.ts';

export interface HolesOptions {
  file: string;
  /** Whether Lean is asked for the goals. */
  goals: boolean;
  /** The least confinement that Lean may run in; null for what there is. */
  requireSandbox: JudgingOptions['requireSandbox'];
}

/** Exit `done` whatever is found: it is a list, not a judgement. */
export const holes: Command<HolesOptions> = async (options, context) => {
  const file = await readUserFile(resolve(context.cwd, options.file));
  const found = findHoles(file.text);
  const path = clickablePath(file.path, context.cwd);
  for (const { line, message } of unreadIn(file.text)) {
    context.log.warn(`${path}:${line}: ${message}; a sorry behind it is not seen`);
  }
  const asked = options.goals && found.length > 0 ? await askGoals(file, found, options, context) : NOT_ASKED;
  const report = holesReport(path, file.text, found, asked);
  return { exit: 'done', data: { ...report }, render: (style) => renderHoles(report, style) };
};

function unreadIn(text: string): Problem[] {
  const problems: Problem[] = [];
  tokenise(text, problems);
  return problems;
}

const NOT_ASKED: GoalsOutcome = { goals: [], why: null };

/** What keeps Lean from an answer is said beside the list, which needs no Lean. */
async function askGoals(
  file: UserFile,
  found: readonly Hole[],
  options: HolesOptions,
  context: CommandContext,
): Promise<GoalsOutcome> {
  const { signal } = context;
  const progress = context.startProgress('Asking Lean for the goals');
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
