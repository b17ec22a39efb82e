/** When two names mean the same theorem of a graph (specs/templates.md, section 1). */
import { collapseWhitespace } from '../../base/one-line.ts';
import { wordSet } from '../../base/words.ts';
import { sliceChars } from '../../prompt/fitting.ts';
import { MAX_ITEMS, type TheoremRecord } from './graph-records.ts';

/** Kinds of statements: they distinguish theorems only if the name has no other word. */
const KIND_WORDS = wordSet(
  'theorem theorems lemma lemmas identity identities formula formulas rule rules law laws inequality inequalities',
);

/** `Euler's Theorem` and `the Euler theorem` become `euler`; `Law of the lemma` loses its kinds only if a word is left. */
export function normalTheoremName(name: string): string {
  const plain = collapseWhitespace(
    name
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[‘’‛ʼ`´]/gu, "'")
      .replaceAll(/[“”„]/gu, '"')
      .replaceAll(/[‐-―−]/gu, '-')
      .replaceAll(/(?<=\p{L})'s?(?=\P{L}|$)/gu, '')
      .replaceAll(/[#\p{Cc}]/gu, ' '),
  )
    .trim()
    .replace(/^the /u, '');
  const rest = plain.split(' ').filter((word) => !KIND_WORDS.has(word));
  return rest.length === 0 ? plain : rest.join(' ');
}

export const theoremKey = (name: string): string => `theorem/${normalTheoremName(name)}`;

/** Characters of a name. */
const MAX_NAME = 300;

/** Collects the theorems of a graph: one for each normalized name. The first statement counts, others are kept beside it. */
export class TheoremNodes {
  readonly #records = new Map<string, TheoremRecord>();

  /** Returns the key; null if the name is empty. */
  add(name: string, statement = ''): string | null {
    const shown = sliceChars(collapseWhitespace(name).trim(), MAX_NAME);
    if (normalTheoremName(shown) === '') return null;
    const key = theoremKey(shown);
    const known = this.#records.get(key);
    if (known === undefined) this.#records.set(key, emptyTheorem(key, shown, statement));
    else if (statement !== '' && known.statement === '') known.statement = statement;
    else if (isNewStatement(statement, known)) known.also.push({ name: shown, statement });
    return key;
  }

  /** In the order in which they were added. */
  all(): TheoremRecord[] {
    return [...this.#records.values()];
  }
}

const isNewStatement = (statement: string, { statement: first, also }: TheoremRecord): boolean =>
  also.length < MAX_ITEMS && ![first, '', ...also.map((each) => each.statement)].includes(statement);

const emptyTheorem = (key: string, name: string, statement: string): TheoremRecord => ({
  ...{ record: 'theorem', key, name, statement },
  ...{ also: [], declarations: [], entries: [] },
});
