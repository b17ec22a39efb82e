/** Lists of words, written as one string each. */

/** Splits a list at white space. */
export const words = (list: string): string[] => list.trim().split(/\s+/u);

export const wordSet = (list: string): ReadonlySet<string> => new Set(words(list));

/** Splits a list at commas, for items that contain spaces. */
export const phrases = (list: string): string[] => list.trim().split(/\s*,\s*/u);

type Word<List extends string, Found = never> = List extends `${infer First} ${infer Rest}`
  ? Word<Rest, Found | First>
  : Found | List;

/** Splits lists at single spaces. The type knows each word. */
export const literalWords = <const Lists extends readonly string[]>(...lists: Lists): Word<Lists[number]>[] =>
  lists.join(' ').split(' ') as Word<Lists[number]>[];
