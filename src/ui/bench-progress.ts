/** Progress of `bench prove` on stderr: one line with the number of finished and solved runs, and the time left. */
import { pluralize } from '../base/pluralize.ts';
import type { Log } from './log.ts';
import type { StartProgress } from './progress.ts';

/** The part of a result that is shown. */
interface ShownResult {
  system: string;
  problem: string;
  state: string;
  why: string | null;
  attempts: number;
  seconds: number;
}

export interface BenchProgress {
  onResult: (result: ShownResult) => void;
  stop: () => void;
}

/** `runs`: number of runs to make in this session; the time left is estimated from these only. */
export function showBenchProgress(log: Log, startProgress: StartProgress, runs: number): BenchProgress {
  const line = startProgress('Proving');
  let [done, solved] = [0, 0];
  return {
    onResult({ system, problem, state, why, attempts, seconds }) {
      done++;
      if (state === 'solved') solved++;
      line.update(done, runs, `${done} of ${runs} runs, ${solved} solved`);
      const reason = why === null ? '' : `: ${why}`;
      log.debug(`${problem}, ${system}: ${state}, ${pluralize(attempts, 'attempt')}, ${seconds.toFixed(1)} s${reason}`);
    },
    stop: () => line.stop(),
  };
}
