/** Checks candidates at running language servers: nothing is imported again, and Lean reads the file only from the change on. */
import type { ServerPool } from '../../lean/server/server-pool.ts';
import {
  completeText,
  fill,
  type FilledText,
  type Hint,
  NOT_STARTED,
  type TextMode,
  type TextToCheck,
} from './check-mode.ts';
import { checkInOwnProcess, hintWithHeaderCheck, openColdLean } from './cold.ts';
import { isSelfContained, selfContainedDeclaration, type SelfContainedDeclaration } from './self-contained.ts';
import { noAnswerOf, openWarmLean, type ServerOptions } from './warm-lean.ts';

/** If the servers fail on a candidate, it is checked cold: the loss of a server never loses a candidate. */
export async function openServer(options: ServerOptions): Promise<TextMode & { readonly pool: ServerPool }> {
  const warm = await openWarmLean(options);
  const cold = await openColdLean(options);
  const check = async (
    serverText: string,
    request: TextToCheck,
    signal: AbortSignal,
    timeoutMs?: number,
  ): Promise<Hint> => {
    const answer = await warm.check(serverText, signal, { maxMs: timeoutMs });
    const isLost = answer.kind === 'crashed' || answer.kind === 'cannotLaunch';
    if (isLost) return checkInOwnProcess(cold, request, signal);
    return answer.kind === 'answered'
      ? hintWithHeaderCheck(cold, answer.diagnostics, request, signal)
      : { kind: 'unchecked', ...noAnswerOf(answer) };
  };
  return {
    name: 'server',
    pool: warm.pool,
    async check(text, hole, candidates, signal, isEnough) {
      const declaration = selfContainedDeclaration(text, hole);
      const hints = candidates.map(() => NOT_STARTED);
      const tasks = candidates.entries();
      let isDone = false;
      // At most one task per server, so the queue stays free for other callers.
      const next = async (): Promise<void> => {
        for (let task = tasks.next(); !isDone && task.done !== true; task = tasks.next()) {
          const [at, candidate] = task.value;
          const filled = fill(text, hole, candidate);
          const hint = await check(textForServer(filled, declaration), filled, signal, candidate.timeoutMs);
          hints[at] = hint;
          isDone ||= isEnough?.(hint, at) === true;
        }
      };
      await Promise.all(Array.from({ length: options.workers }, next));
      return hints;
    },
    checkText: (text, signal) => check(text, completeText(text), signal),
    async close() {
      await warm.close();
      await cold.close();
    },
  };
}

/**
 * The text after the declaration does not affect the candidate, unless the candidate ends the declaration early. It is
 * replaced by a command, so an error that Lean reports only at the next command keeps its message and position.
 */
function textForServer({ filling, text }: FilledText, declaration: SelfContainedDeclaration | null): string {
  if (declaration === null || !isSelfContained(filling.text)) return text;
  const next = declaration.next + filling.text.length - (filling.end - filling.start);
  return next < text.length ? `${text.slice(0, next)}#exit\n` : text;
}
