/** Evaluates terms by `#eval`, in the sandbox of `check`, where Lean reads its toolchain and no file of the project. */
import { type LeanEnd, openColdLean } from '../verify/trial/cold.ts';
import { PRINTED_TOO_MUCH, PROGRAM_LIMITS, type ProgramOutcome } from '../lean/process/run-program.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { type LeanInstallation, withoutProject } from '../lean/toolchain/toolchain.ts';
import type { Run } from './solve-tools.ts';

const { timeoutMs, outputBytes } = PROGRAM_LIMITS;

export interface EvaluationOptions {
  installation: LeanInstallation;
  /** At least `namespaces`. */
  sandbox: SandboxLevel;
  /** Address space, which includes all modules that Lean maps: more than a program needs. */
  memoryBytes: number;
  signal: AbortSignal;
}

export async function openEvaluation({
  installation,
  sandbox,
  memoryBytes,
  signal,
}: EvaluationOptions): Promise<{ evaluate: Run; close: () => Promise<void> }> {
  const lean = await openColdLean({ installation: withoutProject(installation), sandbox, memoryBytes, timeoutMs });
  return {
    evaluate: async (term) => {
      // A comment may end the term.
      const end = await lean.run(`#eval (${term}\n)\n`, signal);
      signal.throwIfAborted();
      return outcomeOf(end);
    },
    close: () => lean.close(),
  };
}

function outcomeOf(end: LeanEnd): ProgramOutcome {
  const textOf = (severity: string): string =>
    end.diagnostics.flatMap((each) => (each.severity === severity ? [each.text] : [])).join('\n');
  const printed = textOf('information');
  const output = upToLimit(printed);
  if (end.kind === 'stopped') return { output, failure: end.detail };
  const errors = textOf('error');
  if (errors !== '') return { output, failure: upToLimit(errors) };
  return { output, failure: output === printed ? null : PRINTED_TOO_MUCH };
}

const upToLimit = (text: string): string => {
  const bytes = Buffer.from(text);
  return bytes.length <= outputBytes ? text : bytes.subarray(0, outputBytes).toString('utf8');
};
