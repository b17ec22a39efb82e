/** The tokens and the terms that they build: built-in notation and notation collected from the sources. */
import { getOrAdd } from '../../base/memoize.ts';
import type { Notation } from '../declaration.ts';
import { identifierRest, identifierStart } from '../characters.ts';
import * as Builtin from './builtin-notations.ts';
import { Names } from './names.ts';
import type { Term } from './term.ts';
import { CLOSERS } from './vocabulary.ts';

/** Precedence required of an argument, that of an atom; an application is one lower. */
export const MAX = 1024;

export type RulePart = { token: string } | { hole: string; precedence: number };

/** One notation. `parts` omits its first token and the hole before it, which decide whether it is tried. */
export interface Rule {
  readonly parts: readonly RulePart[];
  readonly precedence: number;
  /** Minimum precedence of the term left of the first token. */
  readonly left: number;
  /** Constant applied to the holes; if null, `expansion` with `holes` replaced. */
  readonly head: string | null;
  readonly swapped: boolean;
  readonly holes: readonly string[];
  readonly expansion: string;
  /** For a notation with binders: the hole of its body, and the name of the function in `(scoped f => …)`, if any. */
  readonly body: string | null;
  readonly scoped: string | null;
  /** Resolved head of the expansion, if the collected notation gives it. */
  readonly resolvedHead: string | null;
  /** Namespace that must be open, for `scoped`. */
  readonly scope: string | null;
  /** Module in which a `local` notation applies. */
  readonly module: string | null;
  /** Position among the collected notations; within a module, in line order. -1 for built-in ones. */
  readonly order: number;
  /** The expansion as a tree, built at first use; null if it has no expansion. */
  template: Template | null | undefined;
}

/** The tree of a notation's expansion. */
export interface Template {
  readonly tree: Term;
  /** Number of nodes on its longest path. */
  readonly depth: number;
  /** Number of occurrences of all holes if one of them occurs twice, otherwise 0. */
  readonly repeats: number;
}

/** Caches the order in which a token's notations are tried until the open namespaces change; neighbours share them. */
export class RuleOrders {
  #isOpen: unknown = null;
  #module: string | null = null;
  readonly #orders = new Map<readonly Rule[], readonly Rule[]>();

  /** The order of `rules` in a context, computed by `order` if it is not cached. */
  of(
    rules: readonly Rule[],
    { isOpen, module }: { isOpen: unknown; module: string | null },
    order: () => readonly Rule[],
  ): readonly Rule[] {
    if (isOpen !== this.#isOpen || module !== this.#module) {
      this.#isOpen = isOpen;
      this.#module = module;
      this.#orders.clear();
    }
    let known = this.#orders.get(rules);
    if (known === undefined) this.#orders.set(rules, (known = order()));
    return known;
  }
}

export interface NotationTable {
  /** Tokens by first UTF-16 unit, longest first. */
  readonly tokens: readonly (readonly string[] | undefined)[];
  readonly leading: ReadonlyMap<string, readonly Rule[]>;
  readonly trailing: ReadonlyMap<string, readonly Rule[]>;
  /** Identifiers that are notations (`π`, `𝓝`). */
  readonly aliases: ReadonlyMap<string, readonly Rule[]>;
  /** Tokens starting with `[` that require an operand directly before them, without a space. */
  readonly tight: ReadonlySet<string>;
  /** Tokens that cannot continue a term: the term before them ends. */
  readonly ends: ReadonlySet<string>;
  readonly binders: ReadonlyMap<string, Builtin.BinderNotation>;
  readonly delimiters: typeof Builtin.DELIMITERS;
  /** The names parsed with this table. */
  readonly names: Names;
  readonly orders: RuleOrders;
}

const BLANK_RULE: Rule = {
  parts: [],
  precedence: MAX,
  left: 0,
  head: null,
  swapped: false,
  holes: [],
  expansion: '',
  body: null,
  scoped: null,
  resolvedHead: null,
  scope: null,
  module: null,
  order: -1,
  template: undefined,
};

class TableBuilder {
  readonly tokenSet = new Set<string>(Builtin.TOKENS);
  readonly leading = new Map<string, Rule[]>();
  readonly trailing = new Map<string, Rule[]>();
  readonly aliases = new Map<string, Rule[]>();
  readonly tight = new Set<string>();
  readonly builtin = new Set<string>();

