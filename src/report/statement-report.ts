/** Makes the JSON reports of `statement check` and `statement compare`. */
import type { Exit } from '../base/exit-codes.ts';
import { firstLine } from '../base/one-line.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { versionName } from '../lean/toolchain/lean-version.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { ChatModel } from '../llm/chat.ts';
import type { DryRunPrompt } from '../prove/dry-run.ts';
import type { CheckedStatement } from '../prove/statement/check-statement.ts';
import type { NotElaborated } from '../prove/statement/elaborate.ts';
import { type Comparison, isEquivalent } from '../prove/statement/equivalence.ts';
import { EQUIVALENCE_TACTICS } from '../prove/statement/equivalence-tactics.ts';
import type { Judgement } from '../prove/statement/text-judge.ts';
import type { StatementSource } from '../prove/statement/statement-source.ts';
import { constantsOf, statementHash } from '../prove/statement/skeleton.ts';
import { isBeyondBounds, type UncheckedReason } from '../verify/verdict.ts';
import { reportPrompt } from './dry-run.ts';
import type {
  CheckedStatementReport,
  ComparisonReport,
  JudgementReport,
  StatementDryRunReport,
} from './statement-schema.ts';

export function leanOf(lean: LeanInstallation): { version: string; path: string; toolchain: string | null } {
  return { version: versionName(lean.version), path: lean.lean, toolchain: lean.toolchain };
}

export function comparisonReport({ level, forward, backward, a, b, why }: Comparison): ComparisonReport {
  return { level, forward, backward, a, b, why, tactics: EQUIVALENCE_TACTICS };
}

/** The exit for a check that gave no answer. */
function exitWithout(why: UncheckedReason): Exit {
  if (why === 'cancelled') return 'interrupted';
  return isBeyondBounds(why) ? 'budget' : 'missing';
}

/** `path`: of the statement's file, as shown. */
export interface StatementPlace {
  path: string;
  source: StatementSource;
}

export function failedStatement({ source }: StatementPlace, { failure }: NotElaborated): CheckedStatementReport {
  const isError = failure.kind === 'fails';
  return {
    ...headOf(source),
    exit: isError ? 'no' : exitWithout(failure.why),
    ...{ verdict: 'unchecked', compiles: false, findings: [], remarks: [], reference: null, reference_error: null },
    judgement: null,
    errors: isError ? failure.diagnostics.map(({ text }) => text.trim()) : [],
    ...{ rests_on: [], sha256: null, approval: 'none' },
    unanswered: isError ? [] : [{ check: 'compiles', why: failure.why, detail: failure.detail }],
  };
}

/** Without the approval, which the caller knows. `index`: null without one. */
export function statementReport(
  place: StatementPlace,
  checked: CheckedStatement,
  index: LibraryIndex | null,
): CheckedStatementReport {
  const { verdict, findings, remarks, reference, judgement, unanswered, elaborated } = checked;
  const isGood = verdict === 'faithful' || verdict === 'consistent' || verdict === 'unchecked';
  return {
    ...headOf(place.source),
    exit: isGood ? exitOfOpen(checked) : 'no',
    ...{ verdict, compiles: true, errors: [] },
    findings: [...findings],
    remarks: [...remarks],
    reference: reference !== null && 'level' in reference ? comparisonReport(reference) : null,
    reference_error: reference !== null && 'failure' in reference ? failureText(reference) : null,
    judgement: judgement && judgementReport(judgement),
    rests_on: constantsOf(elaborated).map((name) => constant(name, place, index)),
    ...{ sha256: statementHash(elaborated), approval: 'none', unanswered: [...unanswered] },
  };
}

/** No check holds against the statement. */
function exitOfOpen({ unanswered: [open], reference, judgement }: CheckedStatement): Exit {
  if (open !== undefined) return exitWithout(open.why);
  if (judgement?.verdict === null) {
    return judgement.opinions.some(({ failure }) => failure?.why === 'budget') ? 'budget' : 'missing';
  }
  return exitOfReference(reference);
}

export function judgementReport({ verdict, isUnanimous: unanimous, opinions }: Judgement): JudgementReport {
  return {
    ...{ verdict, unanimous },
    opinions: opinions.map(({ judge, isSame: same, readBack, differences, components, failure }) => ({
      ...{ judge, same, read_back: readBack, failure },
      ...{ differences: [...differences], components: [...components] },
    })),
  };
}

export function statementDryRunReport(
  file: string,
  models: readonly ChatModel[],
  { prompts, maxRequests }: { prompts: readonly DryRunPrompt[]; maxRequests: number },
): StatementDryRunReport {
  const costs = prompts.map(({ maxCost }) => maxCost);
  return {
    schema: 'lemmahead/statement-dry-run@1',
    file,
    judges: models.map(({ name: model, endpoint }) => ({ model, endpoint })),
    prompts: prompts.map(reportPrompt),
    max_requests: maxRequests,
    worst_tokens: prompts.reduce((sum, { worstTokens }) => sum + worstTokens, 0),
    worst_cost: costs.includes(null) ? null : costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0),
  };
}

/** A reference that shows nothing is no success: equivalence was asked for. */
function exitOfReference(reference: CheckedStatement['reference']): Exit {
  if (reference === null) return 'done';
  if ('failure' in reference) return reference.failure.kind === 'fails' ? 'no' : exitWithout(reference.failure.why);
  return isEquivalent(reference) ? 'done' : 'no';
}

export function failureText({ failure }: NotElaborated): string {
  if (failure.kind === 'unchecked') return failure.detail;
  return `Lean refuses it: ${firstLine(failure.diagnostics[0]?.text ?? 'no message')}`;
}

function headOf({
  name,
  line,
  signature,
}: StatementSource): Pick<CheckedStatementReport, 'name' | 'line' | 'statement'> {
  return { name, line, statement: signature.replaceAll(/\s+/gu, ' ').trim() };
}

function constant(
  name: string,
  { path, source }: StatementPlace,
  index: LibraryIndex | null,
): CheckedStatementReport['rests_on'][number] {
  const own = source.context.find(({ definition }) => definition?.fullName === name)?.definition;
  if (own) return { name, kind: own.keyword, doc: own.docstring, file: path, line: own.line };
  const [row] = index === null ? [] : index.rows(index.idsByName(name));
  if (row === undefined) return { name, kind: null, doc: null, file: null, line: null };
  return { name, kind: row.kind, doc: row.doc, file: row.filePath, line: row.lineStart };
}
