/**
 * Lean terms from text to trees, by precedence climbing. What it does not know becomes an `OPAQUE` node; it never
 * throws, and a bound on steps and depth keeps it linear on any text. Binders and brackets are in files of their own.
 */
import { binderNames, instanceBinder, localise } from './binder-terms.ts';
import { parseBinderNotation, parseFunction } from './binders.ts';
import { parseBracket, parseDelimited } from './brackets.ts';
import type { TermContext } from './context.ts';
import { Cursor, END, IDENTIFIER, NUMERAL, STRING, SYMBOL } from './cursor.ts';
import { parseKeyword } from './keywords.ts';
import { aliasMeaning, applyRules } from './notation-rules.ts';
import { MAX } from './notation-table.ts';
import {
  ASCRIPTION, COERCION, CONSTANT, EXPLICIT, HOLE_TERM, LOCAL, META, NUMBER, OPAQUE, PI, PROJECTION, SORT, TEXT,
  apply, term, type Term,
} from './term.ts';

const MAX_DEPTH = 200;
/** Each operator or application may nest the tree deeper, and those who walk it recur. */
const MAX_TURNS = 4000;
/** Words that end a term. */
const STOPS = new Set(['then', 'else', 'from', 'with', 'in', 'at', 'using', 'where', 'deriving', 'extends', 'end', 'generalizing']);
const KEYWORDS = new Set(['if', 'let', 'have', 'haveI', 'letI', 'show', 'by', 'do', 'match', 'nomatch', 'nofun', 'calc', 'suffices', 'open', 'set_option']);
const PREFIX_ARROWS = new Set(['↑', '⇑', '↥']);
const CLOSERS = new Set([')', ']', '}', '⟩', '⦄', ',', ';', ':', ':=', '=>', '↦', '|', '›', '//', '⊢', '..', '←', '∂', '‖', '⌋', '⌉']);
const RELATION = new Set(['Type', 'Sort', 'Prop']);

export class TermParser extends Cursor {
  readonly context: TermContext;
  /** Precedence level of the term just read. */
  level = 0;
  /** Names of the `·` in the innermost parenthesis. */
  dots: string[] = [];
  private depth = 0;
  private turns = MAX_TURNS;
  private fuel: number;
  private fresh = 0;

  constructor(text: string, context: TermContext, at = 0) {
    super(text, context.table, at);
    this.context = context;
    this.isBound = (name) => context.locals.has(name);
    this.fuel = 400 + (text.length - at) * 12;
  }

  is(word: string): boolean {
    return this.word === word && (this.kind === SYMBOL || this.kind === IDENTIFIER);
  }

  accept(word: string): boolean {
    if (!this.is(word) && !this.splits(word)) return false;
    this.advance();
    return true;
  }

  /** `]]` is one token of `[[a, b]]`, but may also close two brackets. */
  private splits(word: string): boolean {
    if (this.kind !== SYMBOL || this.word.length <= word.length || !this.word.startsWith(word) || !SPLITTING.test(word)) return false;
    this.word = word;
    this.end = this.start + word.length;
    return true;
  }

  declare(name: string, typeHead: string): void {
    if (name !== '_' && name !== '') this.context.locals.set(name, typeHead);
  }

  freshName(): string {
    return `✝${this.fresh++}`;
  }

  /** The longest term of at least this precedence; null if none starts here. */
  expression(min: number): Term | null {
    if (this.depth >= MAX_DEPTH || this.fuel-- <= 0) return null;
    this.depth++;
    const first = this.leadingTerm();
    const whole = first === null ? null : this.trail(first, min);
    this.depth--;
    return whole;
  }

  /** Like `expression`, with a hole where nothing can be read. */
  term(min: number): Term {
    return this.expression(min) ?? HOLE_TERM;
  }

  /** Everything to the end of the text; what is left over is kept in an `OPAQUE` sequence. */
  all(): Term {
    const pieces: Term[] = [];
    while (this.kind !== END && this.fuel > 0) {
      const piece = this.expression(0);
      if (piece !== null) pieces.push(piece);
      else this.advance();
    }
    return pieces.length === 1 ? pieces[0]! : pieces.length === 0 ? HOLE_TERM : term(OPAQUE, '', pieces);
  }

