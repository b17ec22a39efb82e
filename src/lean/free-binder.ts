/** The binder of a name that Lean binds because `autoImplicit` is on. */

export const INFERRED = '_';

/** The binder that Lean adds for a free name. Its type is inferred, which also marks it. */
export const freeBinder = (name: string): string => `{${name} : ${INFERRED}}`;

/** The name that `freeBinder` bound; null for other binders. */
export const nameOfFreeBinder = (binder: string): string | null => /^\{(\S+) : _\}$/u.exec(binder)?.[1] ?? null;
