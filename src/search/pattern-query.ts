/**
 * Parser of the pattern language: clauses are separated by commas and must all hold; alternatives by bars.
 *
 *   Real.sin              the statement mentions the constant (or it is the constant)
 *   "two"                 the name contains it, in any case
 *   _ * (_ ^ ?a)          a part of the statement has this shape
 *   ⊢ _ < _ → _           the conclusion has this shape, and hypotheses in any order; also written |-
 *   -foo, -"str", -(p)    none of these
 *   a | b                 one of these
 */
import { words } from '../base/words.ts';
import { Failure } from '../base/errors.ts';
import { identifierStart } from '../lean/characters.ts';
import { tokenise } from '../lean/lexer.ts';
import { END } from '../lean/term/cursor.ts';
import type { NotationTable } from '../lean/term/notation-table.ts';
import { Locals } from '../lean/term/context.ts';
import { TermParser } from '../lean/term/parser.ts';
import * as Kind from '../lean/term/kinds.ts';
import { bare, print, type Term } from '../lean/term/term.ts';
import { findInvisible } from './invisible.ts';

export type Part =
  | { kind: 'name'; text: string; negated: boolean; at: number }
  | { kind: 'constant'; name: string; negated: boolean; at: number }
  /** `readings`: one tree for each parse of ambiguous notation. */
  | { kind: 'shape'; readings: Term[]; inConclusion: boolean; negated: boolean; at: number; text: string };

/** Alternatives. */
export type Clause = Part[];

/** Limits. Each part needs a scan of the whole library; time is quadratic in depth. */
const MAX_PARTS = 32;
const MAX_TOKENS = 500;
const MAX_DEPTH = 200;
/** Maximum readings of an ambiguous part; further readings are dropped. */
const MAX_READINGS = 12;
const BRACKETS = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
  ['⟩', '⟨'],
  ['⦄', '⦃'],
]);
const OPENINGS = new Set(BRACKETS.values());
/** Text in which brackets have no meaning. */
const QUOTES = new Map([
  ['"', { close: '"', what: 'string' }],
  ['«', { close: '»', what: "'«'" }],
]);
/** Heads of `OPAQUE` terms for syntax that the parser knows. */
const KNOWN_OPAQUE = new Set(['', ...words('⟨⟩ {} {|} #[] ![] !![] ‹› := let by do fun match ↑ ⇑ ↥ @ .')]);

/** @throws {Failure} `pattern-syntax` with a caret under the position. */
export function parsePatternQuery(query: string, table: NotationTable): Clause[] {
  checkCharacters(query);
  checkLength(query);
  checkBrackets(query);
  return new QueryParser(query, table).clauses();
}

const EXAMPLE = 'Correct it, as in _ + _ = _ or |- _ ≤ _, or search as text (--as text).';

/** Columns of the query that an error shows on each side of its position. */
const SHOWN = 60;

/** A usage failure that points at a position in the query. */
export function patternFailure(query: string, at: number, message: string, next = EXAMPLE): Failure {
  const lineStart = query.lastIndexOf('\n', at - 1) + 1;
  const before = [...query.slice(lineStart, at)];
  const after = [...query.slice(at).split('\n', 1)[0]!];
  const left = before.length > SHOWN ? `…${before.slice(-SHOWN).join('')}` : before.join('');
  const right = after.length > SHOWN ? `${after.slice(0, SHOWN).join('')}…` : after.join('');
  const caret = `${' '.repeat([...left].length)}^`;
  return new Failure('usage', 'pattern-syntax', { message, reason: `${left}${right}\n${caret}`, next });
}

function checkCharacters(query: string): void {
  const found = findInvisible(query);
  if (found === null) return;
  const { code, at } = found;
  throw patternFailure(query.slice(0, at), at, `The invisible character ${code} is here.`, 'Delete it.');
}

function checkLength(query: string): void {
  const tokens = tokenise(query, []);
  if (tokens.count <= MAX_TOKENS) return;
  throw patternFailure(query, tokens.start(MAX_TOKENS), `A pattern has at most ${MAX_TOKENS} words and symbols.`);
}

