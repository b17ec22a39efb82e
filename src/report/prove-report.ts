/** What `prove` found, as its JSON says it: `lemmahead/prove@1`. */
import type { HoleOutcome, ProveOutcome } from '../prove/loop.ts';
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import type { Finding, Level } from '../verify/verdict.ts';
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
  /** The retrieved declarations that the candidate uses. */
  lemmas: string[];
  /** What the filled declaration rests on. */
  axioms: string[];
  /** Declarations with holes that it still rests on. Not empty: filled, but not proved yet. */
  conditional: string[];
  attempts: number;
  /** Attempts to which Lean or the audit gave no answer. */
  unchecked: number;
  /** Attempts that compiled and that the audit refused. */
  refused: number;
  /** Why no further candidate was tried. */
  note: string | null;
}

export interface ProveReport {
  schema: 'lemmahead/prove@1';
  file: string;
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
  stopped_by: ProveOutcome['stoppedBy'];
  /** What the last look at the whole result found against it; nothing is written then. */
  objection: { kind: 'refused' | 'unchecked'; why: string; findings: Finding[] } | null;
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
  const accepted = outcome.holes.flatMap((hole) => hole.accepted ?? []);
  return {
    schema: 'lemmahead/prove@1',
    file: file.path,
    strategy: outcome.strategy,
    level: accepted[0]?.level ?? null,
    audited: accepted.length > 0 && outcome.objection === null,
    sandbox: accepted[0]?.sandbox ?? null,
    holes: outcome.holes.map(holeReport),
    filled: count('filled'),
    conditional: accepted.filter(({ conditional }) => conditional.length > 0).length,
    open: count('open'),
    skipped: count('skipped'),
    attempts: outcome.attempts,
    stopped_by: outcome.stoppedBy,
    objection: objectionReport(outcome.objection),
    diff: unifiedDiff(file.path.replace(/^\/+/, ''), file.text, outcome.edits),
    written: file.written,
  };
}

function objectionReport(objection: ProveOutcome['objection']): ProveReport['objection'] {
  if (objection === null) return null;
  if (objection.kind === 'unchecked') return { kind: 'unchecked', why: objection.detail, findings: [] };
  const why = objection.findings.map(({ name, detail }) => (name === null ? detail : `${name}: ${detail}`)).join('; ');
  return { kind: 'refused', why, findings: objection.findings };
}

function holeReport({ hole, proposal, accepted, ...outcome }: HoleOutcome): HoleReport {
  return {
    line: hole.line,
    column: hole.column,
    keyword: hole.declaration?.keyword ?? null,
    declaration: hole.declaration?.name ?? null,
    state: outcome.state,
    candidate: proposal?.candidate.text ?? null,
    lemmas: proposal?.lemmas ?? [],
    axioms: accepted?.axioms ?? [],
    conditional: accepted?.conditional ?? [],
    attempts: outcome.attempts,
    unchecked: outcome.unchecked,
    refused: outcome.refused,
    note: outcome.note,
  };
}
