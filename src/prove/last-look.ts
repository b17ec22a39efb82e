/** The whole file once more, before anything of it is shown or written: filled holes can change what others rest on. */
import type { DeclarationFacts, Judge } from '../verify/audit/judge.ts';
import type { Finding, UncheckedReason, Verdict } from '../verify/verdict.ts';
import type { HoleOutcome, ProveOutcome } from './loop.ts';

/** Null: the file is the original with holes filled honestly. */
export type Objection =
  | { kind: 'refused'; findings: Finding[] }
  | { kind: 'unchecked'; why: UncheckedReason; detail: string; next?: string };

/**
 * Has the judge compare the file as it came out with the original, and brings up to date which filled holes still rest
 * on the `sorry` of others. Holes that are left are no objection.
 */
export async function lookAgain(
  judge: Pick<Judge, 'file'>,
  original: string,
  outcome: ProveOutcome,
): Promise<Objection | null> {
  const { verdict, declarations } = await judge.file(outcome.text, original, null);
  const objection = objectionOf(verdict);
  if (objection !== null) return objection;
  const facts = new Map(declarations.map((declaration) => [declaration.name, declaration]));
  outcome.holes = outcome.holes.map((hole) => upToDate(hole, facts));
  return null;
}

function objectionOf(verdict: Verdict): Objection | null {
  if (verdict.kind === 'accepted') return null;
  if (verdict.kind === 'unchecked') {
    const { why, detail, next } = verdict;
    return { kind: 'unchecked', why, detail, ...(next === undefined ? {} : { next }) };
  }
  if (verdict.by !== 'audit') {
    const said = verdict.by === 'gate' ? verdict.reason : (verdict.diagnostics[0]?.text ?? 'Lean found errors');
    return { kind: 'unchecked', why: 'crashed', detail: `the file as a whole was not accepted: ${said}` };
  }
  const findings = verdict.findings.filter(({ rule }) => rule !== 'sorry');
  return findings.length > 0 ? { kind: 'refused', findings } : null;
}

function upToDate(outcome: HoleOutcome, facts: ReadonlyMap<string, DeclarationFacts>): HoleOutcome {
  const name = outcome.hole.declaration?.fullName ?? null;
  const own = name === null ? undefined : facts.get(name);
  if (outcome.accepted === null || own === undefined) return outcome;
  const axioms = own.axioms.filter((axiom) => axiom !== 'sorryAx');
  const { conditional } = outcome.accepted;
  const open = own.sorry === 'none' ? [] : conditional.filter((other) => facts.get(other)?.sorry !== 'none');
  return { ...outcome, accepted: { ...outcome.accepted, axioms, conditional: open } };
}
