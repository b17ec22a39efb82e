/**
 * Filters candidates by their text before they are parsed, for patterns with the same term in several operands, such as
 * `?a + ?a` and `?a < ?b → ?b < ?c → ?a < ?c`. The posting lists cannot express this, and few statements match.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { ORIGINS } from '../lean/declaration.ts';
import { unascribed } from '../lean/term/coercion.ts';
import { CLASS, IDENTIFIER_REST } from '../lean/characters.ts';
import type { NotationTable, Rule } from '../lean/term/notation-table.ts';
import * as Kind from '../lean/term/kinds.ts';
import { bare, lastPart, type Term } from '../lean/term/term.ts';
import { OperandReader, mayBeSame, type Operand, type Operation } from './operands.ts';
import type { Clause } from './pattern-query.ts';
import type { WorkLimit } from './work-limit.ts';

/** One operator of a pattern with the letters of its operands; null for an operand that is not of the form `?a`. */
interface PatternOperator {
  head: string;
  operands: readonly [string | null, string | null];
}

/** Possible spellings of a head. */
interface Spelling {
  /** `isSwapped`: `a > b` is `b < a`. */
  operators: { token: string; precedence: number; isSwapped: boolean }[];
  /** Other tokens for it: its name, and notation that expands to it. Their operands are unknown. */
  otherTokens: readonly string[];
}

const ALIAS = ORIGINS.indexOf('alias');

/** Returns the ids that may match. */
export type Sieve = (ids: readonly number[]) => number[];

/** Returns null if no part of the query has the same variable twice. */
export function makeSieve(
  index: LibraryIndex,
  table: NotationTable,
  clauses: readonly Clause[],
  work: WorkLimit,
): Sieve | null {
  const requiredReadings: PatternOperator[][][] = [];
  for (const [part, ...others] of clauses) {
    if (part?.kind !== 'shape' || part.negated || others.length > 0) continue;
    const readings = part.readings.map((reading) => operationsOf(reading));
    if (readings.every(isLinked)) requiredReadings.push(readings);
  }
  if (requiredReadings.length === 0) return null;
  const spellings = new Map(requiredReadings.flat(2).map(({ head }) => [head, spellingOf(head, table)]));
  const reader = new OperandReader(table);
  const tokens = [...spellings.values()].flatMap(({ operators, otherTokens }) => [
    ...operators.map(({ token }) => token),
    ...otherTokens,
  ]);
  const mayMatch = (text: string): boolean => {
    if (!work.spend(costOf(text))) return false;
    const places = new Map([...spellings].map(([head, spelling]) => [head, placesOf(reader, text, spelling)]));
    return requiredReadings.every((readings) => readings.some((one) => new Assignment(one, places, work).isPossible()));
  };
  return (ids) => {
    const passed = new Set<number>();
    const others: TextRow[] = [];
    for (const row of textsOf(index, ids)) {
      if (index.columns.origin[row.id] === ALIAS || mayMatch(row.signature)) passed.add(row.id);
      else others.push(row);
    }
    // A missing operator may be in a `variable` binder; few scopes have such binders.
    const scopes = variablesWith(index, others, tokens);
    for (const { id, signature, scope } of others) {
      const variables = scopes.get(scope);
      if (variables !== undefined && mayMatch(`${signature}\n${variables}`)) passed.add(id);
    }
    return ids.filter((id) => passed.has(id));
  };
}

interface TextRow {
  id: number;
  signature: string;
  scope: number;
}

/** Reads in storage order. */
function textsOf(index: LibraryIndex, ids: readonly number[]): TextRow[] {
  return index.all<TextRow>(
    'SELECT d.id, d.signature, d.scope_id AS scope FROM json_each(?) wanted JOIN decls d ON d.id = wanted.value',
    JSON.stringify(ids.toSorted((a, b) => a - b)),
  );
}

/** Operators of a pattern with at least one variable as operand. */
function operationsOf(reading: Term): PatternOperator[] {
  const found: PatternOperator[] = [];
  const visit = (tree: Term): void => {
    const { kind, head, args } = unascribed(tree);
    if (kind === Kind.CONSTANT && args.length === 2 && args.some((one) => letterOf(one) !== null))
      found.push({ head, operands: [letterOf(args[0]!), letterOf(args[1]!)] });
    args.forEach(visit);
  };
  visit(reading);
  return found;
}

function letterOf(tree: Term): string | null {
  const { kind, head, args } = bare(tree);
  return kind === Kind.META && args.length === 0 ? head : null;
}

/** Whether a variable occurs twice. */
function isLinked(operations: readonly PatternOperator[]): boolean {
  const letters = operations.flatMap(({ operands }) => operands.filter((one) => one !== null));
  return new Set(letters).size < letters.length;
}

