/** `lemmahead statement compare`: whether two statements say the same. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { readUserFile } from '../lean/user-file.ts';
import { compareStatements, isEquivalent } from '../prove/statement/equivalence.ts';
import { clickablePath } from '../report/clickable-path.ts';
import { comparisonReport, failureText, leanOf } from '../report/statement-report.ts';
import { renderStatementCompare } from '../report/statement-check-text.ts';
import { isBeyondBounds } from '../verify/verdict.ts';
import type { StatementCompareOptions } from '../options/statement-options.ts';
import { deadlineOf } from '../session/deadline.ts';
import { openStatementSession, statementsOf } from '../session/statement-session.ts';
import type { Command } from './command.ts';

/** Exit `done` if the statements are shown equivalent, `budget` if the time limit ended the comparison, otherwise `no`. */
export const statementCompare: Command<StatementCompareOptions> = async (options, context) => {
  const read = async (path: string, name: string | null) => {
    const file = await readUserFile(resolve(context.cwd, path));
    const shown = clickablePath(file.path, context.cwd);
    return { file, shown, source: statementsOf(file, shown, name).at(-1)! };
  };
  const a = await read(options.a, options.declA);
  const b = await read(options.b, options.declB);
  const pair = { a: a.source, b: b.source };
  const session = await openStatementSession(options, context, { file: a.file, pairs: [pair] });
  const progress = context.startProgress('Comparing');
  try {
    const end = deadlineOf(options.maxTime, context.signal);
    const compared = await compareStatements(session.toolsUntil(end), pair.a, pair.b);
    context.signal.throwIfAborted();
    if ('failure' in compared) {
      const { failure, of } = compared;
      const exit = failure.kind === 'fails' ? 'no' : isBeyondBounds(failure.why) ? 'budget' : 'missing';
      throw new Failure(exit, failure.kind === 'fails' ? 'statement-fails' : 'statement-unchecked', {
        message: `The statement of ${of === 'a' ? a.shown : b.shown} cannot be compared.`,
        reason: failureText(compared),
        next: failure.kind === 'fails' ? 'Correct it, then compare again.' : 'lemmahead doctor',
      });
    }
    const isCut = end.aborted && compared.level === 'unknown';
    const why = isCut ? `The time limit of ${options.maxTime} s ended the comparison: --max-time.` : compared.why;
    const report = {
      schema: 'lemmahead/statement-compare@1' as const,
      ...{ files: { a: a.shown, b: b.shown }, names: { a: pair.a.name, b: pair.b.name } },
      ...{ lean: leanOf(session.installation), ...comparisonReport({ ...compared, why }) },
    };
    return {
      exit: isEquivalent(compared) ? 'done' : isCut ? 'budget' : 'no',
      data: report,
      render: (style) => renderStatementCompare(report, style),
    };
  } finally {
    progress.stop();
    await session.close();
  }
};
