/** Makes queries from known names: unchanged, with shuffled parts, with one typo. Deterministic for a seed. */
import { makeRandom } from '../src/base/random.ts';

export interface NameQuerySet {
  what: string;
  /** The name must be in the first `within` hits. */
  within: number;
  /** Required share of queries. */
  bar: number;
  queries: { query: string; name: string }[];
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** `names` must be sorted, so the sample does not depend on the order of the index. */
export function makeNameQueries(names: readonly string[], count: number, seed: number): NameQuerySet[] {
  const random = makeRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const letter = () => LETTERS[below(LETTERS.length)]!;
  const splice = (name: string, at: number, deleted: number, inserted: string) =>
    name.slice(0, at) + inserted + name.slice(at + deleted);
  const draw = (what: string, within: number, bar: number, change: (name: string) => string): NameQuerySet => {
    const queries: NameQuerySet['queries'] = [];
    while (queries.length < count) {
      const name = names[below(names.length)]!;
      queries.push({ name, query: change(name) });
    }
    return { what, within, bar, queries };
  };
  return [
    draw('exact', 1, 1, (name) => name),
    draw('parts shuffled, spaces between', 3, 0.98, (name) => shuffled(name.split(/[._]/u), random).join(' ')),
    draw('parts shuffled, underscores between', 3, 0.98, (name) => shuffled(name.split(/[._]/u), random).join('_')),
    draw('one letter inserted', 5, 0.9, (name) => splice(name, below(name.length + 1), 0, letter())),
    draw('one letter deleted', 5, 0.9, (name) => splice(name, below(name.length), 1, '')),
    draw('one letter changed', 5, 0.9, (name) => splice(name, below(name.length), 1, letter())),
    draw('two letters swapped', 5, 0.9, (name) => {
      const at = below(Math.max(name.length - 1, 1));
      return splice(name, at, 2, (name[at + 1] ?? '') + name[at]!);
    }),
  ];
}

function shuffled(parts: string[], random: () => number): string[] {
  const order = parts.filter((part) => part !== '');
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
