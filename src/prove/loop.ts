/** Fills the holes of one file concurrently, each in the original text where all other holes are still open. */
import { forEachConcurrent } from '../base/for-each-concurrent.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { FileRun } from './file-run.ts';
import { HoleProver } from './attempt/hole-prover.ts';
import type { HoleOutcome } from './outcome.ts';

export interface LoopOptions {
  /** Whether a hole is requested; the others are skipped. */
  isSelected: (hole: Hole, number: number) => boolean;
  /** Number of holes tried concurrently. */
  jobs: number;
}

/**
 * Tries every requested hole that lacks a proof. The file must compile apart from its holes, so any error comes from
 * the candidate.
 * @throws {Failure} if candidates cannot be judged on this machine
 */
export async function fillHoles(run: FileRun, { isSelected, jobs }: LoopOptions): Promise<HoleOutcome[]> {
  const provers = run.parts.holes.map((_, at) => new HoleProver(run, at));
  const selected: HoleProver[] = [];
  for (const prover of provers) {
    const { outcome } = prover;
    if (!isSelected(outcome.hole, outcome.number)) outcome.state = 'unasked';
    else if (outcome.state === 'open') selected.push(prover);
  }
  // Errors thrown here concern the machine and thus all holes.
  await forEachConcurrent(selected, jobs, async (prover) => {
    if (!run.isOver(prover.outcome.number)) await prover.run();
  });
  return provers.map(({ outcome }) => (run.parts.mayAddImports ? outcome : reopenIfImporting(outcome)));
}

/** Reopens a hole whose filling needs an import that the file does not have. */
function reopenIfImporting(outcome: HoleOutcome): HoleOutcome {
  if (outcome.state !== 'filled' || outcome.imports.length === 0) return outcome;
  const imports = outcome.imports.map((module) => `\`import ${module}\``).join(' and ');
  return { ...outcome, state: 'open', note: `it can be filled after adding ${imports}` };
}
