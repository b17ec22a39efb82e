/** A time limit that does not depend on the load of the machine. */

/** After so many times the limit, time alone ends the work. */
const MOST_TIMES = 10;
/** What the rest of the process does meanwhile counts too, so a bit less than the limit is enough. */
const ENOUGH = 0.9;
const LEAST_WAIT_MS = 20;

/** Milliseconds of all threads of this process. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Calls `onLate` when the process has computed for `limit` milliseconds, which takes at least that time and at most ten
 * times that. Returns the function that cancels it.
 */
export function cpuTimeout(limit: number, onLate: () => void, cpu = cpuTime): () => void {
  const [cpuStart, start] = [cpu(), performance.now()];
  let timer: NodeJS.Timeout;
  const wait = (ms: number): void => {
    timer = setTimeout(() => {
      const used = cpu() - cpuStart;
      if (used >= limit * ENOUGH || performance.now() - start >= limit * MOST_TIMES) onLate();
      else wait(Math.max(LEAST_WAIT_MS, limit - used));
    }, ms);
  };
  wait(limit);
  return () => clearTimeout(timer);
}
