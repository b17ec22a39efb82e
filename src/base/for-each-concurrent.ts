/** Runs asynchronous work on many items with bounded concurrency. */

/**
 * Calls `work` for each item in order, with at most `concurrency` calls running. After the first failure no new call
 * starts; the running calls are awaited. @throws the first error
 */
export async function forEachConcurrent<T>(
  items: Iterable<T>,
  concurrency: number,
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
  await Promise.all(Array.from({ length: concurrency }, next));
  if (failures.length > 0) throw failures[0];
}
