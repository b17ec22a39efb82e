/** The statement of an example as the rankings are asked for it: as text, as a goal, as words, as symbols. */
import { constantsOf } from '../../../src/index/shapes.ts';
import type { StatementRow } from '../../../src/index/statement-rows.ts';
import { splitType } from '../../../src/index/words/passages.ts';
import type { Tokeniser } from '../../../src/index/words/tokens.ts';
import { tokenise } from '../../../src/lean/lexer.ts';
import { fullStatement } from '../../../src/prove/retrieval/full-statement.ts';
import type { ShapeLibrary } from '../../../src/search/shape-library.ts';

/** Binders and type, those of the variables it speaks of before them; the name is left out. */
export function statementText({ type, variables }: StatementRow): string {
  return fullStatement(type, variables);
}

/** As Lean would print the goal of `by`: a line a binder group, those of the variables first, then `⊢` and the conclusion. */
export function goalText({ type, variables }: StatementRow): string {
  const { hypotheses, conclusion } = splitType(type);
  const lines: string[] = [];
  for (const text of [...variables, hypotheses]) {
    const tokens = tokenise(text, []);
    for (let at = 0; at < tokens.count;) {
      const behind = tokens.bracket(at) === 1 ? tokens.behindBracket(at, tokens.count) : at + 1;
      const group = tokens.fold(at + 1, behind - 1);
      if (group.includes(':')) lines.push(group);
      else if (tokens.is(at, '[')) lines.push(`inst : ${group}`);
      at = behind;
    }
  }
  return `${lines.join('\n')}\n⊢ ${conclusion.trim()}`;
}

/** Stems, each once, by a tokeniser that knows the notation of the index, as its lists were made. */
export function stemsOf(tokeniser: Tokeniser, text: string): string[] {
  return [...new Set(tokeniser.scan(text).flatMap(({ stems }) => stems))];
}

/** Constants that the statement and the variables it uses name, each once. */
export function symbolsOf(shapes: ShapeLibrary, row: StatementRow): string[] {
  const names = new Set<string>();
  const { premises, conclusion } = shapes.reader.read(row);
  for (const tree of conclusion === null ? premises : [...premises, conclusion])
    constantsOf(tree, (name) => names.add(name));
  return [...names];
}