  add(map: Map<string, Rule[]>, token: string, rule: Rule): void {
    getOrAdd(map, token, () => []).push(rule);
    if (map !== this.aliases) this.tokenSet.add(token);
    for (const part of rule.parts) if ('token' in part) this.tokenSet.add(part.token);
  }

  addBuiltins(): void {
    for (const [token, head, precedence, side] of Builtin.INFIX) {
      const swapped = head.startsWith('~');
      const right = side === 'r' ? precedence : precedence + 1;
      this.add(this.trailing, token, {
        ...BLANK_RULE,
        precedence,
        left: side === 'l' ? precedence : precedence + 1,
        head: swapped ? head.slice(1) : head,
        swapped,
        parts: [{ hole: 'r', precedence: right }],
      });
      this.builtin.add(`i${token}`);
    }
    const negated = (head: string, swapped: boolean): Partial<Rule> => ({
      expansion: swapped ? `Not (${head} r l)` : `Not (${head} l r)`,
      holes: ['l', 'r'],
    });
    for (const [token, head] of [
      ['∉', 'Membership.mem'],
      ['∤', 'Dvd.dvd'],
      ['⊈', 'HasSubset.Subset'],
    ] as const) {
      this.add(this.trailing, token, {
        ...BLANK_RULE,
        precedence: 50,
        left: 51,
        parts: [{ hole: 'r', precedence: 51 }],
        ...negated(head, token === '∉'),
      });
      this.builtin.add(`i${token}`);
    }
    for (const [token, head, precedence, operand] of Builtin.PREFIX) {
      this.add(this.leading, token, { ...BLANK_RULE, precedence, head, parts: [{ hole: 'x', precedence: operand }] });
      this.builtin.add(`p${token}`);
    }
    for (const [token, head, precedence] of Builtin.POSTFIX) {
      this.add(this.trailing, token, { ...BLANK_RULE, precedence, left: precedence, head });
      this.builtin.add(`i${token}`);
    }
    for (const [token, head] of Builtin.CONSTANT) {
      this.add(this.leading, token, { ...BLANK_RULE, head });
      this.builtin.add(`p${token}`);
    }
    for (const [word, head] of Builtin.ALIAS) this.add(this.aliases, word, { ...BLANK_RULE, head });
    this.add(this.trailing, '⟮', {
      ...BLANK_RULE,
      precedence: MAX,
      left: MAX,
      parts: [{ hole: 'x', precedence: 0 }, { token: '⟯' }],
      holes: ['K', 'x'],
      expansion: 'IntermediateField.adjoin K (Singleton.singleton x)',
    });
    for (const token of Builtin.BINDERS.keys()) this.tokenSet.add(token);
    for (const [open, closings] of Builtin.DELIMITERS) {
      this.tokenSet.add(open);
      for (const close of closings.keys()) this.tokenSet.add(close);
    }
  }

  addHarvested(notation: Notation, order: number): void {
    const parts = rulePartsOf(notation);
    const first = parts[0];
    if (first === undefined) return;
    const isLocal = notation.scope === 'local';
    const base: Rule = {
      ...BLANK_RULE,
      expansion: notation.expansion,
      resolvedHead: notation.head,
      holes: parts.flatMap((part) => ('hole' in part ? [part.hole] : [])),
      scope: notation.scope === 'scoped' ? notation.namespace : null,
      module: isLocal ? (notation.module ?? '') : null,
      order,
      ...bodyOf(notation),
    };
    if (base.holes.includes(notation.expansion.trim())) return;
    if ('token' in first) this.addLeading(first.token, parts, base, notation.precedence);
    else this.addTrailing(first, parts, base, notation.precedence);
  }

  private addLeading(token: string, parts: readonly RulePart[], base: Rule, precedence: number | null): void {
    if (parts.length === 1 && isIdentifier(token)) {
      this.add(this.aliases, token, base);
      return;
    }
    if (
      Builtin.BINDERS.has(token) ||
      this.builtin.has(`p${token}`) ||
      (Builtin.TOKENS.includes(token) && token !== '∂')
    )
      return;
    this.add(this.leading, token, { ...base, precedence: precedence ?? MAX, parts: parts.slice(1) });
  }

