/** Progress of `formalize` on stderr: the steps of one problem, or the problems of a batch. */
import type { FormalizeProgress } from '../formalize/pipeline.ts';
import type { ProveEvent } from '../prove/events.ts';
import type { StartProgress } from '../ui/progress.ts';

const STEPS: Record<FormalizeProgress, string> = {
  ask: 'answers',
  repair: 'corrections',
  compile: 'statements compiled',
  check: 'statements checked',
};

export interface ShownProgress {
  onEvent: (event: ProveEvent) => void;
  /** Steps of a problem. */
  onStep: (step: FormalizeProgress, done: number, total: number) => void;
  stop: () => void;
}

/** `remaining`: problems that earlier sessions have not finished. */
export function showFormalizeProgress(
  startProgress: StartProgress,
  problems: number,
  remaining: number,
): ShownProgress {
  const line = startProgress('Formalizing');
  let done = problems - remaining;
  let [tokens, cost] = [0, 0];
  const spent = (): string => (cost > 0 ? `, $${cost.toFixed(4)}` : tokens > 0 ? `, ${tokens} tokens` : '');
  return {
    onEvent: (event) => {
      if (event.event === 'problem_ended') done++;
      else if (event.event === 'answer' && event.from === 'model') {
        tokens += event.counted_tokens;
        cost += event.counted_cost ?? 0;
      } else return;
      if (problems > 1) line.update(done, problems, `${done} of ${problems} problems${spent()}`);
    },
    onStep: (step, now, total) => {
      if (problems === 1) line.update(now, total, `${now} of ${total} ${STEPS[step]}${spent()}`);
    },
    stop: () => line.stop(),
  };
}
