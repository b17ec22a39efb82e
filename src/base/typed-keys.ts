/** Keys of an object literal with their types. */

/** For registries: the keys in the order in which they are written. */
export function typedKeys<T extends object>(registry: T): [keyof T & string, ...(keyof T & string)[]] {
  return Object.keys(registry) as [keyof T & string, ...(keyof T & string)[]];
}
