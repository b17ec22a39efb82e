/**
 * What a run must not retrieve. A benchmark hides the problem itself in every form: otherwise a system that looks up the
 * answer would count as one that proves it.
 */
export interface Hidden {
  /** Full names. */
  declarations: ReadonlySet<string>;
  /** Ids of entries of the library. */
  entries: ReadonlySet<number>;
  /** Informal statements. Entries that state the same are hidden. */
  statements: readonly string[];
}

export const NOTHING_HIDDEN: Hidden = { declarations: new Set(), entries: new Set(), statements: [] };
