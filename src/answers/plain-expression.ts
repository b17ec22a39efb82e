/** Reads calculations as people type them, without LaTeX: `2^10 * 3/7`, `binomial(10, 3) mod 7`, `sum(k^2, k, 1, 10)`. */
import type { MathJson } from './math-json.ts';

/** The text is no calculation. The message says where, as the end of a sentence. */
export class UnreadableExpression extends Error {
  override readonly name = 'UnreadableExpression';
}

/** Functions by name: the operator, and the least and the greatest number of arguments. */
const FUNCTIONS: Readonly<Record<string, [operator: string, least: number, most: number]>> = {
  sqrt: ['Sqrt', 1, 1],
  root: ['Root', 2, 2],
  abs: ['Abs', 1, 1],
  floor: ['Floor', 1, 1],
  ceil: ['Ceil', 1, 1],
  exp: ['Exp', 1, 1],
  ln: ['Ln', 1, 1],
  log: ['Log', 2, 2],
  log2: ['Lb', 1, 1],
  log10: ['Log', 1, 1],
  sin: ['Sin', 1, 1],
  cos: ['Cos', 1, 1],
  tan: ['Tan', 1, 1],
  asin: ['Arcsin', 1, 1],
  acos: ['Arccos', 1, 1],
  atan: ['Arctan', 1, 1],
  sinh: ['Sinh', 1, 1],
  cosh: ['Cosh', 1, 1],
  tanh: ['Tanh', 1, 1],
  factorial: ['Factorial', 1, 1],
  binomial: ['Binomial', 2, 2],
  gcd: ['GCD', 2, 20],
  lcm: ['LCM', 2, 20],
  mod: ['Mod', 2, 2],
  max: ['Max', 1, 20],
  min: ['Min', 1, 20],
};
/** Operators of two operands that are written for more. */
const FOLDED = new Set(['GCD', 'LCM']);
/** `sum(term, k, from, to)` */
const SERIES: Readonly<Record<string, string>> = { sum: 'Sum', prod: 'Product' };

export const PLAIN_FUNCTIONS = [...Object.keys(FUNCTIONS), ...Object.keys(SERIES)];

const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-zπ]\w*)|(\*\*|[-+*/^%!(),×·÷−]))/uy;
const SIGNS: Readonly<Record<string, string>> = { '**': '^', '×': '*', '·': '*', '÷': '/', '−': '-', '%': 'mod' };
const DEEPEST = 60;

/** @throws {UnreadableExpression} */
export function readPlain(text: string): MathJson {
  const reader = new PlainReader(tokensOf(text));
  const expression = reader.sum();
  reader.requireEnd();
  return expression;
}

interface Token {
  kind: 'number' | 'name' | 'sign';
  text: string;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const rest = text.trim();
  TOKEN.lastIndex = 0;
  for (let at = 0; at < rest.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(rest);
    if (match === null) throw new UnreadableExpression(`'${rest.slice(at, at + 10).trim()}' is not understood`);
    const [, number, name, sign = ''] = match;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (name !== undefined && name !== 'mod') tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'sign', text: name ?? SIGNS[sign] ?? sign });
  }
  return tokens;
}

class PlainReader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  requireEnd(): void {
    const token = this.#tokens[this.#at];
    if (token !== undefined) throw new UnreadableExpression(`'${token.text}' is not expected there`);
  }

  sum(): MathJson {
    if (++this.#depth > DEEPEST) throw new UnreadableExpression('it is nested too deeply');
    let left = this.#product();
    for (;;) {
      if (this.#takes('+')) left = ['Add', left, this.#product()];
      else if (this.#takes('-')) left = ['Subtract', left, this.#product()];
      else break;
    }
    this.#depth--;
    return left;
  }

  #product(): MathJson {
    let left = this.#signed();
    for (;;) {
      if (this.#takes('*')) left = ['Multiply', left, this.#signed()];
      else if (this.#takes('/')) left = ['Divide', left, this.#signed()];
      else if (this.#takes('mod')) left = ['Mod', left, this.#signed()];
      else if (this.#startsFactor()) left = ['Multiply', left, this.#power()];
      else return left;
    }
  }

  #signed(): MathJson {
    let isNegative = false;
    while (this.#isSign('-') || this.#isSign('+')) if (this.#tokens[this.#at++]!.text === '-') isNegative = !isNegative;
    const value = this.#power();
    return isNegative ? ['Negate', value] : value;
  }

  #power(): MathJson {
    let base = this.#primary();
    while (this.#takes('!')) base = ['Factorial', base];
    if (!this.#takes('^')) return base;
    if (++this.#depth > DEEPEST) throw new UnreadableExpression('it is nested too deeply');
    // `2^-3`, and `2^3^2` is 2^9.
    const exponent = this.#signed();
    this.#depth--;
    return ['Power', base, exponent];
  }

  #primary(): MathJson {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new UnreadableExpression('it ends too early');
    this.#at++;
    if (token.kind === 'number') return { num: token.text };
    if (token.text === '(') return ['Delimiter', this.#closed([this.sum()])[0]!];
    // `mod(17, 5)`
    if (token.kind === 'name' || (token.text === 'mod' && this.#isSign('('))) return this.#named(token.text);
    throw new UnreadableExpression(`'${token.text}' is not expected there`);
  }

  #named(name: string): MathJson {
    if (name === 'pi' || name === 'π') return 'Pi';
    const isCalled = this.#takes('(');
    if (!isCalled) {
      if (name.length === 1) return name;
      throw new UnreadableExpression(`'${name}' is not known`);
    }
    const parts = this.#closed(this.#list());
    const series = Object.hasOwn(SERIES, name) ? SERIES[name] : undefined;
    if (series !== undefined) {
      const [term, variable, from, to] = parts;
      if (parts.length !== 4) throw new UnreadableExpression(`${name} needs a term, a name, its first and last value`);
      return [series, term!, ['Tuple', variable!, from!, to!]];
    }
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (known === undefined) throw new UnreadableExpression(`the function '${name}' is not known`);
    const [operator, least, most] = known;
    if (parts.length < least || parts.length > most)
      throw new UnreadableExpression(`${name} needs ${least} argument${least === 1 ? '' : 's'}, not ${parts.length}`);
    return FOLDED.has(operator)
      ? parts.slice(1).reduce((left, part) => [operator, left, part], parts[0]!)
      : [operator, ...parts];
  }

  #list(): MathJson[] {
    const parts = [this.sum()];
    while (this.#takes(',')) parts.push(this.sum());
    return parts;
  }

  #closed(parts: MathJson[]): MathJson[] {
    if (this.#takes(')')) return parts;
    throw new UnreadableExpression('a bracket is not closed');
  }

  /** `2(3 + 4)`, `3 pi` */
  #startsFactor(): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && (token.kind !== 'sign' || token.text === '(');
  }

  #isSign(sign: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === 'sign' && token.text === sign;
  }

  #takes(sign: string): boolean {
    if (!this.#isSign(sign)) return false;
    this.#at++;
    return true;
  }
}
