/** Makes the JSON report of `prove`. */
import type { HoleOutcome, ProveOutcome } from '../prove/outcome.ts';
import { unifiedDiff } from '../verify/hole/unified-diff.ts';
import { findingsText } from '../verify/verdict.ts';
import type { HoleResult, ProveReport } from './prove-schema.ts';

export interface ProvenFile {
  /** The path as shown and as in the diff header. */
  path: string;
  text: string;
  /** Path of the written file; null if none was written. */
  written: string | null;
  run: string | null;
  replayed: { of: string; differs: number[]; isByRecord: boolean } | null;
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
    worker: outcome.worker?.id ?? null,
    confirmed_by: outcome.confirmedBy,
    strategy: outcome.strategies.join('+') || null,
    level: accepted[0]?.level ?? null,
    audited: accepted.length > 0 && outcome.objection === null && file.replayed?.isByRecord !== true,
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
    ...(file.replayed?.isByRecord === true ? { by_record: true } : {}),
  };
}

function objectionReport(objection: ProveOutcome['objection']): ProveReport['objection'] {
  if (objection === null) return null;
  if (objection.kind === 'unchecked') return { kind: 'unchecked', why: objection.detail, findings: [] };
  return { kind: 'refused', why: findingsText(objection.findings), findings: objection.findings };
}

function holeReport({ hole, proposal, accepted, ...outcome }: HoleOutcome): HoleResult {
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
    nearest: outcome.nearest,
    note: outcome.note,
  };
}
