/** What is to be shown, in words, where anybody has said it. */
import { docText } from '../../lean/docs.ts';
import { tokenise } from '../../lean/lexer.ts';
import { DOC } from '../../lean/tokens.ts';
import type { Hole } from '../../verify/hole/holes.ts';
import type { Problem } from '../strategy.ts';

/** `given`: by the user, for this run. `model`: nobody had said it, so it was written from the formal statement. */
export type StatementSource = 'given' | 'docstring' | 'dataset' | 'model';

export interface InformalStatement {
  text: string;
  from: StatementSource;
}

/** What was said for this run stands before what the file says, and that before its dataset. Null: nobody has said it. */
export function statementInWords({ text, hole, inWords }: Problem): InformalStatement | null {
  const said = inWords?.statement ?? null;
  if (said?.from === 'given') return said;
  const doc = docstringOf(text, hole);
  return doc === null ? said : { text: doc, from: 'docstring' };
}

/** Null where the hole's declaration has none. */
export function docstringOf(text: string, { declaration, start }: Hole): string | null {
  if (declaration === null) return null;
  const tokens = tokenise(text.slice(declaration.start, start), []);
  const at = [...tokens.docs].find((token) => tokens.kind(token) === DOC);
  const doc = at === undefined ? '' : docText(tokens.word(at));
  return doc === '' ? null : doc;
}
