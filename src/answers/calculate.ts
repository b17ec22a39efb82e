/** Evaluates calculations in LaTeX or as people type them. Pure. */
import { evaluate, NoValue } from './evaluate.ts';
import { isRational, type Value } from './exact-number.ts';
import { nestingOf } from './latex-text.ts';
import {
  hasInfiniteLiteral,
  hasOperator,
  type MathJson,
  operands,
  operator,
  type ParseLatex,
  unknownsOf,
} from './math-json.ts';
import { normalizeLatex } from './normalize-latex.ts';
import { PLAIN_FUNCTIONS, readPlain, UnreadableExpression } from './plain-expression.ts';

/** `value`: exact if it is rational, with its decimal; otherwise `≈` and 15 digits. `error`: a sentence. */
export type Calculation = { value: string } | { error: string };

const LONGEST = 2000;
const DEEPEST = 60;
const LONGEST_NUMBER = 200;
/** More digits of an exact value are not written. */
const MOST_DIGITS = 1000;

export function calculate(text: string, parse: ParseLatex): Calculation {
  try {
    const expression = read(text, parse);
    const [unknown] = unknownsOf(expression);
    // A name that a sum binds has values.
    if (unknown !== undefined && !hasOperator(expression, SERIES)) return { error: `'${unknown}' has no value.` };
    return { value: written(evaluate(expression, new Map(), false)) };
  } catch (error) {
    if (error instanceof UnreadableExpression) return { error: `The expression cannot be read: ${error.message}.` };
    if (!(error instanceof NoValue)) throw error;
    return { error: error.reason === 'undefined' ? 'The value is undefined.' : UNSUPPORTED };
  }
}

const SERIES = new Set(['Sum', 'Product']);
const UNSUPPORTED = `Something in the expression is not supported, or too large. Functions: ${PLAIN_FUNCTIONS.join(', ')}.`;

function read(text: string, parse: ParseLatex): MathJson {
  if (text.length > LONGEST) throw new UnreadableExpression(`it has more than ${LONGEST} characters`);
  if (new RegExp(`\\d{${LONGEST_NUMBER + 1}}`, 'u').test(text))
    throw new UnreadableExpression(`a number has more than ${LONGEST_NUMBER} digits`);
  if (!/[\\{}]/u.test(text)) return readPlain(text);
  // The normal form of an answer has `\\pmod`, whose operand is a group.
  const latex = normalizeLatex(text).replaceAll('\\pmod', '\\bmod ');
  if (nestingOf(latex) > DEEPEST) throw new UnreadableExpression('it is nested too deeply');
  const expression = parse(latex);
  if (expression === null || hasInfiniteLiteral(expression) || hasOperator(expression, ERRORS))
    throw new UnreadableExpression('it is not understood');
  if (hasLooseNumber(expression))
    throw new UnreadableExpression('a number stands right after a factor: write braces or a sign between');
  return expression;
}

const ERRORS = new Set(['Error']);

/** `2^10` is 2¹ · 0 in LaTeX, which nobody means. */
function hasLooseNumber(expression: MathJson): boolean {
  const parts = operands(expression);
  const isProduct = operator(expression) === 'InvisibleOperator';
  return (isProduct && parts.slice(1).some((part) => typeof part === 'number')) || parts.some(hasLooseNumber);
}

function written(value: Value): string {
  if (!isRational(value)) return `≈ ${complexText(value)}`;
  const { numerator, denominator } = value;
  const exact = denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;
  const decimal = decimalText(Number(numerator) / Number(denominator));
  if (exact.length > MOST_DIGITS) return `an exact number of ${exact.replace('-', '').length} digits`;
  return denominator === 1n || decimal === null ? exact : `${exact} ≈ ${decimal}`;
}

const decimalText = (value: number): string | null =>
  Number.isFinite(value) ? String(Number(value.toPrecision(15))) : null;

function complexText({ re, im }: Exclude<Value, { numerator: bigint }>): string {
  // Rounding of floating point leaves tiny parts.
  const least = 1e-14 * Math.hypot(re, im);
  const digits = (part: number): string => (Math.abs(part) < least ? '0' : String(Number(part.toPrecision(15))));
  const imaginary = digits(im);
  if (imaginary === '0') return digits(re);
  return `${digits(re)} ${im < 0 ? '-' : '+'} ${imaginary.replace('-', '')} i`;
}