function checkBrackets(query: string): void {
  const open: { bracket: string; at: number }[] = [];
  for (let at = 0; at < query.length; at++) {
    const unit = query[at]!;
    const quote = QUOTES.get(unit);
    if (quote !== undefined) {
      const close = query.indexOf(quote.close, at + 1);
      if (close < 0) throw patternFailure(query, at, `This ${quote.what} is not closed.`);
      at = close;
    }
    if (OPENINGS.has(unit)) open.push({ bracket: unit, at });
    if (open.length > MAX_DEPTH) throw patternFailure(query, at, `More than ${MAX_DEPTH} brackets are open here.`);
    const opening = BRACKETS.get(unit);
    if (opening === undefined) continue;
    if (open.pop()?.bracket !== opening) throw patternFailure(query, at, `This '${unit}' has no opening bracket.`);
  }
  const last = open.pop();
  if (last !== undefined) throw patternFailure(query, last.at, `This '${last.bracket}' is not closed.`);
}

class QueryParser {
  private readonly query: string;
  private readonly table: NotationTable;
  private at = 0;

  constructor(query: string, table: NotationTable) {
    this.query = query;
    this.table = table;
  }

  clauses(): Clause[] {
    const found: Clause[] = [];
    for (;;) {
      found.push(this.clause());
      if (found.flat().length > MAX_PARTS) throw this.failure(this.at, `A pattern has at most ${MAX_PARTS} parts.`);
      this.space();
      if (this.at >= this.query.length) return found;
      if (this.query[this.at] === ',') this.at++;
      // Otherwise the clause ended before an exclusion: `foo -bar`.
    }
  }

  private clause(): Clause {
    const parts = [this.part()];
    for (;;) {
      this.space();
      if (this.query[this.at] !== '|') return parts;
      if (this.query[this.at + 1] === '-')
        throw this.failure(this.at, 'A turnstile |- starts a part: put a comma before it.');
      this.at++;
      parts.push(this.part());
      if (parts.length > MAX_PARTS) return parts;
    }
  }

  private part(): Part {
    this.space();
    const from = this.at;
    const negated = this.isExclusion(from);
    if (negated) this.at++;
    this.space();
    const at = this.at;
    if (this.query[at] === '"') return this.nameFragment(from, negated);
    const inner = negated && this.query[at] === '(' ? /^\(\s*(⊢|\|-)/u.exec(this.query.slice(at)) : null;
    if (inner !== null) return this.excludedConclusion(at, inner[0].length);
    const turnstile = this.query.startsWith('⊢', at) ? 1 : this.query.startsWith('|-', at) ? 2 : 0;
    this.at += turnstile;
    return this.shape(negated, turnstile > 0, this.cutBefore());
  }

  /** `-(⊢ p)`: the turnstile is inside the parenthesis that the exclusion needs. */
  private excludedConclusion(at: number, opening: number): Part {
    const close = closingBracket(this.query, at);
    this.at = at + opening;
    const part = this.shape(true, true, close);
    this.at = close + 1;
    return part;
  }

  /** `-` directly before a name, a string or a parenthesis that is the entire part; `-_ + _` is a negation. */
  private isExclusion(at: number): boolean {
    if (this.query[at] !== '-') return false;
    const next = this.query[at + 1] ?? '';
    if (next === '"' || next === '⊢') return true;
    if (next === '(') return /^\s*(?:[,|]|$|-)/u.test(this.query.slice(closingBracket(this.query, at + 1) + 1));
    if (next === '_' || identifierStart(this.query, at + 1) === 0) return false;
    return /^[^\s,|()+*/^=<>≤≥]+\s*(?:[,|]|$|-[^\s])/u.test(this.query.slice(at + 1));
  }

  /** Start of a following exclusion without a comma: `foo -bar`. */
  private cutBefore(): number {
    const cut = /\s-(?="|[\p{L}«][^\s,|()]*\s*(?:[,|]|$|\s-[\p{L}"«]))/u.exec(this.query.slice(this.at));
    return cut === null ? this.query.length : this.at + cut.index;
  }

  private nameFragment(from: number, negated: boolean): Part {
    const close = this.query.indexOf('"', this.at + 1);
    const text = this.query.slice(this.at + 1, close).trim();
    this.at = close + 1;
    if (text === '') throw this.failure(from, 'An empty string matches every name.');
    return { kind: 'name', text: text.toLowerCase(), negated, at: from };
  }

  private shape(negated: boolean, inConclusion: boolean, cut: number): Part {
    const at = this.at;
    const ambiguous = new Map<string, number>();
    const first = this.read(at, cut, ambiguous, new Map());
    this.at = first.end;
    const text = this.query.slice(at, first.end).trim();
    const root = bare(first.tree);
    if (
      !inConclusion &&
      (root.kind === Kind.CONSTANT || root.kind === Kind.EXPLICIT) &&
      root.args.length === 0 &&
      ambiguous.size === 0
    ) {
      return { kind: 'constant', name: root.head, negated, at };
    }
    const readings = new Map([[print(first.tree), first.tree]]);
    for (const choices of choicesOf(ambiguous)) {
      const { tree, end } = this.read(at, cut, new Map(), choices);
      if (end === first.end && readings.size < MAX_READINGS) readings.set(print(tree), tree);
    }
    return { kind: 'shape', readings: [...readings.values()], inConclusion, negated, at, text };
  }

  private read(
    at: number,
    cut: number,
    ambiguous: Map<string, number>,
    choices: ReadonlyMap<string, number>,
  ): { tree: Term; end: number } {
    const parser = new TermParser(
      this.query.slice(0, cut),
      { table: this.table, locals: new Locals(), isOpen: () => true, module: null, ambiguous, choices },
      at,
    );
    const tree = parser.expression(0);
    if (tree === null)
      throw this.failure(
        parser.start,
        parser.kind === END ? 'A pattern is missing here.' : `A pattern cannot start with '${parser.word}'.`,
      );
    if (parser.kind !== END && !parser.is(',') && !parser.is('|'))
      throw this.failure(parser.start, `Unexpected '${parser.word}'.`, 'Parts are separated by commas.');
    const unknown = unknownNotation(tree);
    if (unknown !== null)
      throw this.failure(Math.max(at, this.query.indexOf(unknown, at)), `Unknown notation '${unknown}'.`);
    return { tree, end: parser.kind === END ? cut : parser.start };
  }

  private space(): void {
    while (/\s/u.test(this.query[this.at] ?? '')) this.at++;
  }

  private failure(at: number, message: string, next?: string): Failure {
    return patternFailure(this.query, at, message, next);
  }
}