  private addTrailing(
    first: { precedence: number },
    parts: readonly RulePart[],
    base: Rule,
    precedence: number | null,
  ): void {
    const operator = parts[1];
    if (operator === undefined || !('token' in operator)) return;
    const token = operator.token;
    if (parts.length <= 3 && this.builtin.has(`i${token}`)) return;
    if (Builtin.TOKENS.includes(token)) return;
    if (token.startsWith('[')) this.tight.add(token);
    this.add(this.trailing, token, {
      ...base,
      precedence: precedence ?? (first.precedence > 0 ? Math.min(first.precedence, MAX) : 50),
      left: first.precedence,
      parts: parts.slice(2),
    });
  }

  finish(): NotationTable {
    // Dense, because a sparse array is a slow dictionary and every token of every statement is looked up here.
    const tokens = new Array<string[] | undefined>(0x10000).fill(undefined);
    for (const token of this.tokenSet) {
      // A word is read as an identifier first, because it may be bound.
      if (!isIdentifier(token)) {
        const unit = token.charCodeAt(0);
        (tokens[unit] ??= []).push(token);
      }
    }
    for (const list of tokens) list?.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    for (const rules of [...this.leading.values(), ...this.trailing.values()]) {
      rules.sort((a, b) => b.parts.length - a.parts.length);
    }
    const { aliases } = this;
    const words = new Set([...Builtin.BINDERS.keys(), ...this.leading.keys()].filter(isIdentifier));
    return {
      tokens,
      leading: this.leading,
      trailing: this.trailing,
      aliases,
      tight: this.tight,
      ends: new Set(
        [...CLOSERS].filter(
          (token) => !this.trailing.has(token) && !this.leading.has(token) && !Builtin.DELIMITERS.has(token),
        ),
      ),
      binders: Builtin.BINDERS,
      delimiters: Builtin.DELIMITERS,
      names: new Names({ words, aliases }),
      orders: new RuleOrders(),
    };
  }
}

/** Builds the table for a library's notations. Takes a few milliseconds; build it once. */
export function makeNotationTable(notations: readonly Notation[]): NotationTable {
  const builder = new TableBuilder();
  builder.addBuiltins();
  notations.forEach((notation, order) => builder.addHarvested(notation, order));
  return builder.finish();
}

/** Determines which hole is the body of a notation with binders; null for others. */
function bodyOf({ parts, expansion }: Notation): Pick<Rule, 'body' | 'scoped'> {
  const holes = parts.flatMap((part) => ('hole' in part ? [part.hole] : []));
  const at = holes.indexOf('...');
  if (at < 0) return { body: null, scoped: null };
  const words: string[] = expansion.match(/[\p{L}_][\p{L}\p{N}_'.₀-₉]*/gu) ?? [];
  const body = holes.slice(at + 1).find((hole) => !words.includes(hole)) ?? null;
  if (body === null) return { body: holes.slice(at + 1).find((hole) => words.includes(hole)) ?? null, scoped: null };
  // The collected expansion is the body of `scoped f => …`; its variable is the only short name that is not a hole.
  return { body, scoped: words.slice(1).find((word) => !holes.includes(word) && !word.includes('.')) ?? null };
}

/** Parts with trimmed tokens and complete precedences; for `infix` and similar kinds, the two sides are added. */
function rulePartsOf(notation: Notation): RulePart[] {
  const tokens = notation.parts.flatMap((part) => ('token' in part ? [part.token.trim()] : []));
  if (tokens.some((token) => token === '')) return [];
  const [token] = tokens;
  const precedence = notation.precedence ?? 0;
  if (notation.kind !== 'notation') {
    if (token === undefined) return [];
    const left = {
      hole: 'lhs✝',
      precedence: notation.kind === 'infixl' || notation.kind === 'postfix' ? precedence : precedence + 1,
    };
    const right = {
      hole: 'rhs✝',
      precedence: notation.kind === 'infixr' || notation.kind === 'prefix' ? precedence : precedence + 1,
    };
    if (notation.kind === 'prefix') return [{ token }, right];
    if (notation.kind === 'postfix') return [left, { token }];
    return [left, { token }, right];
  }
  return notation.parts.map((part) =>
    'token' in part ? { token: part.token.trim() } : { hole: part.hole, precedence: part.precedence ?? 0 },
  );
}

/** Whether the cursor would read the token as a single name. */
function isIdentifier(token: string): boolean {
  let at = identifierStart(token, 0);
  while (at > 0 && at < token.length) {
    const step = identifierRest(token, at);
    if (step === 0) return false;
    at += step;
  }
  return at > 0;
}
