/**
 * Which variables in scope a declaration takes, by Lean's rules. A theorem takes those that its header mentions, those
 * of `include`, what their types mention, and the instances over variables that it takes. Before Lean 4.12, and for
 * definitions, what the body mentions counts too, and `include` does not.
 */
import { wordSet } from '../base/words.ts';
import { CLOSED_BY, IDENTIFIER, LINE_FIRST, SPACED, SYMBOL, type Span, type Tokens } from './tokens.ts';
import { type Variable, variableAt, type VariableScope } from './variables.ts';

/** The tokens in which variables count as used. */
export interface StatementSpan extends Span {
  /** Whether binders of the declaration come first. */
  hasBinders: boolean;
}

export interface VariableUse extends StatementSpan {
  /** Whether `include` applies: to theorems since Lean 4.12. */
  isIncluding: boolean;
}

const NO_VARIABLES: string[] = [];

/** Texts of the binders that the tokens need, in the order of the scope. Equal results share one list. */
export function variablesUsed(scope: VariableScope, tokens: Tokens, use: VariableUse): string[] {
  const { variables, dependencies, isTaken } = scope;
  if (variables.length === 0) return NO_VARIABLES;
  isTaken.fill(0);
  new MentionScanner(scope, tokens).scan(use);
  for (let place = variables.length - 1; place >= 0; place--) {
    if (use.isIncluding && variables[place]!.isIncluded) isTaken[place] = 1;
    if (isTaken[place] === 1) for (const earlier of dependencies[place]!) isTaken[earlier] = 1;
  }
  let key = '';
  for (let place = 0; place < variables.length; place++) {
    if (
      isTaken[place] === 0 &&
      variables[place]!.bracket === '[' &&
      dependencies[place]!.every((at) => isTaken[at] === 1)
    )
      isTaken[place] = 1;
    if (isTaken[place] === 1) key += String.fromCharCode(place);
  }
  let list = scope.lists.get(key);
  if (list === undefined) scope.lists.set(key, (list = textsOf(scope)));
  return list;
}

/** Takes the variables that tokens mention where no binder of the statement hides them. */
class MentionScanner {
  readonly #scope: VariableScope;
  readonly #tokens: Tokens;
  #depth = 0;
  /** Hidden variables, and the bracket depth at which each becomes visible again. */
  readonly #hidden: { place: number; depth: number }[] = [];
  /** By depth: number of hidden variables before the names of the current alternative, `| x, y =>`. */
  readonly #alternatives: (number | undefined)[] = [];

  constructor(scope: VariableScope, tokens: Tokens) {
    this.#scope = scope;
    this.#tokens = tokens;
  }

