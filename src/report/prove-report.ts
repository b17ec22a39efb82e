/** What `prove` found, as its JSON says it: `lemmahead/prove@1`. */
import type { HoleOutcome, ProveOutcome } from '../prove/loop.ts';
import { unifiedDiff } from './unified-diff.ts';

export interface HoleReport {
  /** 1-based line, 0-based column in code points, as Lean counts. */
  line: number;
  column: number;
  keyword: string | null;
  declaration: string | null;
  /** `skipped`: it stands in a definition or a type, where no proof is missing. */
  state: HoleOutcome['state'];
  /** What filled it, as it was proposed. */
  candidate: string | null;
  /** The retrieved declaration that the candidate uses. */
  lemma: string | null;
  attempts: number;
  /** Attempts to which Lean gave no answer. */
  unchecked: number;
}

export interface ProveReport {
  schema: 'lemmahead/prove@1';
  file: string;
  strategy: string | null;
  /** How far the result was looked at. It was not audited: no kernel replay, no look at axioms. */
  level: 'compiles';
  audited: false;
  holes: HoleReport[];
  filled: number;
  open: number;
  skipped: number;
  attempts: number;
  stopped_by: ProveOutcome['stoppedBy'];
  /** Unified diff of what was filled; empty if nothing was. */
  diff: string;
  /** Whether the file has been written. */
  written: boolean;
}

export interface ProvenFile {
  /** As shown, and in the head of the diff. */
  path: string;
  text: string;
  written: boolean;
}

export function proveReport(outcome: ProveOutcome, file: ProvenFile): ProveReport {
  const count = (state: HoleOutcome['state']): number => outcome.holes.filter((hole) => hole.state === state).length;
  return {
    schema: 'lemmahead/prove@1',
    file: file.path,
    strategy: outcome.strategy,
    level: 'compiles',
    audited: false,
    holes: outcome.holes.map(holeReport),
    filled: count('filled'),
    open: count('open'),
    skipped: count('skipped'),
    attempts: outcome.attempts,
    stopped_by: outcome.stoppedBy,
    diff: unifiedDiff(file.path.replace(/^\/+/, ''), file.text, outcome.edits),
    written: file.written,
  };
}

function holeReport({ hole, state, proposal, attempts, unchecked }: HoleOutcome): HoleReport {
  return {
    line: hole.line,
    column: hole.column,
    keyword: hole.declaration?.keyword ?? null,
    declaration: hole.declaration?.name ?? null,
    state,
    candidate: proposal?.candidate.text ?? null,
    lemma: proposal?.lemma ?? null,
    attempts,
    unchecked,
  };
}
