/** The deadline for trying candidates: Ctrl-C or the time limit. */

/** A timer with a longer delay fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Aborts `seconds` from now or with `interruption`; null means no time limit. */
export function deadlineOf(seconds: number | null, interruption: AbortSignal): AbortSignal {
  if (seconds === null) return interruption;
  return AbortSignal.any([interruption, AbortSignal.timeout(Math.min(Math.ceil(seconds * 1000), LONGEST_TIMER_MS))]);
}