  /** Own binders are brackets and bare names up to the first other token. */
  scan({ from, to, hasBinders }: StatementSpan): void {
    const tokens = this.#tokens;
    const { notationsByFirst } = this.#scope;
    let isHeader = hasBinders;
    for (let at = from; at < to; at++) {
      const kind = tokens.kinds[at];
      if (notationsByFirst.size > 0) this.#notation(at);
      if (kind === IDENTIFIER) {
        if (isHeader && this.#depth === 0) isHeader = !isHeaderEnd(tokens, at);
        if (isHeader && this.#depth === 0) this.#hide(this.#exact(at), 0);
        else this.#identifier(at, to);
        continue;
      }
      if (kind !== SYMBOL) continue;
      const bracket = tokens.bracket(at);
      if (bracket > 0) this.#open(at, to, isHeader && this.#depth === 0);
      else if (bracket < 0) this.#close();
      else {
        if (this.#depth === 0) isHeader = false;
        this.#symbol(at, to);
      }
    }
    this.#showAbove(-1);
  }

  #notation(at: number): void {
    const { text, starts } = this.#tokens;
    const start = starts[at]!;
    for (const { token, places } of this.#scope.notationsByFirst.get(text.charCodeAt(start)) ?? [])
      if (text.startsWith(token, start)) for (const place of places) this.#scope.isTaken[place] = 1;
  }

  #identifier(at: number, to: number): void {
    const { kinds, text, starts } = this.#tokens;
    const word = text.charCodeAt(starts[at]!);
    // Most words are none of these; their first letters are tested before a string is made.
    if (word === F || word === L || word === H || word === I || word === R) {
      const written = this.#tokens.word(at);
      if (written === 'fun') this.#bindList(at + 1, to);
      else if (BINDING_TACTICS.has(written)) this.#bindPatterns(at + 1, to, written);
    }
    const place = variableAt(this.#scope, this.#tokens, at);
    if (place < 0 || this.#scope.hiding[place]! > 0 || this.#isMember(at)) return;
    if (kinds[at + 1] === SYMBOL && at + 1 < to) {
      // `(x := 1)` and `{ x := 1 }` name an argument or a field, `x : T` at the start of a line declares a field.
      if (this.#tokens.is(at + 1, ':=')) return;
      if (this.#depth === 0 && this.#tokens.flag(at, LINE_FIRST) && this.#tokens.is(at + 1, ':'))
        return this.#hide(place, 0);
    }
    this.#scope.isTaken[place] = 1;
  }

  /** `(f x).map` and `.map`: a name after a dot is no variable. */
  #isMember(at: number): boolean {
    return this.#tokens.unit(at - 1) === DOT && !this.#tokens.flag(at, SPACED) && this.#tokens.is(at - 1, '.');
  }

  #open(at: number, to: number, isOwn: boolean): void {
    const tokens = this.#tokens;
    const unit = tokens.unit(at);
    if (isOwn) this.#bindGroup(at, to, 0);
    else if (unit === BRACE) this.#bindSet(at, to);
    if (!isOwn && ARROW_BINDERS.has(unit)) this.#bindArrow(at, to);
    this.#depth++;
  }

  #close(): void {
    this.#alternatives[this.#depth] = undefined;
    if (this.#depth > 0) this.#depth--;
    this.#showAbove(this.#depth);
  }

  #symbol(at: number, to: number): void {
    const unit = this.#tokens.unit(at);
    if (unit === BAR) this.#bindAlternative(at, to);
    else if (unit > 0x2f && BINDING_SYMBOLS.has(unit)) this.#bindList(afterDecoration(this.#tokens, at + 1), to);
  }

  /** `∀ x (y : α) ∈ s,`, `fun x ⟨y, z⟩ ↦`: hides the names if what follows shows that they are binders. */
  #bindList(from: number, to: number): void {
    const tokens = this.#tokens;
    const places: number[] = [];
    const limit = Math.min(to, from + MAX_BINDER_TOKENS);
    let at = from;
    for (; at < limit; at++) {
      if (tokens.kinds[at] === IDENTIFIER) {
        if (tokens.is(at, 'in')) break;
        this.#addExact(at, places);
      } else if (tokens.bracket(at) > 0) {
        const after = tokens.afterBracket(at, Math.min(to, at + MAX_BINDER_TOKENS));
        this.#addNames(at, after, places);
        at = after - 1;
      } else if (!tokens.is(at, '_')) break;
    }
    if (places.length > 0 && at < to && LIST_ENDS.has(tokens.word(at)))
      for (const place of places) this.#hide(place, this.#depth);
  }

  /** `let x`, `have x`, `intro x ⟨y, z⟩`, `obtain ⟨x, y⟩`. */
  #bindPatterns(from: number, to: number, word: string): void {
    const tokens = this.#tokens;
    const places: number[] = [];
    const limit = Math.min(to, from + MAX_BINDER_TOKENS);
    for (let at = from; at < limit; at++) {
      if (tokens.kinds[at] === IDENTIFIER && !tokens.flag(at, LINE_FIRST)) {
        this.#addExact(at, places);
        if (word.startsWith('let') || word.startsWith('have')) break;
      } else if (tokens.bracket(at) > 0) {
        const after = tokens.afterBracket(at, Math.min(to, at + MAX_BINDER_TOKENS));
        this.#addNames(at, after, places);
        at = after - 1;
      } else break;
    }
    for (const place of places) this.#hide(place, this.#depth);
  }

  /** The names of an own binder group. */
  #bindGroup(at: number, to: number, depth: number): void {
    const tokens = this.#tokens;
    if (tokens.is(at, '[') && !tokens.is(at + 2, ':')) return;
    for (let name = at + 1; name < to && tokens.kinds[name] === IDENTIFIER; name++)
      this.#hide(this.#exact(name), depth);
  }

