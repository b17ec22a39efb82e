/** JSON with an indentation of one space, in pieces: as `JSON.stringify(value, null, 1)` writes it at once. */

/** An array, an item a piece, and what follows it. `depth`: of the array in the whole document. */
export function* jsonArray(items: Iterable<unknown>, end: string, depth = 0): Generator<string> {
  const indent = ' '.repeat(depth + 1);
  let isFirst = true;
  for (const item of items) {
    const text = JSON.stringify(item, null, 1).replaceAll('\n', `\n${indent}`);
    yield `${isFirst ? '[' : ','}\n${indent}${text}`;
    isFirst = false;
  }
  yield `${isFirst ? '[' : `\n${' '.repeat(depth)}`}]${end}`;
}
