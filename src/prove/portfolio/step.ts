/** One thing to try at a goal. Types only. */

export interface Step {
  /** Tactics, one a line, further lines indented relative to the first. */
  text: string;
  /** The less, the sooner it is tried. */
  cost: number;
  /** What is added to the cost of the goals that it leaves; null: they are not worth going on with. */
  onward: number | null;
  /** Full names of the retrieved declarations in it. */
  lemmas: readonly string[];
  /** A case distinction without alternatives: what it leaves says which there are. */
  isSplit?: true;
  /** It may take its time: a tactic that searches. */
  isSlow?: true;
  /** Tried only to read what Lean says. */
  isProbe?: true;
}

/** Whether the toolchain has a tactic, under the names of `tactics.ts`. */
export type Has = (tactic: string) => boolean;
