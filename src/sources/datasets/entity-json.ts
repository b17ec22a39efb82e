/** Recognizes the JSON of AutoMathKG. Apart from its reader, which loads zod. */

/** Whether the start of a JSON file is an entity, or an array or lines of them. */
export const isEntityJson = (start: string): boolean =>
  /^\s*(?:\[\s*)?\{/u.test(start) && ['"type"', '"label"', '"contents"'].every((key) => start.includes(key));
