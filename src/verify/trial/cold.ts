/** One cold process a file, as `lake env lean --json FILE` runs it: the reference for every faster way. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { firstWords } from '../../base/one-line.ts';
import { readMessages, type Diagnostic } from '../../lean/message/diagnostics.ts';
import { type ProcessOutcome, runProcess } from '../../lean/process/process.ts';
import {
  type Asked,
  fill,
  hintOf,
  type Hint,
  type ModeOptions,
  NOT_BEGUN,
  type TextMode,
  whole,
} from './check-mode.ts';
import { HeaderCheck, type HeaderFailure, type RunLean } from './header-check.ts';
import { makeScratch, removeScratch } from '../../lean/process/scratch-folder.ts';
import type { UncheckedReason } from '../verdict.ts';

/** `stopped`: Lean came to no end of its own; `diagnostics` is then what it had said until there. */
export type LeanEnd =
  | { kind: 'ended'; diagnostics: Diagnostic[] }
  | { kind: 'stopped'; why: UncheckedReason; detail: string; diagnostics: Diagnostic[] };

/** Lean over one text after another, in a scratch folder of its own. */
export interface ColdLean {
  /** Throws a `Failure` where Lean cannot be launched at all. */
  run: RunLean;
  /** Why what `text` imports cannot be had; null where that is not what `messages`, said of it, are about. */
  headerFailure(text: string, messages: readonly Diagnostic[], signal: AbortSignal): Promise<HeaderFailure | null>;
  close(): Promise<void>;
}

export async function openColdLean(options: ModeOptions): Promise<ColdLean> {
  const { installation, sandbox, timeoutMs, memoryBytes } = options;
  const scratch = await makeScratch('try');
  let tries = 0;
  const run: ColdLean['run'] = async (text, signal) => {
    // One of its own each: two runs at a time do not meet, and none is held to account for what another wrote.
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
  const headers = new HeaderCheck(run);
  const headerFailure: ColdLean['headerFailure'] = (text, said, signal) => headers.failure(text, said, signal);
  return { run, headerFailure, close: () => removeScratch(scratch) };
}

export function endOf(outcome: ProcessOutcome, command: string): LeanEnd {
  if (outcome.kind === 'cancelled') return { kind: 'stopped', why: 'cancelled', detail: 'stopped', diagnostics: [] };
  if (outcome.kind === 'cannotLaunch') {
    throw new Failure({
      exit: 'missing',
      code: 'lean-cannot-launch',
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
  // Exit code 1 without an error of Lean's is Lake, elan or a launcher that failed.
  const saysWhy = diagnostics.some(({ severity }) => severity === 'error');
  if (outcome.exitCode === 0 || (outcome.exitCode === 1 && saysWhy)) return { kind: 'ended', diagnostics };
  const words = firstWords([outcome.stderr, ...noise].join('\n'));
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
      const hints = candidates.map(() => NOT_BEGUN);
      for (const [at, candidate] of candidates.entries()) {
        const filled = fill(text, hole, candidate);
        const hint = await tryAlone(lean, filled, signal);
        hints[at] = hint;
        if (isEnough?.(hint, at) === true) break;
      }
      return hints;
    },
    checkText: (text, signal) => tryAlone(lean, whole(text), signal),
    close: () => lean.close(),
  };
}

/** The whole text in a process of its own. */
export async function tryAlone(lean: ColdLean, asked: Asked, signal: AbortSignal): Promise<Hint> {
  const end = await lean.run(asked.text, signal);
  if (end.kind === 'stopped') return { kind: 'unchecked', why: end.why, detail: end.detail };
  return hintOfAll(lean, end.diagnostics, asked, signal);
}

/** What all messages of a run to its end come to; another question is asked where they may be about the imports. */
export async function hintOfAll(
  lean: ColdLean,
  messages: readonly Diagnostic[],
  asked: Asked,
  signal: AbortSignal,
): Promise<Hint> {
  const failure = await lean.headerFailure(asked.text, messages, signal);
  if (failure !== null) return { kind: 'unchecked', why: failure.why, detail: failure.detail };
  return hintOf(messages, asked);
}
