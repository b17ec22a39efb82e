/**
 * Parses Lean terms to trees by precedence climbing. Unknown syntax becomes an `OPAQUE` node; it never throws, and
 * limits on steps and depth keep it linear for any text. Binders and brackets are in separate files.
 */
import { wordSet } from '../../base/words.ts';
import { parseBinderNotation, parseFunction } from './binders.ts';
import { parseBracket, parseDelimited } from './brackets.ts';
import type { TermContext } from './context.ts';
import { END, IDENTIFIER, type Mark, NUMERAL, STRING, SYMBOL } from './cursor.ts';
import { parseKeyword } from './keywords.ts';
import { aliasMeaning, applyRules } from './notation-rules.ts';
import type { Name } from './names.ts';
import { MAX } from './notation-table.ts';
import * as Kind from './kinds.ts';
import { HOLE_TERM, constant, local, term, type Term } from './term.ts';
import { TokenReader } from './token-reader.ts';
import { trailOnce } from './trailing.ts';
import { CLOSERS, PREFIX_ARROWS, SORTS, STOPS } from './vocabulary.ts';

const MAX_DEPTH = 200;
/** Limit on operators and applications: each may add a level to the tree, which other code traverses recursively. */
const MAX_TURNS = 1200;
/** The same limit for lists, binders and notations, each of which is parsed as a unit. */
const MAX_NESTED = 1200;

const ARGUMENT_STARTS = wordSet('( { ⟨ @ · ? ↑ ⇑ ↥ ‹ #[ ![ !![ λ');

/** The `·` of a parenthesis, last first. Immutable, so a mark stores them at no cost. */
export interface Dots {
  readonly name: string;
  readonly before: Dots | null;
  readonly count: number;
}

/** Position of a parser with its `·`, so those of an abandoned attempt are dropped. */
export interface ParserMark extends Mark {
  readonly dots: Dots | null;
}

export class TermParser extends TokenReader {
  readonly context: TermContext;
  /** Precedence level of the term just read. */
  level = 0;
  /** Those of the innermost parenthesis. */
  private dots: Dots | null = null;
  private depth = 0;
  private turns = MAX_TURNS;
  private nested = 0;
  private fuel: number;
  private fresh = 0;

  constructor(text: string, context: TermContext, at = 0, units?: Uint16Array) {
    super(text, context.table, at, units);
    this.context = context;
    this.bound = context.locals;
    this.fuel = 400 + (text.length - at) * 12;
  }

  declare(name: string, typeHead: string): void {
    if (name !== '_' && name !== '') this.context.locals.set(name, typeHead);
  }

  override mark(): ParserMark {
    const { kind, word, start, end, spaced, name, dots } = this;
    return { kind, word, start, end, spaced, name, dots };
  }

  /** Parses another text: the expansion of a notation. */
  parse(text: string, context: TermContext): Term {
    return new TermParser(text, context).all();
  }

  override reset(mark: ParserMark): void {
    super.reset(mark);
    this.dots = mark.dots;
  }

  /** Starts or ends a parenthesis, which has its own `·`; returns the previous ones. */
  swapDots(dots: Dots | null): Dots | null {
    const before = this.dots;
    this.dots = dots;
    return before;
  }

  protected override declaresHere(token: string): boolean {
    const { table, module } = this.context;
    return table.leading.get(token)?.some((rule) => rule.module !== null && rule.module === module) ?? false;
  }

  freshName(): string {
    return `✝${this.fresh++}`;
  }

  /** Whether the tree may become `count` levels deeper; reserves them. */
  mayNest(count: number): boolean {
    if (this.nested + count > MAX_NESTED) return false;
    this.nested += count;
    return true;
  }

  /** The longest term with at least this precedence; null if none starts here. */
  expression(min: number): Term | null {
    if (this.depth >= MAX_DEPTH || this.fuel-- <= 0) return null;
    this.depth++;
    const first = this.leadingTerm();
    const result = first === null ? null : this.trail(first, min);
    this.depth--;
    return result;
  }

