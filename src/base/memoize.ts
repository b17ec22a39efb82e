/** Functions and maps that remember results. */

/** Calls `compute` once per object. A result is kept as long as its object. */
export function memoize<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  return memoizeIn(new WeakMap<K, T>(), compute);
}

/** Calls `compute` once per value. Results are kept as long as the function. */
export function memoizeByValue<K extends string | number, T>(compute: (key: K) => T): (key: K) => T {
  return memoizeIn(new Map<K, T>(), compute);
}

interface Results<K, T> {
  get(key: K): T | undefined;
  has(key: K): boolean;
  set(key: K, value: T): unknown;
}

function memoizeIn<K, T>(results: Results<K, T>, compute: (key: K) => T): (key: K) => T {
  return (key) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as T;
    const value = compute(key);
    results.set(key, value);
    return value;
  };
}

/** The value of `key`. Adds the result of `make` if `key` is missing. */
export function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
}
