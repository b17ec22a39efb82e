/** When trying ends: at Ctrl-C, or when the time that was given is over. */

/** A timer that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** `seconds` from now; null for no limit but `interruption`. */
export function deadlineOf(seconds: number | null, interruption: AbortSignal): AbortSignal {
  if (seconds === null) return interruption;
  return AbortSignal.any([interruption, AbortSignal.timeout(Math.min(seconds * 1000, LONGEST_TIMER_MS))]);
}
