/** Whether a statement can be proved or refuted without any premise, by weak means. */
import { CLOSERS } from '../portfolio/tactics.ts';
import { availableTactics, closeBy, type StatementTools } from './close-goal.ts';
import type { StatementSource } from './statement-source.ts';
import { findCounterexample } from './refute.ts';
import { reshaping } from './equivalence-tactics.ts';
import { FreshNames, introductions } from './reshape.ts';
import { goalScaffold, type Scaffold } from './scaffold.ts';
import type { ElaboratedStatement } from './terms.ts';

export interface Truth {
  state: 'proved' | 'refuted' | 'open' | 'unchecked';
  /** The tactic text; null unless proved or refuted. */
  by: string | null;
}

/** The scaffold that asks for the statement itself. */
export function statementScaffold(
  source: StatementSource,
  { universes }: ElaboratedStatement,
  tools: StatementTools,
): Scaffold {
  return goalScaffold(source, 'statement', { statement: universes, goal: universes }, tools.version);
}

export async function decide(
  tools: StatementTools,
  source: StatementSource,
  statement: ElaboratedStatement,
): Promise<Truth> {
  const scaffold = statementScaffold(source, statement, tools);
  const has = await availableTactics(tools, scaffold);
  const plain = introductions(statement.variables, new FreshNames('lx'), false);
  const texts = [
    ...CLOSERS.filter(({ needs, isSlow }) => has(needs) && isSlow !== true).map(({ text }) =>
      [...plain.lines, text].join('\n'),
    ),
    reshaping(statement),
  ];
  const proved = await closeBy(tools, scaffold, texts);
  if (proved.kind === 'proved') return { state: 'proved', by: proved.by };
  if (proved.kind === 'unchecked') return { state: 'unchecked', by: null };
  const refuted = await findCounterexample(tools, source, statement);
  return refuted.kind === 'proved' ? { state: 'refuted', by: refuted.by } : { state: refuted.kind, by: null };
}
