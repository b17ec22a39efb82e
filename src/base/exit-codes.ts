/** The only table of exit codes. The documentation and `main.ts` use it; no other code contains the numbers. */
export const EXIT_CODES = {
  done: { code: 0, meaning: 'done, found, proved' },
  no: { code: 1, meaning: 'negative result: nothing found, not proved, or a check failed' },
  usage: { code: 2, meaning: 'usage or configuration error' },
  missing: { code: 3, meaning: 'something is missing on this machine: Lean, Mathlib, the index, a key' },
  budget: { code: 4, meaning: 'budget or time used up' },
  refused: { code: 5, meaning: 'it compiled, but the audit refused it' },
  bug: { code: 70, meaning: 'a bug in lemmahead' },
  interrupted: { code: 130, meaning: 'interrupted' },
} as const satisfies Record<string, { code: number; meaning: string }>;

export type Exit = keyof typeof EXIT_CODES;