  /** Like `expression`, but returns a hole if nothing can be parsed. */
  term(min: number): Term {
    return this.expression(min) ?? HOLE_TERM;
  }

  /** Parses to the end of the text; several terms become an `OPAQUE` sequence. */
  all(): Term {
    const pieces: Term[] = [];
    while (this.kind !== END && this.fuel > 0) {
      const piece = this.expression(0);
      if (piece !== null) pieces.push(piece);
      else this.advance();
    }
    return pieces.length === 1 ? pieces[0]! : pieces.length === 0 ? HOLE_TERM : term(Kind.OPAQUE, '', pieces);
  }

  private leadingTerm(): Term | null {
    const word = this.word;
    this.level = MAX;
    switch (this.kind) {
      case NUMERAL:
        this.advance();
        return term(Kind.NUMBER, word);
      case STRING:
        this.advance();
        return term(Kind.TEXT, word);
      case IDENTIFIER:
        return this.leadingName(this.name);
      case SYMBOL:
        return this.leadingSymbol(word);
      default:
        return null;
    }
  }

  private leadingName(name: Name): Term | null {
    const word = name.text;
    if (name.isSpecial) return this.specialName(word);
    if (name.beginsNotation && !this.context.locals.has(word)) {
      const built = this.notationWord(word);
      if (built !== null) return built;
    }
    this.advance();
    return this.meaning(name);
  }

  private specialName(word: string): Term | null {
    if (word === '_') {
      this.advance();
      return HOLE_TERM;
    }
    if (STOPS.has(word)) return null;
    if (word === 'fun') return parseFunction(this);
    return SORTS.has(word) ? this.sort(word) : parseKeyword(this, word);
  }

  /** A word that starts a notation: `Gal`, `𝔼 i ∈ s, f i`. */
  private notationWord(word: string): Term | null {
    const rules = this.context.table.leading.get(word);
    return this.binderNotation(word) ?? (rules === undefined ? null : applyRules(this, rules, word, null));
  }

  /** An operator with its binders and body; null, at the same token, if it does not follow. */
  private binderNotation(word: string): Term | null {
    const notation = this.context.table.binders.get(word);
    if (notation === undefined) return null;
    const mark = this.mark();
    const found = parseBinderNotation(this, notation);
    if (found !== null) return found;
    this.reset(mark);
    this.level = MAX;
    return null;
  }

  private sort(word: string): Term {
    this.advance();
    if (word === 'Prop') return term(Kind.SORT, word);
    if (!this.spaced && this.accept('*')) return term(Kind.SORT, word);
    if (
      this.kind === NUMERAL ||
      this.is('_') ||
      (this.kind === IDENTIFIER && !STOPS.has(this.word)) ||
      (this.is('(') && this.spaced)
    )
      this.expression(MAX);
    return term(Kind.SORT, word);
  }

  /** A name as a term: a local, a projection of a local, an alias of a notation, or a constant. */
  private meaning({ text, root, rest, isGreekLetter, isNotation }: Name): Term {
    const { locals, table } = this.context;
    const typeHead = locals.get(root);
    if (typeHead !== undefined) return rest === '' ? local(root) : this.project(local(root), rest, typeHead);
    if (isNotation) {
      const meaning = aliasMeaning(this, table.aliases.get(text)!, text);
      if (meaning !== null) return meaning;
    }
    if (root === '_root_' && rest !== '') return constant(rest);
    return term(isGreekLetter ? Kind.LOCAL : Kind.CONSTANT, text);
  }

