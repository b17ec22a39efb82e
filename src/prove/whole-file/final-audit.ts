/** Audits the full filled file before it is shown or written: a filled hole can affect proofs that depend on it. */
import { firstLine } from '../../base/one-line.ts';
import { type DeclarationFacts, type Judge } from '../../verify/audit/judge.ts';
import { fillingOf, applyEdits, type Edit } from '../../verify/hole/splice.ts';
import type { Finding, Verdict } from '../../verify/verdict.ts';
import { addImports } from '../../lean/add-imports.ts';
import { withImports } from '../attempt/headers.ts';
import type { HoleOutcome, Objection, ProveOutcome } from '../outcome.ts';
import { objectionTo } from './objection.ts';
import { changeOfMeaning } from './same-meaning.ts';
import { type SubsetCheck, findConsistentSubset } from './consistent-subset.ts';

/** The file with all fillings that are accepted together, and the resulting outcomes. */
export type Assembled = Pick<
  ProveOutcome,
  'holes' | 'edits' | 'text' | 'addedImports' | 'isRefusedTogether' | 'objection'
>;

/**
 * The judge compares the filled file with the original under the same header. Fillings that are rejected together with
 * the others are dropped. Updates which filled holes still depend on the `sorry` of others. Open holes are allowed.
 */
export async function assemble(
  judge: Pick<Judge, 'file'>,
  original: string,
  holes: readonly HoleOutcome[],
): Promise<Assembled> {
  const filled = holes.filter(({ state }) => state === 'filled').map(({ number }) => number);
  if (filled.length === 0)
    return { ...filledFile(original, holes, []), holes: [...holes], isRefusedTogether: false, objection: null };
  const results = new Map<string, AuditResult>();
  const subset = await findConsistentSubset(filled, async (numbers) => {
    const result = await auditFilled(judge, original, holes, numbers);
    results.set(String(numbers), result);
    return result.check;
  });
  const { kept, dropped, why, isUnknown } = subset;
  const last = results.get(String(kept)) ?? null;
  const facts = new Map(last?.declarations.map((declaration) => [declaration.name, declaration]) ?? []);
  const refusal = results.get(String(filled))?.objection ?? null;
  const objection = isUnknown || kept.length === 0 ? (isUnknown ? (last?.objection ?? refusal) : refusal) : null;
  const settled = holes.map((hole) => {
    if (dropped.includes(hole.number)) return droppedOutcome(hole, why ?? '', kept, holes);
    return kept.includes(hole.number) ? updated(hole, facts) : hole;
  });
  const isRefusedTogether = dropped.length > 0 && refusal?.kind === 'refused';
  return { ...filledFile(original, holes, kept), holes: settled, isRefusedTogether, objection };
}

/** `verdict`: on the filled file; null if the added imports already change its meaning. */
export interface FilledAudit {
  objection: Objection | null;
  verdict: Verdict | null;
  declarations: DeclarationFacts[];
}

interface AuditResult extends FilledAudit {
  check: SubsetCheck;
}

/** Judges the original with the holes of these numbers filled. Open holes are no objection. */
export async function auditFilled(
  judge: Pick<Judge, 'file'>,
  original: string,
  holes: readonly HoleOutcome[],
  numbers: readonly number[],
): Promise<AuditResult> {
  const { text, addedImports, edits } = filledFile(original, holes, numbers);
  const filledHoles = holes.filter(({ number }) => numbers.includes(number));
  const before = withImports(original, addedImports).text;
  // Imports that each preserve the meaning may change it together.
  const change = before === original ? null : await changeOfMeaning(judge, before, original);
  if (change !== null)
    return { check: checkOfChange(change, filledHoles), objection: change, verdict: null, declarations: [] };
  const { verdict, declarations } = await judge.file(text, before, null);
  const objection = objectionTo(verdict, ['sorry']);
  return {
    check: checkOf(verdict, objection, (line) => blamedAt(line, original, filledHoles, edits), filledHoles),
    ...{ objection, verdict, declarations },
  };
}

