/** Finds the informal statement of a problem. */
import { docText } from '../../lean/docs.ts';
import { tokenise } from '../../lean/lexer.ts';
import { DOC } from '../../lean/tokens.ts';
import type { Hole } from '../../verify/hole/holes.ts';
import type { Problem } from '../strategy.ts';

/** `given`: by the user for this run. `model`: written from the formal statement, because no other source exists. */
export type StatementSource = 'given' | 'docstring' | 'dataset' | 'model';

export interface InformalStatement {
  text: string;
  from: StatementSource;
}

/** The user's statement takes precedence over the docstring, and that over the dataset. Null if all are missing. */
export function statementInWords({ text, hole, informalInput }: Problem): InformalStatement | null {
  const given = informalInput?.statement ?? null;
  if (given?.from === 'given') return given;
  const doc = docstringOf(text, hole);
  return doc === null ? given : { text: doc, from: 'docstring' };
}

/** Returns null if the hole's declaration has none. */
export function docstringOf(text: string, { declaration, start }: Hole): string | null {
  if (declaration === null) return null;
  const tokens = tokenise(text.slice(declaration.start, start), []);
  const at = [...tokens.docs].find((token) => tokens.kind(token) === DOC);
  const doc = at === undefined ? '' : docText(tokens.word(at));
  return doc === '' ? null : doc;
}
