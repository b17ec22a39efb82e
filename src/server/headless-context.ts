/** A command's context where nobody sits before a terminal: what it warns of goes into the answer. */
import type { CommandContext } from '../commands/command.ts';
import type { Progress } from '../ui/progress.ts';

/** `done` of `total` units, in words. */
export type OnProgress = (done: number, total: number, words: string) => void;

/** `base` with a log that adds its warnings to `warnings`, and progress that is told to `onProgress` if anybody listens. */
export function answeringContext(
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
