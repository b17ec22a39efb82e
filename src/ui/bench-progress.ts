/** What a person sees on stderr while `bench prove` runs: one line with what is done, solved, and left. */
import { pluralize } from '../base/pluralize.ts';
import type { Log } from './log.ts';
import type { StartProgress } from './progress.ts';

/** As much of a result as is shown. */
interface Shown {
  system: string;
  problem: string;
  state: string;
  why: string | null;
  attempts: number;
  seconds: number;
}

export interface BenchProgress {
  onResult: (result: Shown) => void;
  stop: () => void;
}

/** `runs`: how many are to be made now; the time left is reckoned from these alone. */
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
