/** Fills the holes of one file concurrently, each in the original text where all other holes are still open. */
import { forEachConcurrent } from '../base/for-each-concurrent.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { FileRun } from './file-run.ts';
import { HoleTurn } from './attempt/hole-turn.ts';
import type { HoleOutcome } from './outcome.ts';

export interface LoopOptions {
  /** Whether a hole is requested; the others are skipped. */
  isWanted: (hole: Hole, number: number) => boolean;
  /** Number of holes tried concurrently. */
  jobs: number;
  /** Whether a hole that needs further imports counts as filled, because imports may be added to the file. */
  mayAddImports: boolean;
}

/**
 * Tries every requested hole that lacks a proof. The file must compile apart from its holes, so that any error comes from
 * the candidate.
 * @throws {Failure} if candidates cannot be judged on this machine
 */
export async function fillHoles(run: FileRun, { isWanted, jobs, mayAddImports }: LoopOptions): Promise<HoleOutcome[]> {
  const turns = run.holes.map((hole, at) => new HoleTurn(run, hole, at + 1));
  const asked: HoleTurn[] = [];
  for (const turn of turns) {
    const { outcome } = turn;
    if (!isWanted(outcome.hole, outcome.number)) outcome.state = 'unasked';
    else if (outcome.state === 'open') asked.push(turn);
  }
  // Errors thrown here concern the machine and thus all holes.
  await forEachConcurrent(asked, jobs, async (turn) => {
    if (!run.isOver(turn.outcome.number)) await turn.take();
  });
  return turns.map(({ outcome }) => (mayAddImports ? outcome : withoutImports(outcome)));
}

/** Reopens a hole whose filling needs an import that the file does not have. */
function withoutImports(outcome: HoleOutcome): HoleOutcome {
  if (outcome.state !== 'filled' || outcome.imports.length === 0) return outcome;
  const imports = outcome.imports.map((module) => `\`import ${module}\``).join(' and ');
  return { ...outcome, state: 'open', note: `it can be filled after adding ${imports}` };
}