/** Steps of comparing two operands. */
const COMPARISON = 4;

/** Estimates the cost of fetching a text and looking for operators in it. */
function costOf(text: string): number {
  return 10 + text.length / 8;
}

function spellingOf(head: string, table: NotationTable): Spelling {
  const heads = head === 'Ne' ? ['Ne', 'Eq'] : [head];
  const operators: Spelling['operators'] = [];
  for (const [token, rules] of table.trailing) {
    for (const rule of rules) {
      if (rule.head === null || rule.parts.length !== 1 || !heads.includes(rule.head)) continue;
      operators.push({ token, precedence: rule.precedence, isSwapped: rule.swapped });
    }
  }
  const name = lastPart(head);
  const expandsToIt = ({ head: ruleHead, module, expansion }: Rule) =>
    ruleHead === null &&
    module === null &&
    (containsToken(name, expansion) || operators.some(({ token }) => expansion.includes(` ${token} `)));
  const tokens = new Set([name]);
  for (const rules of [table.leading, table.trailing, table.aliases])
    for (const [token, list] of rules) if (list.some(expandsToIt)) tokens.add(token);
  return { operators, otherTokens: [...tokens] };
}

/** By scope: binders of its `variable` commands that contain one of the tokens. */
function variablesWith(index: LibraryIndex, rows: readonly TextRow[], tokens: readonly string[]): Map<number, string> {
  const scopes = index.all<{ id: number; variables: string }>(
    'SELECT id, variables FROM scopes WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(rows.map(({ scope }) => scope))]),
  );
  const hasOne = (text: string) => tokens.some((token) => containsToken(token, text));
  const relevant = scopes.filter(({ variables }) => hasOne(variables));
  return new Map(relevant.map(({ id, variables }) => [id, variables.split('\n').filter(hasOne).join('\n')]));
}

/** Assigns the operators of one reading to places in a text at which equal variables may be equal terms. */
class Assignment {
  readonly #operators: readonly PatternOperator[];
  readonly #places: ReadonlyMap<string, readonly Operation[] | null>;
  readonly #work: WorkLimit;
  readonly #letters = new Map<string, Operand[]>();

  constructor(
    operators: readonly PatternOperator[],
    places: ReadonlyMap<string, readonly Operation[] | null>,
    work: WorkLimit,
  ) {
    this.#operators = operators;
    this.#places = places;
    this.#work = work;
  }

  /** True also if the work is used up before this is known. */
  isPossible(at = 0): boolean {
    if (this.#work.isUsedUp) return true;
    const operator = this.#operators[at];
    if (operator === undefined) return true;
    const places = this.#places.get(operator.head);
    if (places === null || places === undefined) return this.isPossible(at + 1);
    const [left, right] = operator.operands;
    return places.some((place) => {
      if (!this.#put(left, place.left)) return false;
      const fits = this.#put(right, place.right);
      const isPossible = fits && this.isPossible(at + 1);
      if (fits) this.#take(right);
      this.#take(left);
      return isPossible;
    });
  }

  #put(letter: string | null, operand: Operand): boolean {
    if (letter === null) return true;
    const others = this.#letters.get(letter);
    this.#work.spend(COMPARISON * (1 + (others?.length ?? 0)));
    if (others === undefined) this.#letters.set(letter, [operand]);
    else if (others.every((other) => mayBeSame(other, operand))) others.push(operand);
    else return false;
    return true;
  }

  #take(letter: string | null): void {
    if (letter === null) return;
    const operands = this.#letters.get(letter)!;
    operands.pop();
    if (operands.length === 0) this.#letters.delete(letter);
  }
}

/** Returns null if the text may contain the head in another spelling. */
function placesOf(reader: OperandReader, text: string, { operators, otherTokens }: Spelling): Operation[] | null {
  if (otherTokens.some((token) => containsToken(token, text))) return null;
  return operators.flatMap(({ token, precedence, isSwapped }) =>
    reader.operations(text, token, precedence).map((one) => (isSwapped ? { left: one.right, right: one.left } : one)),
  );
}

/** Whether the text contains the token. A word must not be part of a longer word, but may follow a dot. */
function containsToken(token: string, text: string): boolean {
  const isWord = isIdentifierUnit(token.charCodeAt(0));
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    if (!isWord) return true;
    if (!isIdentifierUnit(text.charCodeAt(at - 1)) && !isIdentifierUnit(text.charCodeAt(at + token.length)))
      return true;
  }
  return false;
}

function isIdentifierUnit(unit: number): boolean {
  return ((CLASS[unit] ?? 0) & IDENTIFIER_REST) !== 0;
}