/** The original with the holes of these numbers filled and the required imports added. */
export function filledFile(
  original: string,
  holes: readonly HoleOutcome[],
  numbers: readonly number[],
): Omit<Assembled, 'holes' | 'isRefusedTogether' | 'objection'> {
  const selected = holes.filter(({ number }) => numbers.includes(number));
  const addedImports = [...new Set(selected.flatMap(({ imports }) => imports))].sort();
  const header = addImports(original, addedImports);
  const fillings = selected.flatMap(({ hole, proposal }) =>
    proposal === null ? [] : [fillingOf(original, hole, proposal.candidate)],
  );
  const edits: Edit[] =
    header === null ? fillings : [{ start: header.start, end: header.end, text: header.text }, ...fillings];
  return { text: applyEdits(original, edits), edits, addedImports };
}

function checkOf(
  verdict: Verdict,
  objection: Objection | null,
  at: (line: number) => number[],
  filledHoles: readonly HoleOutcome[],
): SubsetCheck {
  if (objection === null) return { kind: 'accepted' };
  if (verdict.kind !== 'rejected') return { kind: 'unknown' };
  if (verdict.by === 'gate') return { kind: 'rejected', blamed: [], why: verdict.reason };
  if (verdict.by === 'lean') {
    const [first] = verdict.diagnostics;
    const blamed = verdict.diagnostics.flatMap(({ line }) => at(line));
    const why = first === undefined ? 'Lean found errors' : firstLine(first.text);
    return { kind: 'rejected', blamed: [...new Set(blamed)], why };
  }
  const findings = verdict.findings.filter(({ rule }) => rule !== 'sorry');
  const names = new Set(findings.map(({ name }) => name));
  const blamed = filledHoles
    .filter(({ hole }) => names.has(hole.declaration?.fullName ?? null))
    .map(({ number }) => number);
  return { kind: 'rejected', blamed, why: findings.map(detailOf).join('; ') };
}

function checkOfChange(change: Objection, filledHoles: readonly HoleOutcome[]): SubsetCheck {
  if (change.kind === 'unchecked') return { kind: 'unknown' };
  const blamed = filledHoles.filter(({ imports }) => imports.length > 0).map(({ number }) => number);
  return { kind: 'rejected', blamed, why: change.findings.map(detailOf).join('; ') };
}

const detailOf = ({ detail }: Finding): string => detail;

/** Holes whose declaration contains this line of the filled file. */
function blamedAt(
  line: number,
  original: string,
  filledHoles: readonly HoleOutcome[],
  edits: readonly Edit[],
): number[] {
  const lineOf = (offset: number): number => newlines(original.slice(0, offset)) + 1;
  // Number of lines that each edit adds.
  const growth = edits.map((edit) => ({
    line: lineOf(edit.start),
    by: newlines(edit.text) - newlines(original.slice(edit.start, edit.end)),
  }));
  const shifted = (own: number, isEnd: boolean): number =>
    growth.reduce((sum, each) => (each.line < own || (isEnd && each.line === own) ? sum + each.by : sum), own);
  return filledHoles
    .filter(({ hole: { declaration } }) => {
      return (
        declaration !== null && shifted(declaration.line, false) <= line && line <= shifted(declaration.endLine, true)
      );
    })
    .map(({ number }) => number);
}

const newlines = (text: string): number => text.split('\n').length - 1;

function droppedOutcome(
  hole: HoleOutcome,
  why: string,
  kept: readonly number[],
  holes: readonly HoleOutcome[],
): HoleOutcome {
  const others = kept.map((number) => holes.find((each) => each.number === number)?.hole.line).join(', ');
  const otherFillings = others === '' ? 'the others' : `the filling of line ${others}`;
  const note = `it was accepted alone, but rejected together with ${otherFillings}: ${why}`;
  return { ...hole, state: 'open', isDropped: true, note };
}

function updated(outcome: HoleOutcome, facts: ReadonlyMap<string, DeclarationFacts>): HoleOutcome {
  const name = outcome.hole.declaration?.fullName ?? null;
  const own = name === null ? undefined : facts.get(name);
  if (outcome.accepted === null || own === undefined) return outcome;
  const axioms = own.axioms.filter((axiom) => axiom !== 'sorryAx');
  const { conditional } = outcome.accepted;
  const open = own.sorry === 'none' ? [] : conditional.filter((other) => facts.get(other)?.sorry !== 'none');
  return { ...outcome, accepted: { ...outcome.accepted, axioms, conditional: open } };
}
