/** What a room answers when `doctor` asks how it is. */

export interface Check {
  /** The room or the thing: `index`, `lake`. Stable, for machines. */
  what: string;
  /** `absent`: not there, and only part of lemmahead needs it. `fault`: there, and broken. */
  state: 'ok' | 'absent' | 'fault';
  /** What was found, or why not, in a few words. */
  found: string;
  /** What to type to mend it; null where all is well. */
  mend: string | null;
}

export function ok(what: string, found: string): Check {
  return { what, state: 'ok', found, mend: null };
}

export function absent(what: string, found: string, mend: string): Check {
  return { what, state: 'absent', found, mend };
}

export function fault(what: string, found: string, mend: string): Check {
  return { what, state: 'fault', found, mend };
}