  /** `{x | p x}`, `{x ∈ s | p x}`, `{x : α // p x}`. */
  #bindSet(at: number, to: number): void {
    const tokens = this.#tokens;
    const places: number[] = [];
    const limit = Math.min(to, at + MAX_BINDER_TOKENS);
    let end = at + 1;
    for (; end < limit && (tokens.kinds[end] === IDENTIFIER || tokens.bracket(end) > 0); end++) {
      if (tokens.bracket(end) > 0) {
        const after = tokens.afterBracket(end, Math.min(to, end + MAX_BINDER_TOKENS));
        this.#addNames(end, after, places);
        end = after - 1;
      } else this.#addExact(end, places);
    }
    if (places.length === 0) return;
    const isSet =
      tokens.is(end, '|') ||
      (SET_RELATIONS.has(tokens.word(end)) && hasSeparator(tokens, end, tokens.afterBracket(at, limit)));
    if (isSet) for (const place of places) this.#hide(place, this.#depth + 1);
  }

  /** `(x : α) → β x`. */
  #bindArrow(at: number, to: number): void {
    const tokens = this.#tokens;
    const places: number[] = [];
    const limit = Math.min(to, at + MAX_BINDER_TOKENS);
    let end = at + 1;
    for (; end < limit && tokens.kinds[end] === IDENTIFIER; end++) this.#addExact(end, places);
    if (places.length === 0 || !tokens.is(end, ':')) return;
    const after = tokens.afterBracket(at, Math.min(to, at + MAX_BINDER_TOKENS));
    if (tokens.is(after, '→') || tokens.is(after, '×')) for (const place of places) this.#hide(place, this.#depth);
  }

  /** `| x, y => …`: the names count up to the next alternative. */
  #bindAlternative(bar: number, to: number): void {
    const tokens = this.#tokens;
    const limit = Math.min(to, bar + MAX_BINDER_TOKENS);
    const arrow = tokens.find('=>', bar + 1, limit);
    if (arrow < 0) return;
    const before = this.#alternatives[this.#depth];
    if (before !== undefined) this.#showTo(before);
    this.#alternatives[this.#depth] = this.#hidden.length;
    const places: number[] = [];
    this.#addNames(bar, arrow + 1, places);
    for (const place of places) this.#hide(place, this.#depth);
  }

  /** Names before a colon in the tokens between `from` and `to - 1`, in nested brackets too. */
  #addNames(from: number, to: number, places: number[]): void {
    const tokens = this.#tokens;
    let isType = false;
    for (let at = from + 1; at < to - 1; at++) {
      if (tokens.bracket(at) !== 0 || tokens.is(at, ',')) isType = false;
      else if (tokens.is(at, ':')) isType = true;
      else if (!isType && tokens.kinds[at] === IDENTIFIER) this.#addExact(at, places);
    }
  }

  #addExact(at: number, places: number[]): void {
    const place = this.#exact(at);
    if (place >= 0) places.push(place);
  }

  /** The variable with exactly this name. */
  #exact(at: number): number {
    const place = variableAt(this.#scope, this.#tokens, at);
    const length = this.#tokens.end(at) - this.#tokens.start(at);
    return place >= 0 && this.#scope.variables[place]!.name.length === length ? place : -1;
  }

  #hide(place: number, depth: number): void {
    if (place < 0) return;
    this.#scope.hiding[place]!++;
    this.#hidden.push({ place, depth });
  }

  /** Shows what was hidden deeper than `depth`. */
  #showAbove(depth: number): void {
    while (this.#hidden.length > 0 && this.#hidden.at(-1)!.depth > depth) this.#showTo(this.#hidden.length - 1);
  }

  #showTo(count: number): void {
    while (this.#hidden.length > count) this.#scope.hiding[this.#hidden.pop()!.place]!--;
  }
}

