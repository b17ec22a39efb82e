/** Expressions as the parser returns them: MathJSON before any simplification (https://mathlive.io/math-json/). */

export type MathJson = number | string | { readonly num: string } | readonly [string, ...MathJson[]];

/** Reads LaTeX as an expression; null if it is none. */
export type ParseLatex = (latex: string) => MathJson | null;

export const operator = (expression: MathJson): string | null =>
  typeof expression === 'object' && 'length' in expression ? expression[0] : null;

export const operands = (expression: MathJson): readonly MathJson[] =>
  typeof expression === 'object' && 'length' in expression ? expression.slice(1) : [];

export const isSymbol = (expression: MathJson): expression is string =>
  typeof expression === 'string' && !expression.startsWith("'");

/** The words of a text in an expression (`\text{…}`); null if it is none. */
export const textOf = (expression: MathJson): string | null =>
  typeof expression === 'string' && expression.startsWith("'") ? expression.slice(1, -1) : null;

/** Symbols with a fixed value. */
export const CONSTANTS: ReadonlySet<string> = new Set([
  'Pi',
  'e',
  'ExponentialE',
  'i',
  'ImaginaryUnit',
  'PositiveInfinity',
  'NegativeInfinity',
  'Nothing',
]);

/** Whether it has a number too large for the parser, such as `1e9999999`, which it takes for infinity. */
export function hasInfiniteLiteral(expression: MathJson): boolean {
  if (typeof expression === 'number') return !Number.isFinite(expression);
  if (typeof expression === 'object' && 'num' in expression) return /inf/iu.test(expression.num);
  return operands(expression).some(hasInfiniteLiteral);
}

/** Collects the unknowns of an expression, in the order of their first use. */
export function unknownsOf(expression: MathJson, found = new Set<string>()): Set<string> {
  if (isSymbol(expression)) {
    if (!CONSTANTS.has(expression)) found.add(expression);
  } else {
    for (const operand of operands(expression)) unknownsOf(operand, found);
  }
  return found;
}

/** Whether a part of the expression has one of the operators. */
export function hasOperator(expression: MathJson, names: ReadonlySet<string>): boolean {
  const own = operator(expression);
  return own !== null && (names.has(own) || operands(expression).some((operand) => hasOperator(operand, names)));
}
