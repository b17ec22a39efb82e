/** What `prove` found, as its JSON says it: `lemmahead/prove@1`. */
import type { HoleOutcome, ModelFailure, ProveOutcome } from '../prove/outcome.ts';
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import type { Finding, Level } from '../verify/verdict.ts';
import { unifiedDiff } from './unified-diff.ts';

export interface HoleReport {
  /** 1-based, among all holes of the file: what `--hole` takes. */
  hole: number;
  /** 1-based line, 0-based column in code points, as Lean counts. */
  line: number;
  column: number;
  keyword: string | null;
  declaration: string | null;
  /** `skipped`: it stands in a definition or a type, where no proof is missing. `unasked`: another hole was asked for. */
  state: HoleOutcome['state'];
  goal: string | null;
  /** Name of the strategy that the candidate came from. */
  strategy: string | null;
  /** What filled it, as it was proposed; of an open hole, what would fill it under `imports`, or was dropped. */
  candidate: string | null;
  /** The retrieved declarations that the candidate uses. */
  lemmas: string[];
  /** Modules that the candidate needs and the file did not import. */
  imports: string[];
  /** It was accepted by itself and left out, for it does not stand together with the rest. */
  dropped: boolean;
  /** What the filled declaration rests on. */
  axioms: string[];
  /** Declarations with holes that it still rests on. Not empty: filled, but not proved yet. */
  conditional: string[];
  attempts: number;
  /** Attempts to which Lean or the audit gave no answer. */
  unchecked: number;
  /** Attempts that compiled and that the audit refused. */
  refused: number;
  /** Answers of the model that held nothing to try. */
  no_candidate: number;
  /** Why no further candidate was tried. */
  note: string | null;
}

export interface ProveReport {
  schema: 'lemmahead/prove@1';
  file: string;
  /** Name of the run on record; null where nothing was to be done. */
  run: string | null;
  /** The strategies that had their turn at each hole, in their order, with `+` between them. */
  strategy: string | null;
  /** How far what is filled was looked at; null where nothing is filled. */
  level: Level | null;
  /** A process that never ran a candidate compared the whole result with the original. */
  audited: boolean;
  sandbox: SandboxLevel | null;
  holes: HoleReport[];
  filled: number;
  /** Of these, how many rest on the holes of others. */
  conditional: number;
  open: number;
  skipped: number;
  attempts: number;
  /** Tokens of the model, in and out, as they count against `--max-tokens`. */
  tokens: number;
  /** US dollars, as they count against `--max-cost`; null where the price is not known. */
  cost: number | null;
  stopped_by: ProveOutcome['stoppedBy'];
  /** Why the model was not asked any more (`code`, `message`, `reason`, `next`); null where it was not so. */
  model_failure: ModelFailure | null;
  /** What the last look at the whole result found against it; nothing is written then. */
  objection: { kind: 'refused' | 'unchecked'; why: string; findings: Finding[] } | null;
  /** Imports that were added to the file. */
  added_imports: string[];
  /** Unified diff of what was filled; empty if nothing was. */
  diff: string;
  /** Whether a file has been written, and which. */
  written: boolean;
  written_to: string | null;
  /** The run that this one replays, and the holes that came out otherwise then; null and none where it is no replay. */
  replay_of: string | null;
  differs: number[];
}

export interface ProvenFile {
  /** As shown, and in the head of the diff. */
  path: string;
  text: string;
  /** The file that was written; null for none. */
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
