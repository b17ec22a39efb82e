/** The context of a command without a terminal: its warnings are collected for the response. */
import type { CommandContext } from '../session/command-context.ts';
import type { Progress } from '../ui/progress.ts';

/** `done` of `total` units are finished; `words` describes the step. */
export type OnProgress = (done: number, total: number, words: string) => void;

/** Adds to `base` a log that collects warnings in `warnings`, and a progress display that calls `onProgress`. */
export function headlessContext(
  base: Omit<CommandContext, 'log' | 'startProgress'>,
  warnings: string[],
  onProgress?: OnProgress,
): CommandContext {
  const silent = (): void => undefined;
  const startProgress = (label: string): Progress => ({
    update: (done, total, words) => onProgress?.(done, total, `${label} ${words}`),
    aside: (write) => write(),
    stop: silent,
  });
  return { ...base, log: { info: silent, debug: silent, warn: (message) => warnings.push(message) }, startProgress };
}