  project(receiver: Term, path: string, typeHead = ''): Term {
    const { names } = this.context.table;
    if (!path.includes('.')) return term(Kind.PROJECTION, names.field(typeHead, path), [receiver]);
    let at = receiver;
    let type = typeHead;
    const fields = path.split('.');
    for (const field of this.mayNest(fields.length) ? fields : [path]) {
      at = term(Kind.PROJECTION, names.field(type, field), [at]);
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
    const bound = this.binderNotation(word);
    if (bound !== null) return bound;
    if (PREFIX_ARROWS.has(word)) return this.coercion(word);
    if (word === '?') return this.metavariable();
    if (word === '@') return this.explicit();
    if (word === '.') return this.dottedName();
    if (word === '·') {
      this.advance();
      const name = this.freshName();
      this.dots = { name, before: this.dots, count: 1 + (this.dots?.count ?? 0) };
      this.declare(name, '');
      return local(name);
    }
    const rules = this.context.table.leading.get(word);
    if (rules !== undefined) {
      const built = applyRules(this, rules, word, null);
      if (built !== null) return built;
      if (word.startsWith('[') && this.splits('[')) return parseBracket(this, '[') ?? null;
    }
    // `|_ + _|`, in which `|_` is also a token.
    const opening = word.slice(0, 1);
    if (closings === undefined && this.context.table.delimiters.has(opening) && this.splits(opening))
      return this.leadingSymbol(opening);
    if (CLOSERS.has(word) || this.context.table.trailing.has(word)) return null;
    return this.unknownPrefix(word);
  }

  private coercion(arrow: string): Term {
    this.advance();
    const inner = this.expression(MAX);
    this.level = MAX;
    return inner === null ? term(Kind.OPAQUE, arrow) : term(Kind.COERCION, arrow, [inner]);
  }

  private metavariable(): Term {
    this.advance();
    if (this.kind !== IDENTIFIER || this.spaced) return HOLE_TERM;
    const name = this.word;
    this.advance();
    if (name === '_') return HOLE_TERM;
    const dot = name.indexOf('.');
    return dot < 0 ? term(Kind.META, name) : this.project(term(Kind.META, name.slice(0, dot)), name.slice(dot + 1));
  }

  private explicit(): Term {
    this.advance();
    const inner = this.expression(MAX);
    this.level = MAX;
    if (inner === null) return term(Kind.OPAQUE, '@');
    return inner.kind === Kind.CONSTANT && inner.args.length === 0 ? term(Kind.EXPLICIT, inner.head) : inner;
  }

  private dottedName(): Term | null {
    this.advance();
    if (this.kind !== IDENTIFIER || this.spaced) return term(Kind.OPAQUE, '.');
    const word = this.word;
    this.advance();
    return constant(`.${word}`);
  }

  private unknownPrefix(word: string): Term {
    this.advance();
    const operand = this.startsArgument() ? this.expression(MAX) : null;
    this.level = MAX;
    return term(Kind.OPAQUE, word, operand === null ? [] : [operand]);
  }

  /** Continues after `left` as long as the precedence allows. */
  trail(first: Term, min: number): Term {
    let left = first;
    const { ends } = this.context.table;
    while (this.kind !== END && this.turns > 0 && !(this.kind === SYMBOL && ends.has(this.word))) {
      this.turns--;
      const next = trailOnce(this, left, min);
      if (next === null) break;
      left = next;
    }
    return left;
  }

  /** Whether the current token starts an argument of an application. */
  startsArgument(): boolean {
    const word = this.word;
    switch (this.kind) {
      case NUMERAL:
      case STRING:
        return true;
      case IDENTIFIER:
        return !this.name.isSpecial || !STOPS.has(word);
      case SYMBOL:
        break;
      default:
        return false;
    }
    if (ARGUMENT_STARTS.has(word)) return true;
    switch (word) {
      case '[':
        return this.spaced;
      case '∂':
        return false;
      case '.':
        return this.spaced && (this.text.charCodeAt(this.end) | 0x20) !== 0x20;
      case '‖':
      case '|':
      case '⌊':
      case '⌈':
        return this.spaced && !/\s/.test(this.text[this.end] ?? ' ');
      default: {
        const rules = this.context.table.leading.get(word);
        return rules !== undefined && rules[0]!.precedence >= MAX && !this.context.table.trailing.has(word);
      }
    }
  }
}

/** Parses a single term. */
export function parseTerm(text: string, context: TermContext): Term {
  return new TermParser(text, context).all();
}