  private leadingTerm(): Term | null {
    const word = this.word;
    this.level = MAX;
    switch (this.kind) {
      case NUMERAL:
        this.advance();
        return term(NUMBER, word);
      case STRING:
        this.advance();
        return term(TEXT, word);
      case IDENTIFIER:
        return this.leadingName(word);
      case SYMBOL:
        return this.leadingSymbol(word);
      default:
        return null;
    }
  }

  private leadingName(word: string): Term | null {
    if (word === '_') {
      this.advance();
      return HOLE_TERM;
    }
    if (STOPS.has(word)) return null;
    if (word === 'fun') return parseFunction(this);
    if (RELATION.has(word)) return this.sort(word);
    if (KEYWORDS.has(word)) return parseKeyword(this, word);
    const binder = this.context.table.binders.get(word);
    if (binder !== undefined && !this.context.locals.has(word)) {
      const mark = this.mark();
      const bound = parseBinderNotation(this, binder);
      if (bound !== null) return bound;
      this.reset(mark);
      this.level = MAX;
    }
    if (this.context.table.leading.has(word) && !this.context.locals.has(word)) {
      const built = applyRules(this, this.context.table.leading.get(word)!, word, null);
      if (built !== null) return built;
    }
    this.advance();
    return this.name(word);
  }

  private sort(word: string): Term {
    this.advance();
    if (word === 'Prop') return term(SORT, word);
    if (!this.spaced && this.accept('*')) return term(SORT, word);
    if (this.kind === NUMERAL || this.is('_') || (this.kind === IDENTIFIER && !STOPS.has(this.word)) || (this.is('(') && this.spaced)) this.expression(MAX);
    return term(SORT, word);
  }

  /** A name as a term: a local, a projection of one, an alias of notation, or a constant. */
  name(word: string): Term {
    const { locals } = this.context;
    const dot = word.indexOf('.');
    if (dot < 0) {
      if (locals.has(word)) return term(LOCAL, word);
    } else if (dot > 0) {
      const root = word.slice(0, dot);
      const typeHead = locals.get(root);
      if (typeHead !== undefined) return this.project(term(LOCAL, root), word.slice(dot + 1), typeHead);
    }
    const rules = this.context.table.aliases.get(word);
    if (rules !== undefined) {
      const meaning = aliasMeaning(this, rules, word);
      if (meaning !== null) return meaning;
    }
    if (word.startsWith('_root_.')) return term(CONSTANT, word.slice(7));
    if (dot < 0 && isGreekLetter(word)) return term(LOCAL, word);
    return term(CONSTANT, word);
  }

  project(receiver: Term, path: string, typeHead = ''): Term {
    let at = receiver;
    let type = typeHead;
    for (const field of path.split('.')) {
      at = term(PROJECTION, `${type}.${field}`, [at]);
      type = '';
    }
    return at;
  }

  private leadingSymbol(word: string): Term | null {
    if (word === '→' || word === '->' || word === '<|') return null;
    if (word === 'λ') return parseFunction(this);
    const bracket = parseBracket(this, word);
    if (bracket !== undefined) return bracket;
    const closings = this.context.table.delimiters.get(word);
    if (closings !== undefined) {
      const mark = this.mark();
      const inner = parseDelimited(this, closings);
      if (inner !== null) return inner;
      this.reset(mark);
      this.level = MAX;
    }
    const binder = this.context.table.binders.get(word);
    if (binder !== undefined) {
      const mark = this.mark();
      const bound = parseBinderNotation(this, binder);
      if (bound !== null) return bound;
      this.reset(mark);
    }
    if (PREFIX_ARROWS.has(word)) return this.coercion(word);
    if (word === '?') return this.metavariable();
    if (word === '@') return this.explicit();
    if (word === '.') return this.dottedName();
    if (word === '·') {
      this.advance();
      const name = this.freshName();
      this.dots.push(name);
      this.declare(name, '');
      return term(LOCAL, name);
    }
    const rules = this.context.table.leading.get(word);
    if (rules !== undefined) {
      const built = applyRules(this, rules, word, null);
      if (built !== null) return built;
      if (word.startsWith('[') && this.splits('[')) return parseBracket(this, '[') ?? null;
    }
    // `|_ + _|` where `|_` is a token of its own.
    const opening = word.slice(0, 1);
    if (closings === undefined && this.context.table.delimiters.has(opening) && this.splits(opening)) return this.leadingSymbol(opening);
    if (CLOSERS.has(word) || this.context.table.trailing.has(word)) return null;
    return this.unknownPrefix(word);
  }

