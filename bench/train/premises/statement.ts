/** The statement of an example as a query: as text, goal, words or symbols. */
import { constantsOf } from '../../../src/index/shapes.ts';
import type { StatementRow } from '../../../src/index/statement-rows.ts';
import { splitType } from '../../../src/index/words/passages.ts';
import type { Tokeniser } from '../../../src/index/words/tokeniser.ts';
import { tokenise } from '../../../src/lean/lexer.ts';
import { statementText as textOf, wholeStatement } from '../../../src/lean/whole-statement.ts';
import type { ShapeLibrary } from '../../../src/search/shape-library.ts';

/** The binders of the variables it uses, its own binders, and its type, without the name. */
export function statementText({ type, variables }: StatementRow): string {
  return textOf(wholeStatement(type, variables));
}

/** The goal as Lean prints it: one line per binder group, variables first, then `⊢` and the conclusion. */
export function goalText({ type, variables }: StatementRow): string {
  const { hypotheses, conclusion } = splitType(type);
  const lines: string[] = [];
  for (const text of [...variables, hypotheses]) {
    const tokens = tokenise(text, []);
    for (let at = 0; at < tokens.count;) {
      const next = tokens.bracket(at) === 1 ? tokens.afterBracket(at, tokens.count) : at + 1;
      const group = tokens.fold(at + 1, next - 1);
      if (group.includes(':')) lines.push(group);
      else if (tokens.is(at, '[')) lines.push(`inst : ${group}`);
      at = next;
    }
  }
  return `${lines.join('\n')}\n⊢ ${conclusion.trim()}`;
}

/** The distinct stems of a text. The tokeniser must know the notation of the index, like the one that built its lists. */
export function stemsOf(tokeniser: Tokeniser, text: string): string[] {
  return [...new Set(tokeniser.scan(text).flatMap(({ stems }) => stems))];
}

/** The distinct constants in the statement and the variables that it uses. */
export function symbolsOf(shapes: ShapeLibrary, row: StatementRow): string[] {
  const names = new Set<string>();
  const { premises, conclusion } = shapes.reader.read(row);
  for (const tree of conclusion === null ? premises : [...premises, conclusion])
    constantsOf(tree, (name) => names.add(name));
  return [...names];
}
