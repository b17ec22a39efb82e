/** `lemmahead statement check --dry-run`: what the judges would be asked. Lean runs; nothing is sent. */
import { Failure } from '../base/errors.ts';
import { MAX_REQUESTS } from '../llm/model-client.ts';
import { comparePrompt, criticPrompt, readBackPrompt } from '../prompt/text-judge-prompts.ts';
import type { Judging } from '../prove/statement/check-statement.ts';
import type { StatementTools } from '../prove/statement/close-goal.ts';
import { elaborate } from '../prove/statement/elaborate.ts';
import { shownStatement } from '../prove/statement/shown-statement.ts';
import type { StatementSource } from '../prove/statement/statement-source.ts';
import { questionsOf } from '../prove/statement/text-judge.ts';
import { renderStatementDryRun } from '../report/statement-check-text.ts';
import { failureText, statementDryRunReport } from '../report/statement-report.ts';
import type { TextJudges } from '../session/text-judges.ts';
import type { CommandOutcome } from './command.ts';

/** Stands for the answer to the first question. */
const NOT_READ = '(the answer to read-back)';

interface DryRunOptions extends Pick<Judging, 'describe'> {
  file: string;
  critic: boolean;
  judges: TextJudges;
}

/** @throws {Failure} if the statement does not compile */
export async function judgeDryRun(
  tools: StatementTools,
  source: StatementSource,
  text: string,
  { file, critic, judges, describe }: DryRunOptions,
): Promise<CommandOutcome> {
  const elaborated = await elaborate(tools, source);
  if ('failure' in elaborated) {
    const exit = elaborated.failure.kind === 'fails' ? 'no' : 'missing';
    throw new Failure(exit, 'statement-fails', {
      message: 'The statement does not compile, so no judge would be asked.',
      reason: failureText(elaborated),
      next: `lemmahead statement check ${file}`,
    });
  }
  const shown = await shownStatement(tools, source, elaborated, describe);
  const prompts = [
    readBackPrompt(shown),
    comparePrompt(text, NOT_READ),
    ...(critic ? [criticPrompt(text, shown)] : []),
  ];
  const report = statementDryRunReport(file, judges.models, {
    prompts: prompts.flatMap((prompt) => judges.dryRun(prompt)),
    maxRequests: questionsOf(judges.models.length, critic) * MAX_REQUESTS,
  });
  return { exit: 'done', data: report, render: (style) => renderStatementDryRun(report, style) };
}