  private coercion(arrow: string): Term {
    this.advance();
    const inner = this.expression(MAX);
    this.level = MAX;
    return inner === null ? term(OPAQUE, arrow) : term(COERCION, arrow, [inner]);
  }

  private metavariable(): Term {
    this.advance();
    if (this.kind !== IDENTIFIER || this.spaced) return HOLE_TERM;
    const name = this.word;
    this.advance();
    if (name === '_') return HOLE_TERM;
    const dot = name.indexOf('.');
    return dot < 0 ? term(META, name) : this.project(term(META, name.slice(0, dot)), name.slice(dot + 1));
  }

  private explicit(): Term {
    this.advance();
    const inner = this.expression(MAX);
    this.level = MAX;
    if (inner === null) return term(OPAQUE, '@');
    return inner.kind === CONSTANT && inner.args.length === 0 ? term(EXPLICIT, inner.head) : inner;
  }

  private dottedName(): Term | null {
    this.advance();
    if (this.kind !== IDENTIFIER || this.spaced) return term(OPAQUE, '.');
    const word = this.word;
    this.advance();
    return term(CONSTANT, `.${word}`);
  }

  private unknownPrefix(word: string): Term {
    this.advance();
    const operand = this.startsArgument() ? this.expression(MAX) : null;
    this.level = MAX;
    return term(OPAQUE, word, operand === null ? [] : [operand]);
  }

  /** Reads on behind `left` as long as the precedence allows. */
  trail(first: Term, min: number): Term {
    let left = first;
    while (this.kind !== END && this.turns > 0) {
      this.turns--;
      const next = this.trailOnce(left, min);
      if (next === null) break;
      left = next;
    }
    return left;
  }

  private trailOnce(left: Term, min: number): Term | null {
    if (this.kind === SYMBOL) {
      if (!this.spaced && this.word === '.') return this.field(left);
      const rules = this.context.table.trailing.get(this.word);
      if (rules !== undefined) {
        const built = applyRules(this, rules, this.word, left, min);
        if (built !== null) return built;
      }
      if (!this.spaced && this.word === '[' && this.level >= MAX) return this.element(left);
      const special = this.trailSpecial(left, min);
      if (special !== undefined) return special;
      if (rules !== undefined && !this.context.table.leading.has(this.word)) return null;
    }
    if (this.level >= MAX - 1 && min < MAX && this.startsArgument()) return this.application(left);
    if (this.kind === SYMBOL && min <= 65 && this.isUnknownOperator()) {
      const word = this.word;
      this.advance();
      const right = this.expression(66);
      this.level = 65;
      return term(OPAQUE, word, right === null ? [left] : [left, right]);
    }
    return null;
  }

  private isUnknownOperator(): boolean {
    const { leading, trailing, tokens, binders } = this.context.table;
    if (CLOSERS.has(this.word) || trailing.has(this.word) || leading.has(this.word) || binders.has(this.word)) return false;
    return !tokens[this.word.charCodeAt(0)]?.includes(this.word);
  }

  /** Arrows and pipes; undefined if the token is none of them, null if it binds too weakly. */
  private trailSpecial(left: Term, min: number): Term | null | undefined {
    switch (this.word) {
      case '→':
      case '->': {
        // Lean wants 26 on the left; `α ≃ β → γ` has 25 and can mean one thing only.
        if (min > 25 || this.level < 25) return null;
        this.advance();
        return this.arrow(left);
      }
      case '<|':
      case '$': {
        if (min > 10) return null;
        this.advance();
        const argument = this.term(0);
        this.level = 10;
        return apply(left, [argument]);
      }
      case '|>': {
        if (min > 1) return null;
        this.advance();
        const fn = this.term(2);
        this.level = 1;
        return apply(fn, [left]);
      }
      case '|>.': {
        if (min > 1) return null;
        this.advance();
        const path = this.kind === IDENTIFIER || this.kind === NUMERAL ? this.word : '';
        this.advance();
        this.level = MAX;
        return this.project(left, path);
      }
      default:
        return undefined;
    }
  }

