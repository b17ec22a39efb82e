/** `lemmahead statement check`: whether statements of a file say something, and what they rest on. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { EXIT_CODES } from '../base/exit-codes.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { openIndex } from '../index/open.ts';
import { readUserFile } from '../lean/user-file.ts';
import type { ShownConstant } from '../prompt/text-judge-prompts.ts';
import { checkStatement, type Judging, MAX_CANDIDATES } from '../prove/statement/check-statement.ts';
import type { StatementSource } from '../prove/statement/statement-source.ts';
import { clickablePath } from '../report/clickable-path.ts';
import { failedStatement, leanOf, statementReport } from '../report/statement-report.ts';
import type { CheckedStatementReport } from '../report/statement-schema.ts';
import { renderStatement } from '../report/statement-check-text.ts';
import type { StatementCheckOptions } from '../options/statement-options.ts';
import { Approvals } from '../session/approvals.ts';
import type { CommandContext } from '../session/command-context.ts';
import { withIndexPath } from '../session/command-index.ts';
import { isStructure, openStatementSession, statementsOf } from '../session/statement-session.ts';
import { conceptBaseIfAny, constantMeaning } from '../session/constant-meanings.ts';
import { openTextJudges, type TextJudges } from '../session/text-judges.ts';
import type { Command } from './command.ts';
import { judgeDryRun } from './statement-judge-dry-run.ts';

/** Returns the highest exit code of all statements: `done`, `no`, `missing`, `budget`. */
export const statementCheck: Command<StatementCheckOptions> = async (options, context) => {
  const file = await readUserFile(resolve(context.cwd, options.file));
  const path = clickablePath(file.path, context.cwd);
  const sources = statementsOf(file, path, options.decl);
  const { informal } = options;
  requireJudgeable(options, sources.length);
  const judges = await openTextJudges(options.judges, options, context);
  const trusted = options.against === null ? null : await readUserFile(resolve(context.cwd, options.against));
  const against = trusted && clickablePath(trusted.path, context.cwd);
  const references = trusted === null ? [] : statementsOf(trusted, against ?? '', null);
  const jobs = sources.map((source) => ({ source, reference: referenceFor(source, references) }));
  const pairs = jobs.flatMap(({ source: a, reference: b }) => (b === null ? [] : [{ a, b }]));
  const session = await openStatementSession(options, context, { file, pairs });
  const index = await indexOf(context);
  const base = index === null ? null : conceptBaseIfAny(context.settings);
  const describe = (name: string): ShownConstant => constantMeaning(index, base, name);
  const progress = context.startProgress('Checking statements');
  const approvals = new Approvals(context.settings.dataHome);
  const statements: CheckedStatementReport[] = [];
  try {
    if (options.dryRun) {
      const dryRun = { file: path, critic: options.critic, judges, describe };
      return await judgeDryRun(session.tools, sources[0]!, informal ?? '', dryRun);
    }
    for (const [at, { source, reference }] of jobs.entries()) {
      progress.update(at, jobs.length, source.name ?? 'example');
      const request = {
        ...{ informal: informal ?? source.docstring, reference, isQuestion: options.openQuestion },
        isStructure: (name: string) => isStructure(index, name),
        judging: judgingOf(judges, informal, options.critic, describe),
        maxCandidates: MAX_CANDIDATES,
      };
      const checked = await checkStatement(session.tools, source, request);
      context.signal.throwIfAborted();
      const place = { path, source };
      const report = 'failure' in checked ? failedStatement(place, checked) : statementReport(place, checked, index);
      statements.push(withApproval(report, file.path, approvals, options.approve));
    }
  } finally {
    progress.stop();
    base?.close();
    index?.close();
    await session.close();
  }
  const report = {
    schema: 'lemmahead/statement@1' as const,
    ...{ file: path, against, lean: leanOf(session.installation), statements, ...judges.spent() },
  };
  return { exit: worstExit(statements), data: report, render: (style) => renderStatement(report, style) };
};

/** @throws {Failure} exit `usage` if the judges have no text, or several statements */
function requireJudgeable({ judges, informal, critic, dryRun }: StatementCheckOptions, statements: number): void {
  if (judges.length === 0 && !critic && !dryRun) return;
  const [message, next] =
    judges.length === 0
      ? [`${critic ? '--critic' : '--dry-run'} needs a judge.`, '--judge anthropic/NAME']
      : informal === null
        ? ['--judge needs the text.', "--informal 'Every even number is …', or --informal FILE.tex"]
        : ['--judge needs one statement, but the file has several.', '--decl NAME'];
  if (judges.length === 0 || informal === null || statements > 1)
    throw new Failure('usage', 'usage', { message, next });
}

function judgingOf(
  { judges }: TextJudges,
  text: string | null,
  hasCritic: boolean,
  describe: Judging['describe'],
): Judging | null {
  return text === null || judges.length === 0 ? null : { judges, text, hasCritic, describe };
}

/** The trusted statement of the same name, else the last one. */
function referenceFor({ name }: StatementSource, references: readonly StatementSource[]): StatementSource | null {
  const named = name === null ? undefined : references.find((each) => each.name === name);
  return named ?? references.at(-1) ?? null;
}

/** Null without an index: then only the file's own definitions have a place. */
async function indexOf({ settings, log }: CommandContext): Promise<LibraryIndex | null> {
  try {
    return await withIndexPath(settings, openIndex);
  } catch (error) {
    if (settings.indexPath !== null) throw error;
    log.info('Without an index, constants of libraries are listed without their place: lemmahead index build');
    return null;
  }
}

function withApproval(
  report: CheckedStatementReport,
  file: string,
  approvals: Approvals,
  approves: boolean,
): CheckedStatementReport {
  const { name, sha256, remarks } = report;
  if (name === null || sha256 === null) return report;
  const approval = approves ? approvals.approve(file, name, sha256) : approvals.state(file, name, sha256);
  if (approval !== 'changed') return { ...report, approval };
  const text = `'${name}' is not the statement that was approved.`;
  return { ...report, approval, remarks: [...remarks, { rule: 'changed', strength: 'strong', text }] };
}

function worstExit(statements: readonly CheckedStatementReport[]): Exit {
  const exits = statements.map(({ exit }) => exit);
  return exits.toSorted((one, other) => EXIT_CODES[other].code - EXIT_CODES[one].code)[0] ?? 'done';
}
