/** Compiles statements with the Lean of the working folder, in a sandbox. */
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { explainMissingImport } from '../lean/toolchain/missing-imports.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { JudgingOptions } from '../options/judging-options.ts';
import type { Hint } from '../verify/trial/check-mode.ts';
import { checkInOwnProcess, openColdLean } from '../verify/trial/cold.ts';
import type { CommandContext } from './command-context.ts';
import { boundsOf, findLeanFor, sandboxFor } from './judging.ts';

export interface StatementCheck {
  check: (text: string) => Promise<Hint>;
  /** Version of Lean. */
  toolchain: string;
  sandbox: SandboxLevel;
  close: () => Promise<void>;
}

/** @throws {Failure} exit `missing` if there is no Lean or no strong enough sandbox; it names `--check none` */
export async function openStatementCheck(
  options: Pick<JudgingOptions, 'requireSandbox'>,
  context: CommandContext,
): Promise<StatementCheck> {
  const { cwd, signal } = context;
  try {
    const found = await findLeanFor(join(cwd, 'Statement.lean'), context);
    const installation = withoutFreeNames(found);
    const sandbox = await sandboxFor(options);
    const lean = await openColdLean({ installation, sandbox, ...boundsOf(context) });
    return {
      // A statement has a `sorry` in place of its proof.
      check: async (text) => {
        const hint = await checkInOwnProcess(lean, { text, linesWithoutSorry: null }, signal);
        if (hint.kind !== 'unchecked' || hint.why !== 'importsMissing') return hint;
        return { ...hint, detail: explainMissingImport(hint.detail, found.projectRoot).why };
      },
      ...{ toolchain: installation.version.text, sandbox },
      close: () => lean.close(),
    };
  } catch (error) {
    if (!(error instanceof Failure) || error.detail.exit !== 'missing') throw error;
    const next = [error.detail.next, 'Or do not compile: --check none'].filter((each) => each !== undefined);
    throw Failure.of({ ...error.detail, next: next.join('\n') }, error);
  }
}

/** A name without a binder in a statement must be an error, not a variable. */
export function withoutFreeNames(installation: LeanInstallation): LeanInstallation {
  const option = installation.version.generation === 'current' ? 'autoImplicit' : 'autoBoundImplicitLocal';
  return { ...installation, options: [...installation.options, `-D${option}=false`] };
}
