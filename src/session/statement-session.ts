/** What the checks of statements open and close: Lean, sandbox, judge and the way to try tactics. */
import { ClosingStack } from '../base/closing-stack.ts';
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import type { UserFile } from '../lean/user-file.ts';
import { openTrial } from '../prove/attempt/trial.ts';
import { tacticProbe } from '../prove/portfolio/probe.ts';
import type { StatementTools } from '../prove/statement/close-goal.ts';
import {
  isRefusal,
  readStatements,
  statementNames,
  type StatementSource,
} from '../prove/statement/statement-source.ts';
import { type Pair, pairNames } from '../prove/statement/scaffold.ts';
import { openColdLean } from '../verify/trial/cold.ts';
import { openServer } from '../verify/trial/language-servers.ts';
import type { JudgingOptions } from '../options/judging-options.ts';
import type { CommandContext } from './command-context.ts';
import { withoutFreeNames } from './compile-statements.ts';
import { boundsOf, findLeanFor, judgeFor, sandboxFor } from './judging.ts';

export interface StatementSession {
  tools: StatementTools;
  /** The same until the signal is aborted. */
  toolsUntil(end: AbortSignal): StatementTools;
  installation: LeanInstallation;
  sandbox: SandboxLevel;
  close(): Promise<void>;
}

/**
 * `file`: its project decides which Lean is used. `pairs`: what will be compared.
 * @throws {Failure} if Lean, a sandbox or the judge is unavailable
 */
export async function openStatementSession(
  { requireSandbox }: Pick<JudgingOptions, 'requireSandbox'>,
  context: CommandContext,
  { file, pairs }: { file: Pick<UserFile, 'path'>; pairs: readonly Pair[] },
): Promise<StatementSession> {
  const { keep, close } = new ClosingStack();
  try {
    const { signal, settings } = context;
    const installation = withoutFreeNames(await findLeanFor(file.path, context));
    const sandbox = await sandboxFor({ requireSandbox });
    const allowAxioms = [...new Set(pairs.flatMap((pair) => Object.values(pairNames(pair))))];
    const options = { level: 'audit' as const, allowAxioms, requireSandbox };
    const judge = keep(await judgeFor(options, { file: file.path, installation, sandbox, allowNew: false }, context));
    const bounds = { installation, sandbox, ...boundsOf(context) };
    const lean = keep(await openColdLean(bounds));
    const mode = keep(await openServer({ ...bounds, workers: 1 }));
    const tactics = tacticProbe({ lean, installation, cacheFolder: settings.cacheHome, signal });
    const toolsUntil = (end: AbortSignal): StatementTools => {
      const trial = openTrial({ mode, judge, sandbox, signal: end });
      return { judge, trial, tactics, version: installation.version };
    };
    return { tools: toolsUntil(signal), toolsUntil, installation, sandbox, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether the index has a structure or a class of data with this name. */
export function isStructure(index: LibraryIndex | null, name: string): boolean {
  const rows = index === null ? [] : index.rows(index.idsByName(name));
  return rows.some(
    ({ kind, signature }) => (kind === 'structure' || kind === 'class') && !signature.endsWith(': Prop'),
  );
}

/**
 * The statements of a file, or the one called `name`.
 * @throws {Failure} if there is none, or the file contains something that may change the meaning of a statement
 */
export function statementsOf(file: UserFile, path: string, name: string | null): StatementSource[] {
  const found = readStatements(file.text, name);
  if (found.length === 0) {
    const names = statementNames(file.text).filter((each) => each !== null);
    throw new Failure('usage', 'no-statement', {
      message: name === null ? `${path} has no statement.` : `${path} has no statement called '${name}'.`,
      ...(names.length > 0
        ? { reason: `It has ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}.` }
        : {}),
      next: 'A statement is a theorem, lemma or example; its proof may be sorry.',
    });
  }
  return found.map((read) => {
    if (!isRefusal(read)) return read;
    throw new Failure('refused', 'statement-refused', {
      message: `${path}:${read.line}: ${read.reason}, so the statement may not mean what it seems to say.`,
      next: 'Put definitions that need it into a module of their own, and import that.',
    });
  });
}
