/** One cold process a file, as `lake env lean --json FILE` runs it: the reference for every faster way. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
import { removeScratch } from '../scratch-folder.ts';
import type { UncheckedReason } from '../verdict.ts';

/** `stopped`: Lean came to no end of its own; `diagnostics` is then what it had said until there. */
export type LeanEnd =
  | { kind: 'ended'; diagnostics: Diagnostic[] }
  | { kind: 'stopped'; why: UncheckedReason; detail: string; diagnostics: Diagnostic[] };

/** Lean over one text after another, in a scratch folder of its own. */
export interface ColdLean {
  /** Throws a `Failure` where Lean cannot be launched at all. */
  run(text: string, signal: AbortSignal): Promise<LeanEnd>;
  close(): Promise<void>;
}

export async function openColdLean(options: ModeOptions): Promise<ColdLean> {
  const { installation, sandbox, timeoutMs, memoryBytes } = options;
  const scratch = await mkdtemp(join(tmpdir(), 'lemmahead-try-'));
  let files = 0;
  return {
    async run(text, signal) {
      // A name of its own each, so that two runs at a time do not meet.
      const file = join(scratch, `Try${++files}.lean`);
      await writeFile(file, text);
      const outcome = await runProcess({
        command: installation.lean,
        args: ['--json', ...installation.options, file],
        cwd: installation.projectRoot ?? scratch,
        environment: installation.environment,
        confinement: { level: sandbox, scratch, readable: installation.readable },
        ...(memoryBytes === null ? {} : { limits: { memoryBytes } }),
        timeoutMs,
        signal,
      });
      await removeScratch(file);
      return endOf(outcome, installation.lean);
    },
    close: () => removeScratch(scratch),
  };
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
  if (outcome.kind === 'tooMuchOutput') return stopped('tooMuchOutput', 'Lean printed without end');
  // Exit code 1 without an error of Lean's is Lake, elan or a launcher that failed.
  const saysWhy = diagnostics.some(({ severity }) => severity === 'error');
  if (outcome.exitCode === 0 || (outcome.exitCode === 1 && saysWhy)) return { kind: 'ended', diagnostics };
  const words = firstWords([outcome.stderr, ...noise].join('\n'));
  const end = outcome.signal ?? `exit code ${outcome.exitCode}`;
  return stopped('crashed', words === '' ? end : `${end}: ${words}`);
}

export async function openCold(options: ModeOptions): Promise<TextMode> {
  const lean = await openColdLean(options);
  return {
    name: 'cold',
    async check(text, hole, candidates, signal, isEnough) {
      const hints = candidates.map(() => NOT_BEGUN);
      for (const [at, candidate] of candidates.entries()) {
        const filled = fill(text, hole, candidate);
        const hint = hintOfEnd(await lean.run(filled.text, signal), filled);
        hints[at] = hint;
        if (isEnough?.(hint, at) === true) break;
      }
      return hints;
    },
    checkText: async (text, signal) => hintOfEnd(await lean.run(text, signal), whole(text)),
    close: () => lean.close(),
  };
}

export function hintOfEnd(end: LeanEnd, asked: Asked): Hint {
  if (end.kind === 'stopped') return { kind: 'unchecked', why: end.why, detail: end.detail };
  return hintOf(end.diagnostics, asked);
}
