/** The cold check: one new process per file, like `lake env lean --json FILE`. The reference for the faster modes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { firstNonEmptyLine } from '../../base/one-line.ts';
import { readMessages, type Diagnostic } from '../../lean/message/diagnostics.ts';
import { type ProcessOutcome, runProcess } from '../../lean/process/process.ts';
import {
  completeText,
  fill,
  hintOf,
  type Hint,
  type ModeOptions,
  NOT_STARTED,
  type TextMode,
  type TextToCheck,
} from './check-mode.ts';
import { HeaderCheck, type HeaderFailure, type RunLean } from './header-check.ts';
import { makeScratch, removeScratch } from '../../lean/process/scratch-folder.ts';
import type { UncheckedReason } from '../verdict.ts';

/** `stopped`: Lean did not end by itself; `diagnostics` then has the messages until it was stopped. */
export type LeanEnd =
  | { kind: 'ended'; diagnostics: Diagnostic[] }
  | { kind: 'stopped'; why: UncheckedReason; detail: string; diagnostics: Diagnostic[] };

/** Runs Lean on texts, each in its own scratch folder. */
export interface ColdLean {
  /** Throws a `Failure` if Lean cannot be started. */
  run: RunLean;
  /** Why the imports of `text` cannot be loaded; null if `messages`, Lean's output for `text`, are not about the imports. */
  headerFailure(text: string, messages: readonly Diagnostic[], signal: AbortSignal): Promise<HeaderFailure | null>;
  close(): Promise<void>;
}

/** `keepsFailures`: as `HeaderCheck`. */
export async function openColdLean(options: ModeOptions, { keepsFailures = true } = {}): Promise<ColdLean> {
  const { installation, sandbox, timeoutMs, memoryBytes } = options;
  const scratch = await makeScratch('try');
  let tries = 0;
  const run: ColdLean['run'] = async (text, signal) => {
    // One folder per run: concurrent runs do not conflict, and the disk limit of a run ignores the files of the others.
    const folder = join(scratch, `try-${++tries}`);
    const file = join(folder, 'Try.lean');
    await mkdir(folder);
    await writeFile(file, text);
    const outcome = await runProcess({
      command: installation.lean,
      args: ['--json', ...installation.options, file],
      cwd: installation.projectRoot ?? folder,
      environment: installation.environment,
      confinement: { level: sandbox, scratch: folder, readable: installation.readable },
      ...(memoryBytes === null ? {} : { limits: { memoryBytes } }),
      timeoutMs,
      signal,
    });
    await removeScratch(folder);
    return endOf(outcome, installation.lean);
  };
  const headers = new HeaderCheck(run, { keepsFailures });
  const headerFailure: ColdLean['headerFailure'] = (text, messages, signal) => headers.failure(text, messages, signal);
  return { run, headerFailure, close: () => removeScratch(scratch) };
}

export function endOf(outcome: ProcessOutcome, command: string): LeanEnd {
  if (outcome.kind === 'cancelled') return { kind: 'stopped', why: 'cancelled', detail: 'stopped', diagnostics: [] };
  if (outcome.kind === 'cannotLaunch') {
    throw new Failure('missing', 'lean-cannot-launch', {
      message: `'${command}' cannot be run.`,
      reason: outcome.message,
      next: 'lemmahead doctor',
    });
  }
  const { diagnostics, noise } = readMessages(outcome.stdout);
  const stopped = (why: UncheckedReason, detail: string): LeanEnd => ({ kind: 'stopped', why, detail, diagnostics });
  if (outcome.kind === 'timedOut') return stopped('timedOut', `no answer in ${outcome.timeoutMs / 1000} s`);
  if (outcome.kind === 'outOfMemory') return stopped('outOfMemory', `more than ${outcome.memoryBytes} bytes`);
  if (outcome.kind === 'tooMuchDisk') return stopped('tooMuchDisk', tooMuchDisk(outcome.diskBytes));
  if (outcome.kind === 'tooMuchOutput') return stopped('tooMuchOutput', 'Lean printed without end');
  // Exit code 1 without an error message of Lean means that Lake, elan or a launcher failed.
  const hasError = diagnostics.some(({ severity }) => severity === 'error');
  if (outcome.exitCode === 0 || (outcome.exitCode === 1 && hasError)) return { kind: 'ended', diagnostics };
  const words = firstNonEmptyLine([outcome.stderr, ...noise].join('\n'));
  const end = outcome.signal ?? `exit code ${outcome.exitCode}`;
  return stopped('crashed', words === '' ? end : `${end}: ${words}`);
}

export function tooMuchDisk(bytes: number): string {
  return `more than ${bytes} bytes written`;
}

export async function openCold(options: ModeOptions): Promise<TextMode> {
  const lean = await openColdLean(options);
  return {
    name: 'cold',
    async check(text, hole, candidates, signal, isEnough) {
      const hints = candidates.map(() => NOT_STARTED);
      for (const [at, candidate] of candidates.entries()) {
        const filled = fill(text, hole, candidate);
        const hint = await checkInOwnProcess(lean, filled, signal);
        hints[at] = hint;
        if (isEnough?.(hint, at) === true) break;
      }
      return hints;
    },
    checkText: (text, signal) => checkInOwnProcess(lean, completeText(text), signal),
    close: () => lean.close(),
  };
}

/** Checks the complete text in its own process. */
export async function checkInOwnProcess(lean: ColdLean, request: TextToCheck, signal: AbortSignal): Promise<Hint> {
  const end = await lean.run(request.text, signal);
  if (end.kind === 'stopped') return { kind: 'unchecked', why: end.why, detail: end.detail };
  return hintWithHeaderCheck(lean, end.diagnostics, request, signal);
}

/** The hint from all messages of a completed run. If they may be about the imports, the header is checked separately. */
export async function hintWithHeaderCheck(
  lean: ColdLean,
  messages: readonly Diagnostic[],
  request: TextToCheck,
  signal: AbortSignal,
): Promise<Hint> {
  const failure = await lean.headerFailure(request.text, messages, signal);
  if (failure !== null) return { kind: 'unchecked', why: failure.why, detail: failure.detail };
  return hintOf(messages, request);
}