function closingBracket(query: string, from: number): number {
  let depth = 0;
  for (let at = from; at < query.length; at++) {
    if (OPENINGS.has(query[at]!)) depth++;
    else if (BRACKETS.has(query[at]!) && --depth === 0) return at;
  }
  return query.length;
}

/** All combinations of readings of the ambiguous tokens. */
function choicesOf(ambiguous: ReadonlyMap<string, number>): Map<string, number>[] {
  let all: Map<string, number>[] = [new Map()];
  for (const [token, count] of ambiguous) {
    all = all
      .flatMap((one) => Array.from({ length: Math.min(count, 4) }, (_, choice) => new Map([...one, [token, choice]])))
      .slice(0, MAX_READINGS * 2);
  }
  return all;
}

function unknownNotation(tree: Term): string | null {
  if (tree.kind === Kind.OPAQUE && !KNOWN_OPAQUE.has(tree.head) && !/[\s\p{L}]/u.test(tree.head)) return tree.head;
  for (const child of tree.args) {
    const found = unknownNotation(child);
    if (found !== null) return found;
  }
  return null;
}

/** Names of the constants in a tree. */
export function namesOf(tree: Term): string[] {
  const own = tree.kind === Kind.CONSTANT || tree.kind === Kind.EXPLICIT ? [tree.head] : [];
  return [...own, ...tree.args.flatMap(namesOf)];
}

/** A clause about the name alone. */
export function isAboutName(clause: Clause): boolean {
  return clause.every((part) => part.kind === 'name');
}

/** A part that one clause requires and another excludes, so nothing can match. Returns null if none exists. */
export function contradiction(clauses: readonly Clause[]): Part | null {
  const singleParts = clauses.flatMap((clause) => (clause.length === 1 ? clause : []));
  const excluded = new Set(singleParts.filter(({ negated }) => negated).map(meaningOf));
  return singleParts.find((part) => !part.negated && excluded.has(meaningOf(part))) ?? null;
}

function meaningOf(part: Part): string {
  if (part.kind === 'name') return `"${part.text}`;
  if (part.kind === 'constant') return part.name;
  return `${part.inConclusion ? '⊢ ' : ''}(${print(part.readings[0]!)})`;
}
