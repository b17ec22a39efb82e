/** Opens the tools of `solve --tools`. What they need is looked for when they are opened. */
import { join } from 'node:path';
import { AnswerChecker } from '../answers/answer-checker.ts';
import { Failure } from '../base/errors.ts';
import { programsUnavailable, runProgram } from '../lean/process/run-program.ts';
import { isAtLeast } from '../lean/process/sandbox.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { SOLVE_TOOLS, type SolveToolName } from '../options/solve-options.ts';
import { openEvaluation } from '../solve/evaluate-term.ts';
import { calcTool, leanTool, pythonTool, type Run, type SolveTool } from '../solve/solve-tools.ts';
import type { CommandContext } from './command-context.ts';
import { boundsOf, findLeanFor, sandboxFor } from './judging.ts';

/** Without network and without the user's files. */
const WEAKEST_SANDBOX: SandboxLevel = 'namespaces';

export interface OpenedTools {
  tools: SolveTool[];
  close: () => Promise<void>;
}

/** `requireSandbox`: null for the weakest that these tools accept. Opening `python` or `lean` throws a `Failure`, exit `missing`. */
export function solveToolsNamed(
  names: readonly string[],
  { requireSandbox }: { requireSandbox: SandboxLevel | null },
  context: CommandContext,
): OpenedTools {
  const closing: (() => Promise<void>)[] = [];
  const required =
    requireSandbox !== null && isAtLeast(requireSandbox, WEAKEST_SANDBOX) ? requireSandbox : WEAKEST_SANDBOX;
  const { cwd, signal } = context;
  const made: Record<SolveToolName, () => SolveTool> = {
    calc: () => {
      const calculator = new AnswerChecker();
      closing.push(() => calculator.close());
      return calcTool(calculator);
    },
    python: () =>
      pythonTool(() =>
        orWithout('python', async () => {
          await sandboxFor({ requireSandbox: required });
          const why = await programsUnavailable(signal);
          if (why !== null) throw pythonMissing(why);
          return (program) => runProgram(program, signal);
        }),
      ),
    lean: () =>
      leanTool(() =>
        orWithout('lean', async () => {
          const sandbox = await sandboxFor({ requireSandbox: required });
          const installation = await findLeanFor(join(cwd, 'Eval.lean'), context);
          const { memoryBytes } = boundsOf(context);
          const { evaluate, close } = await openEvaluation({ installation, sandbox, memoryBytes, signal });
          closing.push(close);
          return evaluate;
        }),
      ),
  };
  return {
    tools: SOLVE_TOOLS.filter((name) => names.includes(name)).map((name) => made[name]()),
    close: async () => {
      for (const close of closing) await close();
    },
  };
}

/** Adds to what is missing that the tool can be left out. */
async function orWithout(tool: SolveToolName, open: () => Promise<Run>): Promise<Run> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof Failure) || error.detail.exit !== 'missing') throw error;
    const next = [error.detail.next, `Or solve without it: leave ${tool} out of --tools`];
    throw Failure.of({ ...error.detail, next: next.filter((each) => each !== undefined).join('\n') }, error);
  }
}

function pythonMissing(reason: string): Failure {
  return new Failure('missing', 'python-missing', {
    message: 'The tool python cannot run here.',
    reason,
    next: 'Install Python 3 for the whole system: `apt install python3`, `dnf install python3` or `pacman -S python`',
  });
}
