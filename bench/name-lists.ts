/** Lists the names in the `rw […]` and `simp only […]` lists of a Lean file, with their positions. */
import { wordSet } from '../src/base/words.ts';
import { lowerBound } from '../src/base/lower-bound.ts';
import type { Declaration, NameContext } from '../src/lean/declaration.ts';
import { tokenise } from '../src/lean/lexer.ts';
import { IDENTIFIER, LINE_FIRST, SPACED, type Tokens } from '../src/lean/tokens.ts';
import { boundNames } from './local-names.ts';

export interface ListedName {
  /** As in the source, without guillemets. */
  name: string;
  list: 'rw' | 'simp only';
  line: number;
  context: NameContext;
  /** The first part of the name is bound in the surrounding scope: a hypothesis or variable. */
  isLocal: boolean;
}

const REWRITES = new Set(['rw', 'rwa', 'rewrite', 'erw', 'simp_rw', 'nth_rw', 'nth_rewrite']);
const SIMPLIFIERS = new Set(['simp', 'simp?', 'simpa', 'dsimp', 'simp_all', 'simp!', 'dsimp!', 'simpa!']);

/** Words that start a term that is not a name. */
const NOT_NAMES = wordSet('show by fun if let have from match do λ calc Type Prop Sort at _');

/** `declarations` must be those of the same text: they give the namespace and the open namespaces. */
export function listedNames(text: string, declarations: readonly Declaration[]): ListedName[] {
  const tokens = tokenise(text, []);
  const scopes = new Scopes(tokens, declarations);
  const names: ListedName[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const open = listStart(tokens, at);
    if (open === null) continue;
    const end = tokens.afterBracket(open.at, tokens.count);
    for (const head of elementHeads(tokens, open.at + 1, end - 1)) {
      const word = tokens.word(head);
      // `reassoc_of% h` derives one statement from another.
      if (NOT_NAMES.has(word) || (tokens.is(head + 1, '%') && !tokens.flag(head + 1, SPACED))) continue;
      const name = word.replaceAll(/[«»]/g, '');
      const { context, bound } = scopes.at(tokens.line(head));
      const isLocal = bound.has(word.split('.', 1)[0]!);
      names.push({ name, list: open.list, line: tokens.line(head), context, isLocal });
    }
  }
  return names;
}

/** Returns the opening bracket of the list of the tactic at `at`, or null if it has no list. */
function listStart(tokens: Tokens, at: number): { at: number; list: ListedName['list'] } | null {
  const word = tokens.word(at);
  if (REWRITES.has(word)) {
    let next = at + 1;
    // `nth_rw 2 [foo]`, `rw (config := …) [foo]`, `rw! [foo]`.
    while (next < at + 12 && !tokens.is(next, '[') && !tokens.flag(next, LINE_FIRST)) next++;
    return tokens.is(next, '[') && !tokens.flag(next, LINE_FIRST) ? { at: next, list: 'rw' } : null;
  }
  if (!SIMPLIFIERS.has(word)) return null;
  for (let next = at + 1; next < at + 16 && !tokens.flag(next, LINE_FIRST); next++) {
    if (tokens.is(next, 'only')) return tokens.is(next + 1, '[') ? { at: next + 1, list: 'simp only' } : null;
    if (tokens.is(next, '[')) return null;
  }
  return null;
}

/** Returns the first identifier of each list element, after arrows, signs and opening parentheses. */
function elementHeads(tokens: Tokens, from: number, to: number): number[] {
  const heads: number[] = [];
  let depth = 0;
  let isStart = true;
  for (let at = from; at < to; at++) {
    if (isStart && tokens.kind(at) === IDENTIFIER) {
      heads.push(at);
      isStart = false;
    } else if (isStart && !'←-↓↑@(*<'.includes(tokens.word(at))) isStart = false;
    depth += tokens.bracket(at);
    if (depth === 0 && tokens.is(at, ',')) isStart = true;
  }
  return heads;
}

/** The scope of a line: the context of its declaration, and the names bound in it or by `variable`. */
class Scopes {
  readonly #tokens: Tokens;
  readonly #declarations: readonly Declaration[];
  readonly #fileNames: Set<string>;
  readonly #bound = new Map<Declaration, Set<string>>();
  #next = 0;

  constructor(tokens: Tokens, declarations: readonly Declaration[]) {
    this.#tokens = tokens;
    // If several start on one line, the longest comes first: a structure before its fields.
    this.#declarations = [...declarations].sort((a, b) => a.line - b.line || b.endLine - a.endLine);
    this.#fileNames = new Set();
    for (let at = 0; at < tokens.count; at++) {
      if (!tokens.is(at, 'variable')) continue;
      let end = at + 1;
      while (end < tokens.count && tokens.bracket(end) > 0) end = tokens.afterBracket(end, tokens.count);
      for (const name of boundNames(tokens, at, end)) this.#fileNames.add(name);
    }
  }

  /** Must be called with lines in ascending order. */
  at(line: number): { context: NameContext; bound: ReadonlySet<string> } {
    while ((this.#declarations[this.#next]?.line ?? Infinity) <= line) this.#next++;
    let enclosing: Declaration | undefined;
    for (let i = this.#next - 1; i >= Math.max(0, this.#next - 60); i--) {
      const declaration = this.#declarations[i]!;
      if (declaration.endLine >= line && declaration.kind !== 'field' && declaration.kind !== 'constructor') {
        enclosing = declaration;
        break;
      }
    }
    const nearest = enclosing ?? this.#declarations[Math.max(0, this.#next - 1)];
    if (nearest === undefined) return { context: { namespace: '', opens: [] }, bound: this.#fileNames };
    return {
      context: insideOf(nearest),
      bound: enclosing === undefined ? this.#fileNames : this.#boundIn(enclosing),
    };
  }

  #boundIn(declaration: Declaration): Set<string> {
    let names = this.#bound.get(declaration);
    if (names === undefined) {
      const from = this.#firstAt(declaration.line);
      names = boundNames(this.#tokens, from, this.#firstAt(declaration.endLine + 1));
      for (const name of this.#fileNames) names.add(name);
      this.#bound.set(declaration, names);
    }
    return names;
  }

  #firstAt(line: number): number {
    return lowerBound(this.#tokens.count, (at) => this.#tokens.line(at) >= line);
  }
}

/** Returns the context inside a declaration: inside `theorem Foo.bar` in namespace N, Lean opens N.Foo. */
function insideOf({ name, namespace, opens }: Declaration): NameContext {
  const dot = name.lastIndexOf('.');
  const own = name.slice(0, Math.max(dot, 0));
  return { namespace: own.startsWith(namespace) ? own : namespace, opens: opens ?? [] };
}
