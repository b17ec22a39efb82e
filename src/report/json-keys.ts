/** Converts keys for JSON reports: `lineStart` in code becomes `line_start`, as in the index tables. */

type SnakeCase<Key extends string> = Key extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Key;

export type SnakeKeys<T> = T extends readonly (infer Item)[]
  ? SnakeKeys<Item>[]
  : T extends object
    ? { [Key in keyof T as SnakeCase<Key & string>]: SnakeKeys<T[Key]> }
    : T;

/** Copies `value` with all keys in snake case. Not for objects whose keys are data, such as names. */
export function snakeKeys<T extends object>(value: T): SnakeKeys<T> {
  return snakeInside(value) as SnakeKeys<T>;
}

function snakeInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeInside);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snake(key), snakeInside(inner)]));
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
