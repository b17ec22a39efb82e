/** The result type of the health checks that `doctor` runs. */

export interface Check {
  /** The checked component, such as `index` or `lake`. Stable, for machines. */
  what: string;
  /** `absent`: missing, but only part of lemmahead needs it. `fault`: present but broken. */
  state: 'ok' | 'absent' | 'fault';
  /** What was found, or why nothing was found, in a few words. */
  found: string;
  /** The command or instruction that fixes it; null if the state is `ok`. */
  fix: string | null;
}

export function ok(what: string, found: string): Check {
  return { what, state: 'ok', found, fix: null };
}

export function absent(what: string, found: string, fix: string): Check {
  return { what, state: 'absent', found, fix };
}

export function fault(what: string, found: string, fix: string): Check {
  return { what, state: 'fault', found, fix };
}
