/** What a verdict on a whole file has against it. */
import type { FindingRule, Verdict } from '../../verify/verdict.ts';
import type { Objection } from '../outcome.ts';

/** Null where nothing was found but what is `excused`. */
export function objectionTo(verdict: Verdict, excused: readonly FindingRule[]): Objection | null {
  if (verdict.kind === 'accepted') return null;
  if (verdict.kind === 'unchecked') {
    const { why, detail, next } = verdict;
    return { kind: 'unchecked', why, detail, ...(next === undefined ? {} : { next }) };
  }
  if (verdict.by !== 'audit') {
    const said = verdict.by === 'gate' ? verdict.reason : (verdict.diagnostics[0]?.text ?? 'Lean found errors');
    return { kind: 'unchecked', why: 'crashed', detail: `the file as a whole was not accepted: ${said}` };
  }
  const findings = verdict.findings.filter(({ rule }) => !excused.includes(rule));
  return findings.length > 0 ? { kind: 'refused', findings } : null;
}
