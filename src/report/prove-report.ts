/** The JSON report of `prove`: `lemmahead/prove@1`. */
import type { HoleOutcome, ModelFailure, ProveOutcome } from '../prove/outcome.ts';
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import type { Finding, Level } from '../verify/verdict.ts';
import { unifiedDiff } from './unified-diff.ts';

export interface HoleReport {
  /** 1-based number among all holes of the file, as for `--hole`. */
  hole: number;
  /** 1-based line, 0-based column in code points, as Lean counts. */
  line: number;
  column: number;
  keyword: string | null;
  declaration: string | null;
  /** `skipped`: in a definition or a type, so no proof is missing. `unasked`: not selected. */
  state: HoleOutcome['state'];
  goal: string | null;
  /** Name of the strategy that generated the candidate. */
  strategy: string | null;
  /** The candidate that filled the hole, as proposed. For an open hole: one that needs `imports`, or was dropped. */
  candidate: string | null;
  /** The retrieved declarations that the candidate uses. */
  lemmas: string[];
  /** Modules that the candidate needs and the original file does not import. */
  imports: string[];
  /** The candidate was accepted alone, but dropped because it is inconsistent with the rest. */
  dropped: boolean;
  /** Axioms that the filled declaration uses. */
  axioms: string[];
  /** Declarations with holes on which it still depends. If not empty, it is filled but not yet proved. */
  conditional: string[];
  attempts: number;
  /** Attempts without a result from Lean or the audit. */
  unchecked: number;
  /** Attempts that compiled but were refused by the audit. */
  refused: number;
  /** Answers of the model without a candidate. */
  no_candidate: number;
  /** Why no further candidate was tried. */
  note: string | null;
}

export interface ProveReport {
  schema: 'lemmahead/prove@1';
  file: string;
  /** Id of the recorded run; null if there was nothing to do. */
  run: string | null;
  /** The strategies that ran at each hole, in order, joined with `+`. */
  strategy: string | null;
  /** The verification level of filled holes; null if none is filled. */
  level: Level | null;
  /** Whether a process that never ran a candidate compared the full result with the original. */
  audited: boolean;
  sandbox: SandboxLevel | null;
  holes: HoleReport[];
  filled: number;
  /** The number of these that depend on other holes. */
  conditional: number;
  open: number;
  skipped: number;
  attempts: number;
  /** Input and output tokens of the model, as counted against `--max-tokens`. */
  tokens: number;
  /** US dollars, as counted against `--max-cost`; null if the price is unknown. */
  cost: number | null;
  stopped_by: ProveOutcome['stoppedBy'];
  /** Why no more requests were sent to the model (`code`, `message`, `reason`, `next`); null if there was no failure. */
  model_failure: ModelFailure | null;
  /** The objection of the final audit to the full result; then nothing is written. */
  objection: { kind: 'refused' | 'unchecked'; why: string; findings: Finding[] } | null;
  /** Imports that were added to the file. */
  added_imports: string[];
  /** Unified diff of the filled holes; empty if none is filled. */
  diff: string;
  /** Whether a file was written, and its path. */
  written: boolean;
  written_to: string | null;
  /** The replayed run, and the holes with a different result; null and empty if this is not a replay. */
  replay_of: string | null;
  differs: number[];
}

export interface ProvenFile {
  /** The path as shown and as in the diff header. */
  path: string;
  text: string;
  /** Path of the written file; null if none was written. */
  written: string | null;
  run: string | null;
  replayed: { of: string; differs: number[] } | null;
}

export function proveReport(outcome: ProveOutcome, file: ProvenFile): ProveReport {
  const count = (state: HoleOutcome['state']): number => outcome.holes.filter((hole) => hole.state === state).length;
  const accepted = outcome.holes.flatMap(({ state, accepted: verdict }) =>
    state === 'filled' && verdict !== null ? [verdict] : [],
  );
  return {
    schema: 'lemmahead/prove@1',
    file: file.path,
    run: file.run,
    strategy: outcome.strategies.join('+') || null,
    level: accepted[0]?.level ?? null,
    audited: accepted.length > 0 && outcome.objection === null,
    sandbox: accepted[0]?.sandbox ?? null,
    holes: outcome.holes.map(holeReport),
    filled: count('filled'),
    conditional: accepted.filter(({ conditional }) => conditional.length > 0).length,
    open: count('open'),
    skipped: count('skipped'),
    attempts: outcome.attempts,
    tokens: outcome.spent.tokens,
    cost: outcome.spent.cost,
    stopped_by: outcome.stoppedBy,
    model_failure: outcome.modelFailure,
    objection: objectionReport(outcome.objection),
    added_imports: outcome.addedImports,
    diff: unifiedDiff(file.path.replace(/^\/+/, ''), file.text, outcome.edits),
    written: file.written !== null,
    written_to: file.written,
    replay_of: file.replayed?.of ?? null,
    differs: file.replayed?.differs ?? [],
  };
}

function objectionReport(objection: ProveOutcome['objection']): ProveReport['objection'] {
  if (objection === null) return null;
  if (objection.kind === 'unchecked') return { kind: 'unchecked', why: objection.detail, findings: [] };
  const why = objection.findings.map(({ name, detail }) => (name === null ? detail : `${name}: ${detail}`)).join('; ');
  return { kind: 'refused', why, findings: objection.findings };
}

function holeReport({ hole, proposal, accepted, ...outcome }: HoleOutcome): HoleReport {
  const isFilled = outcome.state === 'filled';
  return {
    hole: outcome.number,
    line: hole.line,
    column: hole.column,
    keyword: hole.declaration?.keyword ?? null,
    declaration: hole.declaration?.name ?? null,
    state: outcome.state,
    goal: outcome.goal,
    strategy: outcome.strategy,
    candidate: proposal?.candidate.text ?? null,
    lemmas: proposal?.lemmas ?? [],
    imports: outcome.imports,
    dropped: outcome.isDropped,
    axioms: (isFilled ? accepted?.axioms : undefined) ?? [],
    conditional: (isFilled ? accepted?.conditional : undefined) ?? [],
    attempts: outcome.attempts,
    unchecked: outcome.unchecked,
    refused: outcome.refused,
    no_candidate: outcome.noCandidate,
    note: outcome.note,
  };
}
