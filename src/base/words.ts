/** Lists of words and small tables, written as one string each. */

/** Splits a list at white space. */
export const words = (list: string): string[] => list.trim().split(/\s+/u);

export const wordSet = (list: string): ReadonlySet<string> => new Set(words(list));

/** Pairs each word of the list with the value. */
export const eachWord = <Value>(list: string, value: Value): [string, Value][] =>
  words(list).map((word) => [word, value]);

/** Splits a list at commas, for items that contain spaces. */
export const phrases = (list: string): string[] => list.trim().split(/\s*,\s*/u);

/** Reads `key value, key value`. The key is the first word of an item; the value is the rest, which may be ''. */
export const wordTable = (list: string): ReadonlyMap<string, string> =>
  new Map(phrases(list).map((item) => [words(item)[0]!, item.replace(/^\S+\s*/u, '')]));

/** Maps each word of the lists to the key of its list. */
export const keyByWord = <Key extends string>(lists: Readonly<Record<Key, string>>): ReadonlyMap<string, Key> =>
  new Map((Object.keys(lists) as Key[]).flatMap((key) => words(lists[key]).map((word) => [word, key] as const)));

/** Maps each word of the lists to the number of its list. */
export const numberByWord = (lists: Readonly<Record<number, string>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(lists).flatMap(([key, list]) => words(list).map((word) => [word, Number(key)] as const)));

type Word<List extends string, Found = never> = List extends `${infer First} ${infer Rest}`
  ? Word<Rest, Found | First>
  : Found | List;

/** Splits lists at single spaces. The type knows each word. */
export const literalWords = <const Lists extends readonly string[]>(...lists: Lists): Word<Lists[number]>[] =>
  lists.join(' ').split(' ') as Word<Lists[number]>[];
