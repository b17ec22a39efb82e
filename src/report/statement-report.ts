/** Makes the JSON reports of `statement check` and `statement compare`. */
import type { Exit } from '../base/exit-codes.ts';
import { firstLine } from '../base/one-line.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { CheckedStatement } from '../prove/statement/check-statement.ts';
import type { NotElaborated } from '../prove/statement/elaborate.ts';
import { type Comparison, isEquivalent } from '../prove/statement/equivalence.ts';
import { EQUIVALENCE_TACTICS } from '../prove/statement/equivalence-tactics.ts';
import type { StatementSource } from '../prove/statement/statement-source.ts';
import { constantsOf, statementHash } from '../prove/statement/skeleton.ts';
import { isBeyondBounds, type UncheckedReason } from '../verify/verdict.ts';
import { versionOf } from './check-report.ts';
import type { CheckedStatementReport, ComparisonReport } from './statement-schema.ts';

export function leanOf(lean: LeanInstallation): { version: string; path: string; toolchain: string | null } {
  return { version: versionOf(lean), path: lean.lean, toolchain: lean.toolchain };
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
  const { verdict, findings, remarks, reference, unanswered, elaborated } = checked;
  const isGood = verdict === 'faithful' || verdict === 'unchecked';
  const [open] = unanswered;
  return {
    ...headOf(place.source),
    exit: !isGood ? 'no' : open === undefined ? exitOfReference(reference) : exitWithout(open.why),
    ...{ verdict, compiles: true, errors: [] },
    findings: [...findings],
    remarks: [...remarks],
    reference: reference !== null && 'level' in reference ? comparisonReport(reference) : null,
    reference_error: reference !== null && 'failure' in reference ? failureText(reference) : null,
    rests_on: constantsOf(elaborated).map((name) => constant(name, place, index)),
    ...{ sha256: statementHash(elaborated), approval: 'none', unanswered: [...unanswered] },
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
