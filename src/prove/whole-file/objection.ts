/** Converts a verdict on a full file to an objection. */
import type { FindingRule, Verdict } from '../../verify/verdict.ts';
import type { Objection } from '../outcome.ts';

/** Returns null if all findings are `excused`. */
export function objectionTo(verdict: Verdict, excused: readonly FindingRule[]): Objection | null {
  if (verdict.kind === 'accepted') return null;
  if (verdict.kind === 'unchecked') {
    const { why, detail, next } = verdict;
    return { kind: 'unchecked', why, detail, ...(next === undefined ? {} : { next }) };
  }
  if (verdict.by !== 'audit') {
    const reason = verdict.by === 'gate' ? verdict.reason : (verdict.diagnostics[0]?.text ?? 'Lean found errors');
    return { kind: 'unchecked', why: 'crashed', detail: `the full file was not accepted: ${reason}` };
  }
  const findings = verdict.findings.filter(({ rule }) => !excused.includes(rule));
  return findings.length > 0 ? { kind: 'refused', findings } : null;
}
