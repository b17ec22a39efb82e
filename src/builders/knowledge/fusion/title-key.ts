/** Compares titles of entities from different sources. */
import { getOrAdd } from '../../../base/memoize.ts';
import { titleWords } from './title-words.ts';

const REMARK = /\(([^()]*)\)/gu;
/** Names of persons: `Frenet-Serret` and `Serret–Frenet` are one. */
const NAMES = /\p{Lu}\p{L}+(?:[-‐‑–—]\p{Lu}\p{L}+)+/gu;

/** The words of a title without its remarks in brackets. */
export const bareTitleWords = (title: string): string[] => titleWords(title.replace(REMARK, ' '));

/** Equal for spellings of one name, also `nonabelian` and `non-abelian`. Without remarks in brackets. */
export function titleKey(title: string): string {
  return bareTitleWords(title).join('');
}

interface Readings {
  /** With its remark as a part: `dimension (vector space)` is the dimension of a vector space. */
  whole: string[];
  /** Without its remark; null if it has none. */
  bare: string | null;
}

function readingsOf(title: string): Readings {
  const key = titleKey(title);
  const [remark, ...more] = Array.from(title.matchAll(REMARK), (match) => match[1]!);
  if (remark === undefined) {
    const sorted = title.replace(NAMES, (names) =>
      names
        .split(/[-‐‑–—]/u)
        .sort()
        .join('-'),
    );
    return { whole: key === '' ? [] : [...new Set([key, titleKey(sorted)])], bare: null };
  }
  if (key === '') return { whole: [], bare: null };
  if (more.length > 0) return { whole: [titleWords(title).join('')], bare: key };
  return { whole: [titleKey(title.replace(REMARK, ` of ${remark.replace(/^\s*of\b/u, '')}`))], bare: key };
}

const EXACT = 2;
/** Only one of the titles has a remark. */
const BUT_FOR_REMARK = 1;

function agreement(one: Readings, other: Readings): number {
  if (one.whole.some((key) => other.whole.includes(key))) return EXACT;
  const isEqual = (bare: string | null, { whole }: Readings): boolean => bare !== null && whole.includes(bare);
  return isEqual(one.bare, other) || isEqual(other.bare, one) ? BUT_FOR_REMARK : 0;
}

/** True if both titles mean the same as far as they tell. Remarks in brackets must agree if both titles have one. */
export const titlesAgree = (one: string, other: string): boolean => agreement(readingsOf(one), readingsOf(other)) > 0;

/** Finds items by a title that agrees. */
export class TitleIndex<Item> {
  readonly #byKey = new Map<string, { item: Item; readings: Readings }[]>();

  constructor(items: Iterable<Item>, titleOf: (item: Item) => string) {
    for (const item of items) {
      const readings = readingsOf(titleOf(item));
      for (const key of keysOf(readings)) getOrAdd(this.#byKey, key, () => []).push({ item, readings });
    }
  }

  /** Titles with another remark or none are left out if one agrees with it: `lattice` is not `lattice (physics)` then. */
  matches(title: string): Item[] {
    const own = readingsOf(title);
    const found = new Map<Item, number>();
    for (const key of keysOf(own))
      for (const { item, readings } of this.#byKey.get(key) ?? []) found.set(item, agreement(own, readings));
    const best = Math.max(1, ...found.values());
    return [...found].filter(([, degree]) => degree >= best).map(([item]) => item);
  }
}

const keysOf = ({ whole, bare }: Readings): Set<string> => new Set(bare === null ? whole : [...whole, bare]);
