/** All checks of one statement, and the verdict. */
import type { ShownStatement } from '../../prompt/text-judge-prompts.ts';
import type { UncheckedReason } from '../../verify/verdict.ts';
import type { Closing, StatementTools } from './close-goal.ts';
import { type Comparison, compareStatements, isEquivalent, type NotCompared } from './equivalence.ts';
import { elaborate, type NotElaborated } from './elaborate.ts';
import type { StatementSource } from './statement-source.ts';
import { findCounterexample, refuteByPortfolio } from './refute.ts';
import { type Remark, type RemarkContext, remarksOn } from './remarks.ts';
import { shownStatement } from './shown-statement.ts';
import type { ElaboratedStatement } from './terms.ts';
import { judgeText, type Judgement, type TextJudge } from './text-judge.ts';
import { findTrivial } from './trivial.ts';
import type { StatementVerdict } from './statement-verdicts.ts';
import { findContradiction } from './vacuous.ts';

/** A check that found something: the tactic text that proves it. */
export interface Finding {
  rule: 'refuted' | 'vacuous';
  by: string;
}

export interface CheckedStatement {
  elaborated: ElaboratedStatement;
  verdict: StatementVerdict;
  findings: readonly Finding[];
  remarks: readonly Remark[];
  /** Null without a reference. */
  reference: Comparison | NotCompared | null;
  /** Null if no model was asked. */
  judgement: Judgement | null;
  /** Checks that gave no answer. */
  unanswered: readonly { check: string; why: UncheckedReason; detail: string }[];
}

export interface StatementRequest extends RemarkContext {
  /** A statement that is trusted; null without one. */
  reference: StatementSource | null;
  /** The text is a question, so the statement may be false. */
  isQuestion: boolean;
  /** Null without text judges. */
  judging: Judging | null;
  /** Candidates of the portfolio for each of the searches for a contradiction and a refutation. */
  maxCandidates: number;
}

/** More candidates find little and take minutes. */
export const MAX_CANDIDATES = 20;

/** Who compares the statement with which text. */
export interface Judging {
  judges: readonly TextJudge[];
  text: string;
  hasCritic: boolean;
  describe: (name: string) => ShownStatement['constants'][number];
}

export async function checkStatement(
  tools: StatementTools,
  source: StatementSource,
  request: StatementRequest,
): Promise<CheckedStatement | NotElaborated> {
  const elaborated = await elaborate(tools, source);
  if ('failure' in elaborated) return elaborated;
  const unanswered: CheckedStatement['unanswered'][number][] = [];
  const remarks: Remark[] = [];
  const findings: Finding[] = [];
  const { maxCandidates, reference, isQuestion } = request;

  const trivial = await findTrivial(tools, source, elaborated);
  if (trivial !== null && 'kind' in trivial) unanswered.push({ check: 'trivial', ...answerless(trivial) });
  else if (trivial !== null) {
    remarks.push({ rule: 'trivial', strength: 'strong', text: `It has no content: ${trivial.why}.` });
    for (const name of trivial.unused) {
      remarks.push({
        rule: 'unused-hypothesis',
        strength: 'medium',
        text: `It holds without the hypothesis '${name}'.`,
      });
    }
  }
  const isTrivial = trivial !== null && !('kind' in trivial);
  // The cheap search comes first. A refuted statement is not vacuous, and a proved one is not refuted.
  const counterexample: Closing = isTrivial ? { kind: 'open' } : await findCounterexample(tools, source, elaborated);
  const isRefuted = counterexample.kind === 'proved';
  const vacuous: Closing = isRefuted
    ? { kind: 'open' }
    : await findContradiction(tools, source, elaborated, maxCandidates);
  const isDecided = isTrivial || isRefuted || vacuous.kind === 'proved';
  const refuted = isDecided ? counterexample : await refuteByPortfolio(tools, source, elaborated, maxCandidates);
  if (vacuous.kind === 'proved') findings.push({ rule: 'vacuous', by: vacuous.by });
  if (refuted.kind === 'proved' && !isQuestion) findings.push({ rule: 'refuted', by: refuted.by });
  if (refuted.kind === 'proved' && isQuestion) {
    remarks.push({ rule: 'refuted', strength: 'strong', text: 'It is false, which answers the question.' });
  }
  for (const [check, closing] of Object.entries({ vacuous, refuted })) {
    if (closing.kind === 'unchecked') unanswered.push({ check, ...answerless(closing) });
  }
  remarks.push(...remarksOn(elaborated, request));
  const compared = reference === null ? null : await compareStatements(tools, source, reference);
  const decided = verdictOf(findings, compared);
  // Proofs cost nothing and count more than a model's word.
  const judgement =
    decided === 'unchecked' && request.judging !== null
      ? await judge(tools, source, elaborated, request.judging)
      : null;
  const verdict = judgement?.verdict ?? decided;
  return { elaborated, verdict, findings, remarks, reference: compared, judgement, unanswered };
}

async function judge(
  tools: StatementTools,
  source: StatementSource,
  elaborated: ElaboratedStatement,
  { judges, text, hasCritic, describe }: Judging,
): Promise<Judgement> {
  return judgeText(judges, text, await shownStatement(tools, source, elaborated, describe), hasCritic);
}

function answerless({ why, detail }: { why: UncheckedReason; detail: string }): {
  why: UncheckedReason;
  detail: string;
} {
  return { why, detail };
}

/** A proof beats a reference: an equivalent reference is then wrong too. */
function verdictOf(findings: readonly Finding[], reference: Comparison | NotCompared | null): StatementVerdict {
  if (findings.length > 0) return 'unfaithful';
  if (reference === null || 'failure' in reference) return 'unchecked';
  const { level } = reference;
  if (isEquivalent(reference)) return 'faithful';
  return level === 'stronger' || level === 'weaker' || level === 'different' ? 'suspect' : 'unchecked';
}
