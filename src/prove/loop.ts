/** Fills the holes of one file, several at a time, each against the original: the others stay open meanwhile. */
import { forEachConcurrent } from '../base/for-each-concurrent.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { FileRun } from './file-run.ts';
import { HoleTurn } from './attempt/hole-turn.ts';
import type { HoleOutcome } from './outcome.ts';

export interface LoopOptions {
  /** Whether a hole is asked for; the others are left alone. */
  isWanted: (hole: Hole, number: number) => boolean;
  /** How many holes have their turn at the same time. */
  jobs: number;
  /** Whether what needs further imports counts as filled: they may go into the file. */
  mayAddImports: boolean;
}

/**
 * Gives every hole that lacks a proof its turn. The file must compile before, but for its holes: any error then comes from
 * the candidate.
 * @throws {Failure} where nothing can be judged on this machine
 */
export async function fillHoles(run: FileRun, { isWanted, jobs, mayAddImports }: LoopOptions): Promise<HoleOutcome[]> {
  const turns = run.holes.map((hole, at) => new HoleTurn(run, hole, at + 1));
  const asked: HoleTurn[] = [];
  for (const turn of turns) {
    const { outcome } = turn;
    if (!isWanted(outcome.hole, outcome.number)) outcome.state = 'unasked';
    else if (outcome.state === 'open') asked.push(turn);
  }
  // What is thrown is wrong with the machine, and so for every hole.
  await forEachConcurrent(asked, jobs, async (turn) => {
    if (!run.isOver(turn.outcome.number)) await turn.take();
  });
  return turns.map(({ outcome }) => (mayAddImports ? outcome : withoutImports(outcome)));
}

/** What needs an import that the file does not have is no filling of that file. */
function withoutImports(outcome: HoleOutcome): HoleOutcome {
  if (outcome.state !== 'filled' || outcome.imports.length === 0) return outcome;
  const imports = outcome.imports.map((module) => `\`import ${module}\``).join(' and ');
  return { ...outcome, state: 'open', note: `it would be filled with ${imports}` };
}
