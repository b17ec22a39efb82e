/** Asks Lean about a file as it would be: the whole text, from a scratch folder, never beside the user's file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLean, type LeanCommand, type LeanRun } from '../lean/lean-command.ts';
import type { Candidate } from './candidate.ts';
import { gate } from './gate.ts';
import { findHoles, type Hole } from './holes.ts';
import { applyEdits, fillingOf, type Edit } from './splice.ts';
import type { Verdict } from './verdict.ts';

export interface Checker {
  /** Runs Lean over `text` as it is. */
  run(text: string): Promise<LeanRun>;
  /** Judges `candidate` in `hole` of `text`; the other holes stay open. `filling` is null where the gate refused. */
  check(text: string, hole: Hole, candidate: Candidate): Promise<{ verdict: Verdict; filling: Edit | null }>;
  /** Removes the scratch folder. */
  close(): Promise<void>;
}

export interface CheckerOptions {
  lean: LeanCommand;
  /** Name that the scratch file gets, for what Lean says of it. */
  fileName: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** A checker that asks one cold process at a time: the reference that every faster way must agree with. */
export async function openChecker(options: CheckerOptions): Promise<Checker> {
  const folder = await mkdtemp(join(tmpdir(), 'lemmahead-check-'));
  const scratch = join(folder, options.fileName);
  const run = async (text: string): Promise<LeanRun> => {
    await writeFile(scratch, text);
    return runLean(options.lean, scratch, options);
  };
  return {
    run,
    async check(text, hole, candidate) {
      const reason = gate(candidate);
      if (reason !== null) return { verdict: { kind: 'rejected', by: 'gate', reason }, filling: null };
      const filling = fillingOf(text, hole, candidate);
      return { verdict: judge(await run(applyEdits(text, [filling])), text, hole, filling), filling };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Accepted is what Lean ended on by itself, with exit code 0, without an error, and without a `sorry` in the hole's
 * declaration, unless that has further holes to explain it.
 */
function judge(run: LeanRun, text: string, hole: Hole, filling: Edit): Verdict {
  if (run.kind === 'unfinished') return { kind: 'unchecked', why: run.why, detail: run.detail };
  const lines = linesThatMustBeDone(text, hole, filling);
  const diagnostics = run.messages.diagnostics.filter(
    ({ severity, class: what, line }) =>
      severity === 'error' || (what === 'sorry' && lines !== null && lines.first <= line && line <= lines.last),
  );
  if (run.exitCode !== 0 || diagnostics.length > 0) return { kind: 'rejected', by: 'lean', diagnostics };
  return { kind: 'accepted', level: 'compiles' };
}

/** The declaration's lines once the hole is filled; null while it has other holes. */
function linesThatMustBeDone(text: string, hole: Hole, filling: Edit): { first: number; last: number } | null {
  const { declaration } = hole;
  if (declaration === null) return { first: 1, last: Infinity };
  const holes = findHoles(text).filter((other) => other.declaration?.start === declaration.start);
  if (holes.length > 1) return null;
  return { first: declaration.line, last: declaration.endLine + filling.text.split('\n').length - 1 };
}
