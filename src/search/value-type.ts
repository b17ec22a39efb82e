/** The type of a definition that does not write it, from its value. */
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import * as Kind from '../lean/term/kinds.ts';
import { bare, type Term } from '../lean/term/term.ts';
import type { Place } from './name-meaning.ts';
import { PROPOSITIONS } from './propositions.ts';
import { rowStatement } from './row-statement.ts';
import { shapeLibrary } from './shape-library.ts';

/** Whether a definition such as `def Irrational (x : ℝ) := x ∉ …` is of a property: its type is `Prop`, for certain. */
export function definesProperty(index: LibraryIndex, row: DeclarationRow): boolean {
  if (!['def', 'abbrev'].includes(row.kind) || !/^:=\s*(?!fun\b|λ)/u.test(row.body)) return false;
  const { namespace, opens = [], module, variables } = row;
  const type = `: ${row.body.slice(2)}`;
  const { conclusion } = shapeLibrary(index).reader.read({ type, variables, namespace, opens, module });
  return conclusion !== null && isProposition(index, conclusion, { namespace, opens });
}

/** By its head: a connective or relation, or a declared property with all its explicit arguments. */
function isProposition(index: LibraryIndex, tree: Term, place: Place): boolean {
  const { kind, head, args } = bare(tree);
  if (kind !== Kind.CONSTANT) return false;
  if (PROPOSITIONS.has(head)) return true;
  const name = shapeLibrary(index).meanings.resolve(head, place);
  const [declared, ...others] = name === null ? [] : index.rows(index.idsByName(name));
  if (declared === undefined || others.length > 0) return false;
  const { type, binders } = rowStatement(index, declared);
  const explicit = binders.filter((binder) => binder.kind === 'explicit').flatMap(({ names }) => names);
  return /^Prop(?:\s+extends\b|$)/u.test(type) && args.length >= explicit.length;
}
