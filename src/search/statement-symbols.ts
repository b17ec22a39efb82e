/** Symbols of a statement (constants and edges), as tokens of the posting lists of `index/shapes.ts`. */
import { PREMISE, edgeToken } from '../index/shape-tokens.ts';
import { constantsOf, edgesOf, headOf } from '../index/shapes.ts';
import * as Kind from '../lean/term/kinds.ts';
import { bare, type Term } from '../lean/term/term.ts';

const CONSTANT_TOKEN = 's:c:';

/** Tokens of the constants and edges of a term. */
export function symbolsOf(tree: Term, constants: Set<string>, edges: Set<string>): void {
  constantsOf(tree, (name) => constants.add(CONSTANT_TOKEN + name));
  edgesOf(tree, (parent, position, child) => edges.add(edgeToken(parent, position, child)));
}

/** Token of the edge from a premise to the head of `tree`. Returns null if `tree` has no head. */
export function premiseEdge(tree: Term): string | null {
  const head = headOf(tree);
  return head === '' ? null : edgeToken(PREMISE, 0, head);
}

/** Tokens of all spellings of a constant, from full to shortest: `A.b.c`, `b.c`, `c`. */
export function* constantSuffixes(token: string): Generator<string> {
  yield token;
  if (!token.startsWith(CONSTANT_TOKEN)) return;
  for (let dot = token.indexOf('.'); dot >= 0; dot = token.indexOf('.', dot + 1))
    yield CONSTANT_TOKEN + token.slice(dot + 1);
}

/** Adds the heads of all subterms that a lemma could rewrite. */
export function headsWithin(tree: Term, into: Set<string>): void {
  const root = bare(tree);
  const head = root.kind === Kind.CONSTANT || root.kind === Kind.EXPLICIT ? headOf(root) : '';
  if (head !== '') into.add(head);
  for (const child of root.args) headsWithin(child, into);
}
