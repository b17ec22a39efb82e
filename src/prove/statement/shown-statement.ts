/** A statement as text judges see it: as Lean prints it, without any comment of its author. */
import { tokenise } from '../../lean/lexer.ts';
import type { ShownConstant, ShownStatement } from '../../prompt/text-judge-prompts.ts';
import { goalAt } from '../attempt/find-goal.ts';
import type { StatementTools } from './close-goal.ts';
import { copyName } from './scaffold.ts';
import { constantsOf } from './skeleton.ts';
import type { StatementSource } from './statement-source.ts';
import type { ElaboratedStatement } from './terms.ts';
import { statementScaffold } from './truth.ts';

/** `describe`: a constant of a library. */
export async function shownStatement(
  tools: StatementTools,
  source: StatementSource,
  elaborated: ElaboratedStatement,
  describe: (name: string) => ShownConstant,
): Promise<ShownStatement> {
  const { text, hole } = statementScaffold(source, elaborated, tools);
  const goal = await goalAt(tools.trial, text, hole);
  const printed = goal.replace(/^[^]*?⊢\s*/u, '').trim();
  // Lean leaves out deep terms, and an unreadable goal is the scaffold's own.
  const isWhole = goal.includes('⊢') && !/⋯|\.\.\.\s*$/u.test(printed) && !printed.includes(copyName(source));
  const own = new Map(
    source.context.flatMap(({ definition }) => (definition === null ? [] : [[definition.fullName, definition]])),
  );
  const names = constantsOf(elaborated);
  return {
    statement: isWhole ? printed : withoutComments(source.signature),
    own: names.flatMap((name) => own.get(name)?.text ?? []),
    constants: names.filter((name) => !own.has(name)).map(describe),
  };
}

function withoutComments(code: string): string {
  const tokens = tokenise(code, []);
  return tokens.fold(0, tokens.count);
}
