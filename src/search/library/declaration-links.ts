/** Looks up the declarations that library entries link to, in any index: what they state now, and whether they exist. */
import { sha256 } from '../../base/hash.ts';
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';
import { splitBinder } from '../../index/words/passages.ts';
import type { DeclarationLink } from '../../library/derivation.ts';

export type DeclarationState = 'same' | 'statement changed' | 'not found';

/** What a declaration states, as far as sources show it. */
type StatedRow = Pick<DeclarationRow, 'kind' | 'type' | 'body' | 'variables'>;

/** Kinds whose body is a proof, which is no part of the statement. */
const PROVED: ReadonlySet<string> = new Set(['theorem', 'lemma']);

/** Covers the type, the `variable` binders that it uses, and the start of a definition's body. */
export function statementHash({ kind, type, body, variables }: StatedRow): string {
  const stated = [type, PROVED.has(kind) ? '' : body];
  return sha256(JSON.stringify([...stated, ...usedVariables(stated.join(' '), variables)]));
}

/** As Lean includes them: binders of a name that occurs, and instances about these. */
function usedVariables(text: string, variables: readonly string[]): string[] {
  const binders = variables.map((group) => ({ group, ...splitBinder(group) }));
  const bound = new Set(binders.flatMap(({ names }) => wordsOf(names)));
  const occurring = new Set(wordsOf(text));
  const used = new Set<string>();
  for (let before = -1; before < used.size;) {
    before = used.size;
    for (const { group, names, type, isInstance } of binders) {
      const about = isInstance ? wordsOf(type).filter((word) => bound.has(word)) : [];
      const isUsed =
        (about.length > 0 && about.every((word) => occurring.has(word))) ||
        wordsOf(names).some((word) => occurring.has(word));
      if (!isUsed) continue;
      used.add(group);
      for (const word of wordsOf(`${names} ${type}`)) occurring.add(word);
    }
  }
  return variables.filter((group) => used.has(group));
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_'₀-₉!?]+/gu) ?? [];
}

/** A declaration that has moved to another package is found there. */
export function declarationState(
  index: Pick<LibraryIndex, 'rows' | 'idsByName'>,
  link: Pick<DeclarationLink, 'package' | 'name' | 'statementHash'>,
): DeclarationState {
  const rows = index.rows(index.idsByName(link.name));
  const own = rows.filter((row) => row.package === link.package);
  const candidates = own.length > 0 ? own : rows;
  if (candidates.length === 0) return 'not found';
  return candidates.some((row) => statementHash(row) === link.statementHash) ? 'same' : 'statement changed';
}
