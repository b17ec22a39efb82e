/** The keys of the JSON contract: `line_start`, as in the tables of the index, where the code says `lineStart`. */

/** A copy with every key of every object in snake case; not for objects whose keys are data, such as names. */
export function snakeKeys(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snake(key), snakeInside(inner)]));
}

function snakeInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeInside);
  return typeof value === 'object' && value !== null ? snakeKeys(value) : value;
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
