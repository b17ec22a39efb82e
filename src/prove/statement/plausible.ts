/** A counterexample that the tactic `plausible` prints. It is only tried: what counts is Lean's proof of the negation. */
import type { StatementTools } from './close-goal.ts';
import { isProposition, scopeOf } from './proposition-kinds.ts';
import type { StatementSource } from './statement-source.ts';
import type { ElaboratedStatement } from './terms.ts';
import { statementScaffold } from './truth.ts';

const TIMEOUT_MS = 60_000;
const LONGEST_VALUE = 200;

/** The values of a message of `plausible`, by the name of the variable; null if it has none. */
export function counterexampleIn(message: string): Map<string, string> | null {
  const [, report] = /Found a counter-example!\n([^]*?)(?:\n-{5,}|\n={5,}|$)/u.exec(message) ?? [];
  if (report === undefined) return null;
  const found = [...report.matchAll(/^(\S+) := (.+)$/gmu)];
  return new Map(found.flatMap(([, name, value]) => (value!.length > LONGEST_VALUE ? [] : [[name!, value!]])));
}

/** One argument for each variable; a hypothesis becomes `(by PROOF)`. Null if there is no value for one of the others. */
export async function plausibleArguments(
  tools: StatementTools,
  source: StatementSource,
  statement: ElaboratedStatement,
  proof: string,
): Promise<string[] | null> {
  const { text, hole } = statementScaffold(source, statement, tools);
  const candidate = { kind: 'tactic' as const, text: 'plausible', timeoutMs: TIMEOUT_MS };
  const [tried] = await tools.trial.check(text, hole, [{ candidate, isProbe: true }]);
  const verdict = tried?.verdict;
  const messages = verdict?.kind === 'rejected' && verdict.by === 'lean' ? verdict.diagnostics : [];
  const values = messages.map((each) => counterexampleIn(each.text)).find((each) => each !== null);
  if (values === undefined || values === null) return null;
  const scope = scopeOf(statement.variables);
  const all = statement.variables.map(({ name, type, binder }) => {
    if (binder === 'c') return 'inferInstance';
    if (isProposition(type, scope, statement.subject) === true) return `(by ${proof})`;
    const value = values.get(name);
    return value === undefined ? null : `(${value})`;
  });
  return all.includes(null) ? null : all.filter((each) => each !== null);
}
