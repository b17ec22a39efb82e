/** Work on many things, a few of them at a time. */

/**
 * Does `work` for each of `items`, begun in their order, `atOnce` at a time. Once one throws, no further one is begun;
 * those under way are waited for. @throws what the first of them threw
 */
export async function forEachConcurrent<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const next = async (): Promise<void> => {
    for (let item = queue.next(); failures.length === 0 && item.done !== true; item = queue.next()) {
      try {
        await work(item.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  if (failures.length > 0) throw failures[0];
}
