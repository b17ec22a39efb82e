/** Whether a statement has no content: one simple tactic proves it, or its form shows that it always holds. */
import { closeBy, type Closing, type StatementTools } from './close-goal.ts';
import type { StatementSource } from './statement-source.ts';
import { FreshNames, introductions } from './reshape.ts';
import { argsOf, type ElaboratedStatement, headOf, keyOf, mentions, type Term } from './terms.ts';
import { statementScaffold } from './truth.ts';

/** Each alone, after `intro`. */
const SIMPLE = ['assumption', 'trivial', 'rfl', 'decide', 'simp', 'exact And.left (by assumption)'];

export interface Trivial {
  /** Why it always holds, as a clause. */
  why: string;
  /** The tactic text that proves it. */
  by: string;
  /** Names of hypotheses without which the same tactic proves it. */
  unused: readonly string[];
}

export async function findTrivial(
  tools: StatementTools,
  source: StatementSource,
  statement: ElaboratedStatement,
): Promise<Trivial | Extract<Closing, { kind: 'unchecked' }> | null> {
  const scaffold = statementScaffold(source, statement, tools);
  const plain = introductions(statement.variables, new FreshNames('lx'), false);
  const open = introductions(statement.variables, new FreshNames('ly'), true);
  const form = formOf(statement);
  const texts = [
    ...SIMPLE.map((text) => [...plain.lines, text].join('\n')),
    [...open.lines, 'assumption'].join('\n'),
    // The conclusion may be a hypothesis that begins with `∀`.
    ...plain.lines.map((_, at) => [...plain.lines.slice(0, at), 'assumption'].join('\n')),
    ...(form === null ? [] : [[...plain.lines, form.tactic].join('\n')]),
  ];
  const closing = await closeBy(tools, scaffold, texts);
  if (closing.kind === 'open') return null;
  if (closing.kind === 'unchecked') return closing;
  const last = closing.by.split('\n').at(-1)!;
  const unused: string[] = [];
  for (const [at, { name }] of plain.whole.entries()) {
    const isData = statement.variables.some(
      ({ type }, later) => later > at && keyOf(type).includes(`v${statement.variables[at]!.id}`),
    );
    if (isData || keyOf(statement.conclusion).includes(`v${statement.variables[at]!.id}`)) continue;
    const without = await closeBy(tools, scaffold, [[...plain.lines, `clear ${name}`, last].join('\n')]);
    if (without.kind === 'proved') unused.push(statement.variables[at]!.name);
  }
  return { why: form?.why ?? `\`${last}\` proves it`, by: closing.by, unused };
}

/** Forms that hold for all terms. */
function formOf({ variables, conclusion }: ElaboratedStatement): { why: string; tactic: string } | null {
  const head = headOf(conclusion);
  const key = keyOf(conclusion);
  if (head === 'True') return { why: 'the conclusion is `True`', tactic: 'exact True.intro' };
  if (variables.some(({ type }) => keyOf(type) === key))
    return { why: 'the conclusion is a hypothesis', tactic: 'assumption' };
  const [left, right] = argsOf(conclusion);
  if (head === 'Exists' && right?.kind === 'lam' && isItsOwnWitness(right))
    return { why: 'the conclusion says that a term equals something', tactic: 'exact ⟨_, rfl⟩' };
  if (head !== 'Or' || left === undefined || right === undefined) return null;
  const isNegation = headOf(right) === 'Not' && keyOf(argsOf(right)[0]!) === keyOf(left);
  return isNegation ? { why: 'the conclusion is `p ∨ ¬p`', tactic: 'exact Classical.em _' } : null;
}

/** `fun x => x = t` or `fun x => t = x`, where `t` does not mention `x`. */
function isItsOwnWitness({ variable: { id }, body }: Extract<Term, { kind: 'lam' | 'pi' }>): boolean {
  if (headOf(body) !== 'Eq') return false;
  const [, ...sides] = argsOf(body);
  const isVariable = (side: Term): boolean => side.kind === 'var' && side.id === id;
  return sides.some(isVariable) && sides.some((side) => !mentions(side, id));
}
