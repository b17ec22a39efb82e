/** Maps local names and constants of one statement to those in the same places of another one. Pure. */
import { tokenise } from '../../lean/lexer.ts';
import { IDENTIFIER } from '../../lean/tokens.ts';

export interface Alignment {
  /** By local name of the first statement: the one of the second that is most often in its places. */
  locals: ReadonlyMap<string, string>;
  /** By constant of the first statement: the constant in its places. Equal ones are left out. */
  constants: ReadonlyMap<string, string>;
}

/** Longer statements are cut: the alignment takes time by the product of the lengths. */
const MAX_TOKENS = 200;

interface Token {
  word: string;
  /** What must be equal to align two tokens: all local names are. */
  key: string;
  kind: 'local' | 'constant' | 'other';
}

/** Statements as goals: `name name : type` per line, then `⊢` and the conclusion. */
export function alignStatements(from: string, to: string): Alignment {
  const [a, b] = [tokensOf(from), tokensOf(to)];
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i]!.key === b[j]!.key
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const locals = new Counts();
  const constants = new Counts();
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [startI, startJ] = [i, j];
    while (i < a.length && j < b.length && a[i]!.key !== b[j]!.key) {
      if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
      else j++;
    }
    // One token in the place of another.
    if (i - startI === 1 && j - startJ === 1 && a[startI]!.kind === 'constant' && b[startJ]!.kind === 'constant')
      constants.add(a[startI]!.word, b[startJ]!.word);
    if (i >= a.length || j >= b.length) break;
    if (a[i]!.kind === 'local') locals.add(a[i]!.word, b[j]!.word);
    i++;
    j++;
  }
  return { locals: locals.best(), constants: constants.best() };
}

/** Counts of pairs. */
class Counts {
  readonly #counts = new Map<string, Map<string, number>>();

  add(from: string, to: string): void {
    const counts = this.#counts.get(from) ?? new Map<string, number>();
    counts.set(to, (counts.get(to) ?? 0) + 1);
    this.#counts.set(from, counts);
  }

  /** The most frequent partner of each; of ties the first. */
  best(): Map<string, string> {
    const best = new Map<string, string>();
    for (const [from, counts] of this.#counts) {
      const [to] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
      best.set(from, to);
    }
    return best;
  }
}

function tokensOf(goal: string): Token[] {
  const locals = localsOf(goal);
  const tokens = tokenise(goal, []);
  return Array.from({ length: Math.min(tokens.count, MAX_TOKENS) }, (_, at): Token => {
    const word = tokens.word(at);
    if (tokens.kind(at) !== IDENTIFIER) return { word, key: word, kind: 'other' };
    const isLocal = locals.has(word);
    return { word, key: isLocal ? ' local' : word, kind: isLocal ? 'local' : 'constant' };
  });
}

/** The names before the colons of the hypotheses of a goal. */
export function localsOf(goal: string): Set<string> {
  const turnstile = goal.indexOf('⊢');
  const names = new Set<string>();
  for (const line of goal.slice(0, Math.max(0, turnstile)).split('\n')) {
    const match = /^(\S+(?: \S+)*?) ?:(?!=)/u.exec(line);
    for (const name of match?.[1]?.split(' ') ?? []) names.add(name);
  }
  return names;
}
