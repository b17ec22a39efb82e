/** Formats the result of `statement` for an agent: verdicts, what was found, and the level of a comparison. Pure. */
import { ellipsis } from '../../base/columns.ts';
import { collapseWhitespace } from '../../base/one-line.ts';
import type {
  CheckedStatementReport,
  ComparisonReport,
  StatementCompareReport,
  StatementReport,
} from '../../report/statement-schema.ts';
import { firstOf, noteLines, shortNotes, shortText, type ToolOutput, unlessEmpty, type Warned } from './tool-result.ts';

/** With these limits, ten statements fit into 9,000 characters. */
const MAX_STATEMENTS = 10;
const MAX_LISTED = 6;
const MAX_LENGTH = 160;

export function formatStatement(report: Warned<StatementReport | StatementCompareReport>): ToolOutput {
  const notes = unlessEmpty(shortNotes(report.warnings));
  if (report.schema === 'lemmahead/statement-compare@1') {
    const [forward, backward] = [report.forward, report.backward].map(({ by }) =>
      by === null ? undefined : short(by),
    );
    const compact = { level: report.level, forward, backward, reason: report.why ?? undefined, notes };
    const lines = [
      levelText(report),
      ...(forward === undefined ? [] : [`the second from the first: ${forward}`]),
      ...(backward === undefined ? [] : [`the first from the second: ${backward}`]),
    ];
    return { compact, lines: [...lines, ...noteLines(notes ?? [])] };
  }
  const statements = report.statements.slice(0, MAX_STATEMENTS).map(compactStatement);
  const more = report.statements.length - statements.length;
  const lines = [
    ...statements.flatMap(statementLines),
    ...(more > 0 ? [`… ${more} more statements (decl: one of them)`] : []),
    ...noteLines(notes ?? []),
  ];
  return { compact: { statements, notes }, lines };
}

const short = (text: string): string => ellipsis(collapseWhitespace(text), MAX_LENGTH);

function levelText({ level, why }: Pick<ComparisonReport, 'level' | 'why'>): string {
  return why === null ? level : `${level}: ${why}`;
}

function compactStatement(statement: CheckedStatementReport) {
  const { name, verdict, errors, findings, remarks, unanswered, reference, reference_error, rests_on } = statement;
  const found = findings.map(({ rule, by }) => short(`${rule}: ${by}`));
  const listed = [
    ...remarks.map(({ text }) => short(text)),
    ...unanswered.map(({ check, detail }) => short(`no answer to ${check}: ${detail}`)),
  ];
  return {
    name: name ?? undefined,
    verdict,
    errors: unlessEmpty(firstOf(errors, 3).map((text) => shortText(text, 2 * MAX_LENGTH))),
    findings: unlessEmpty(found),
    remarks: unlessEmpty(firstOf(listed, MAX_LISTED)),
    against: reference === null ? (reference_error ?? undefined) : levelText(reference),
    rests_on: unlessEmpty(
      firstOf(
        rests_on.map((each) => each.name),
        2 * MAX_LISTED,
      ),
    ),
  };
}

function statementLines(statement: ReturnType<typeof compactStatement>): string[] {
  const { name = 'example', verdict, errors = [], findings = [], remarks = [], against, rests_on: names } = statement;
  return [
    `${name}: ${errors.length > 0 ? 'does not compile' : verdict}`,
    ...[...errors, ...findings, ...remarks].map((text) => `  ${text}`),
    ...(against === undefined ? [] : [`  against: ${against}`]),
    ...(names === undefined ? [] : [`  rests on: ${names.join(', ')}`]),
  ];
}
