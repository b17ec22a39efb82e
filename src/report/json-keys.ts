/** Converts keys for JSON reports: `lineStart` in code becomes `line_start`, as in the index tables. */

/** Copies `value` with all keys in snake case. Not for objects whose keys are data, such as names. */
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