  /** `A → B`, or `(x : A) → B` where `left` was such a parenthesis. */
  private arrow(left: Term): Term {
    const names = binderNames(left);
    const domain = names === null ? (instanceBinder(left) ?? left) : left.args[1]!;
    const body = this.term(25);
    this.level = 25;
    if (names === null) return term(PI, '', [domain, body]);
    const bound = new Map(names.map((name) => [name, term(LOCAL, name)]));
    const inner = localise(body, bound);
    return names.reduceRight((whole, name) => term(PI, name, [domain, whole]), inner);
  }

  private field(left: Term): Term | null {
    if (this.level < MAX) return null;
    const mark = this.mark();
    this.advance();
    if (this.spaced || (this.kind !== IDENTIFIER && this.kind !== NUMERAL)) {
      this.reset(mark);
      return null;
    }
    const path = this.word;
    this.advance();
    this.level = MAX;
    const type = left.kind === ASCRIPTION && left.args[1]?.kind === CONSTANT ? left.args[1].head : '';
    return this.project(left.kind === ASCRIPTION ? left.args[0]! : left, fieldPath(path), type);
  }

  private element(left: Term): Term {
    this.advance();
    const index = this.term(0);
    this.closeWith(']');
    if (!this.spaced && (this.is('!') || this.is('?'))) this.advance();
    this.level = MAX;
    return term(CONSTANT, 'GetElem.getElem', [left, index]);
  }

  private application(left: Term): Term {
    const args: Term[] = [];
    while (this.startsArgument()) {
      const argument = this.expression(MAX);
      if (argument === null) break;
      if (argument.kind === OPAQUE && argument.head === ':=') continue;
      args.push(argument);
    }
    if (args.length === 0 && this.startsArgument()) this.advance();
    this.level = MAX - 1;
    return apply(left, args);
  }

  /** Whether the current token starts an argument of an application. */
  startsArgument(): boolean {
    const word = this.word;
    switch (this.kind) {
      case NUMERAL:
      case STRING:
        return true;
      case IDENTIFIER:
        return !STOPS.has(word);
      case SYMBOL:
        break;
      default:
        return false;
    }
    switch (word) {
      case '(': case '{': case '⟨': case '@': case '·': case '?': case '↑': case '⇑': case '↥': case '‹': case '#[': case '![': case '!![': case 'λ':
        return true;
      case '[':
        return this.spaced;
      case '∂':
        return false;
      case '.':
        return this.spaced && (this.text.charCodeAt(this.end) | 0x20) !== 0x20;
      case '‖': case '|': case '⌊': case '⌈':
        return this.spaced && !/\s/.test(this.text[this.end] ?? ' ');
      default: {
        const rules = this.context.table.leading.get(word);
        return rules !== undefined && rules[0]!.precedence >= MAX && !this.context.table.trailing.has(word);
      }
    }
  }

  /** Skips to the bracket that closes the current level and over it. */
  closeWith(close: string): void {
    let depth = 0;
    while (this.kind !== END) {
      if (this.kind === SYMBOL) {
        if (depth === 0 && (this.word === close || this.splits(close))) {
          this.advance();
          return;
        }
        if (OPENING.test(this.word)) depth++;
        else if (CLOSING.test(this.word)) {
          if (depth === 0) return;
          depth--;
        }
      }
      this.advance();
    }
  }

  /** Skips to the end of what brackets or a comma delimit, without reading it. */
  skip(): void {
    let depth = 0;
    while (this.kind !== END) {
      if (this.kind === SYMBOL) {
        if (depth === 0 && (CLOSING.test(this.word) || this.word === ',')) return;
        if (OPENING.test(this.word)) depth++;
        else if (CLOSING.test(this.word)) depth--;
      }
      this.advance();
    }
  }
}

const SPLITTING = /^[()[\]{}⟨⟩|‖]$/;
const OPENING = /[([{⟨⦃‹]$/;
const CLOSING = /^[)\]}⟩⦄›]/;

/** `.1` and `.2` are the fields that they mostly are. */
function fieldPath(path: string): string {
  return path.replace(/\b1\b/g, 'fst').replace(/\b2\b/g, 'snd');
}

function isGreekLetter(word: string): boolean {
  const unit = word.charCodeAt(0);
  return unit >= 0x3b1 && unit <= 0x3c9 && /^.[₀-₉']*$/.test(word);
}

/** A term alone. */
export function parseTerm(text: string, context: TermContext): Term {
  return new TermParser(text, context).all();
}
