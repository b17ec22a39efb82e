/** A step to try at a goal. */

export interface Step {
  /** Tactics, one per line; further lines are indented relative to the first. */
  text: string;
  /** Steps with lower cost are tried first. */
  cost: number;
  /** Added to the cost of the remaining goals; null if they are not worth pursuing. */
  onward: number | null;
  /** Full names of the retrieved declarations in it. */
  lemmas: readonly string[];
  /** Modules that it needs besides the imports of the file; such a step must close its goal. */
  imports?: readonly string[];
  /** A case distinction without alternatives: the remaining goals show the cases. */
  isSplit?: true;
  /** A searching tactic that has a longer time limit. */
  isSlow?: true;
  /** The proof of another theorem: that it fails says nothing about its lemmas. */
  isCopied?: true;
  /** Tried only to read Lean's messages. */
  isProbe?: true;
}

/** Whether the toolchain has a tactic, by its name in `tactics.ts`. */
export type Has = (tactic: string) => boolean;

export function step(text: string, cost: number, onward: number | null): Step {
  return { text, cost, onward, lemmas: [] };
}

/** The text without a name in the lists of `simp`. */
export function withoutName(text: string, name: string): string {
  return text.replaceAll(/\[([^[\]]*)\]/gu, (list, inner: string) => {
    const names = inner.split(', ');
    const known = names.filter((one) => one !== name);
    return known.length === names.length || known.length === 0 ? list : `[${known.join(', ')}]`;
  });
}