const [F, L, H, I, R, DOT, BAR, BRACE] = [...'flhir.|{'].map((letter) => letter.charCodeAt(0));
/** Brackets of binders left of an arrow. */
const ARROW_BINDERS = new Set([...'({[⦃'].map((bracket) => bracket.charCodeAt(0)));

const BINDING_TACTICS = wordSet('let letI have haveI intro intros rintro');
const BINDING_SYMBOLS = new Set([...'∀∃λΣΠ∑∏∫⨆⨅⋃⋂⨁⨂∐⨍∮∯∰Λ'].map((symbol) => symbol.charCodeAt(0)));
/** What may follow the names of a binder list. */
const LIST_ENDS = wordSet(', : ∈ ∉ in < > ≤ ≥ ≠ ⊆ ⊂ ⊇ ∣ => ↦ ∂');
const SET_RELATIONS = wordSet(': ∈ ∉ < > ≤ ≥ ≠ ⊆ ⊂ /');
/** Longer binders are not searched for names, so that the time is linear in the length of a text. */
export const MAX_BINDER_TOKENS = 300;

const isHeaderEnd = (tokens: Tokens, at: number): boolean => tokens.is(at, 'where') || tokens.is(at, 'extends');

/** After `ᶠ`, `!`, `⁻` and `[R]` that directly follow a binding symbol. */
function afterDecoration(tokens: Tokens, from: number): number {
  let at = from;
  while (at < tokens.count && tokens.kinds[at] === SYMBOL && !tokens.flag(at, SPACED)) {
    if (tokens.is(at, '[')) return tokens.afterBracket(at, Math.min(tokens.count, at + MAX_BINDER_TOKENS));
    if (tokens.bracket(at) !== 0 || tokens.is(at, ',')) break;
    at++;
  }
  return at;
}

/** Whether `|` or `//` occurs outside inner brackets. */
function hasSeparator(tokens: Tokens, from: number, to: number): boolean {
  if (tokens.find('|', from, to) >= 0) return true;
  const slash = tokens.find('/', from, to);
  return slash >= 0 && tokens.is(slash + 1, '/');
}

/** Binders of the taken variables; neighbours of one written group share a pair of brackets. */
function textsOf({ variables, isTaken, shadowedBy, dependencies }: VariableScope): string[] {
  const isInaccessible = (place: number): boolean => {
    for (let at = shadowedBy[place]!; at >= 0; at = shadowedBy[at]!) if (isTaken[at] === 1) return true;
    return false;
  };
  const texts: string[] = [];
  let names: string[] = [];
  let last: Variable | null = null;
  const finish = (): void => {
    if (last !== null) texts.push(binderText(names, last));
  };
  for (let place = 0; place < variables.length; place++) {
    if (isTaken[place] === 0) continue;
    const hidden = dependencies[place]!.filter(isInaccessible).map((at) => variables[at]!.name);
    const written = hidden.length === 0 ? variables[place]! : withInaccessible(variables[place]!, hidden);
    const name = isInaccessible(place) ? written.name + INACCESSIBLE : written.name;
    if (last !== null && name !== '' && last.group === written.group && last.bracket === written.bracket)
      names.push(name);
    else {
      finish();
      names = [name];
      last = written;
    }
  }
  finish();
  return texts;
}

function binderText(names: readonly string[], { bracket, type }: Variable): string {
  const bound = names.join(' ');
  const inside = bound === '' ? (bracket === '[' ? type : `_ : ${type}`) : type === '' ? bound : `${bound} : ${type}`;
  return bracket + inside + CLOSED_BY.get(bracket)!;
}

/** Lean's mark of a name that a later binder shadows. */
const INACCESSIBLE = '✝';

/** The variable with the mark of inaccessible names in its type. */
function withInaccessible(variable: Variable, names: readonly string[]): Variable {
  const type = variable.type.replaceAll(/(?<![\p{L}\p{N}_.'!?])[\p{L}_][\p{L}\p{N}_'!?]*/gu, (word) =>
    names.includes(word) ? word + INACCESSIBLE : word,
  );
  return { ...variable, type };
}
