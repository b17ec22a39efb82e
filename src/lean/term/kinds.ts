/** Kinds of the nodes of a term. Use: `import * as Kind`. */

export const CONSTANT = 0;
export const LOCAL = 1;
/** `x.field a`: `head` is `Type.field` if the type of `x` is known, otherwise `.field`; `args[0]` is `x`. */
export const PROJECTION = 2;
/** An application whose function is not a name: `args[0]` is the function. */
export const APPLY = 3;
export const NUMBER = 4;
export const TEXT = 5;
/** `∀ x : T, b` and `T → b`: `head` is the variable ('' without a name), `args` are `[T, b]`. */
export const PI = 6;
/** `fun x : T => b`, in the same form. */
export const LAMBDA = 7;
export const HOLE = 8;
export const META = 9;
export const SORT = 10;
/** Unknown syntax: a token, or a sequence of terms (`head` is ''). */
export const OPAQUE = 11;
/** `(e : T)`: `args` are `[e, T]`. */
export const ASCRIPTION = 12;
/** `↑x`, `⇑f`, `↥S`: `head` is the arrow. */
export const COERCION = 13;
/** `@f a b c`: `args` include implicit arguments. */
export const EXPLICIT = 14;
