/** Translates the statement of a declaration from its text: names by the table, notation by rules. */
import { getOrAdd } from '../../base/memoize.ts';
import { additiveSymbols, toAdditiveStatement } from './additive-statement.ts';
import { dualSymbols, toDualStatement } from './dual-statement.ts';
import type { NameGuesser } from './guess-name.ts';
import type { TranslationTable } from './translation-table.ts';
import { type Item, isLeaf, isText, readStatement, writeStatement } from './statement-tree.ts';

/** Context of a statement, and its untranslated parts. */
export interface StatementScope {
  guesser: NameGuesser;
  namespace: string;
  /** Full names of namespaces that may be open. */
  opens: readonly string[];
  /** Type variables after `dont_translate`: their instance binders are not translated. */
  dontTranslate: readonly string[];
}

interface Translation extends StatementScope {
  table: TranslationTable;
  /** Variables of number types: operations on them are not translated. */
  fixed: ReadonlySet<string>;
}

export interface TranslatedStatement {
  type: string;
  variables: string[];
  instanceOf: string | null;
}

const NUMBER_TYPES = new Set(['ℕ', 'ℤ', 'ℚ', 'ℝ', 'ℂ', 'Nat', 'Int', 'ℕ+', 'ENat', 'ℕ∞', 'Bool']);
const NO_NAMES: readonly string[] = [];
const NO_FIXED: ReadonlySet<string> = new Set();

interface KnownBinder {
  translated: string;
  /** Variables of number types that it binds. */
  fixed: readonly string[];
}

/**
 * Best effort on text: correct for the patterns that searches use, but not guaranteed to equal Lean's elaboration.
 * Types are known only from binders like `(n : ℕ)`.
 */
export class StatementTranslator {
  readonly #isAdditive: boolean;
  readonly #table: TranslationTable;
  /** Binders by namespace and text; those of `variable` commands recur in every declaration of a section. */
  readonly #binders = new Map<string, Map<string, KnownBinder>>();

  constructor(name: 'to_additive' | 'to_dual', table: TranslationTable) {
    this.#isAdditive = name === 'to_additive';
    this.#table = table;
  }

  translate(
    source: { type: string; variables: readonly string[]; instanceOf: string | null },
    scope: StatementScope,
  ): TranslatedStatement {
    const binders = source.variables.map((text) => this.#binder(text, scope));
    const translation: Translation = {
      ...scope,
      table: this.#table,
      fixed: new Set(binders.flatMap(({ fixed }) => fixed)),
    };
    return {
      type: this.#text(source.type, translation),
      variables: binders.map(({ translated }) => translated),
      instanceOf: source.instanceOf === null ? null : this.#text(source.instanceOf, translation),
    };
  }

  /** Clears the binders of the previous file. */
  startFile(): void {
    this.#binders.clear();
  }

  #text(text: string, translation: Translation): string {
    if (text === '') return text;
    const items = readStatement(text, this.#isAdditive ? additiveSymbols : dualSymbols);
    const own = fixedVariables(items);
    const scope = own.length === 0 ? translation : { ...translation, fixed: new Set([...translation.fixed, ...own]) };
    translateNames(items, scope);
    return writeStatement(this.#isAdditive ? toAdditiveStatement(items, scope) : toDualStatement(items, scope.fixed));
  }

  #binder(text: string, scope: StatementScope): KnownBinder {
    if (scope.dontTranslate.length > 0) return this.#readBinder(text, scope);
    const known = getOrAdd(this.#binders, scope.namespace, () => new Map<string, KnownBinder>());
    return getOrAdd(known, text, () => this.#readBinder(text, scope));
  }

  #readBinder(text: string, scope: StatementScope): KnownBinder {
    const match = /^[({⦃]([^:]*):\s*(\S+)[)}⦄]$/.exec(text);
    const fixed = match !== null && NUMBER_TYPES.has(match[2]!) ? match[1]!.trim().split(/\s+/) : NO_NAMES;
    return { translated: this.#text(text, { ...scope, table: this.#table, fixed: NO_FIXED }), fixed };
  }
}

/** Variables bound in the statement itself, such as `(m n : ℕ)`. */
function fixedVariables(items: readonly Item[]): string[] {
  const variables: string[] = [];
  for (const group of items) {
    if (isLeaf(group)) continue;
    const colon = group.items.findIndex((item) => isLeaf(item) && item.text === ':');
    const type = group.items[colon + 1];
    if (colon > 0 && colon + 2 === group.items.length && isLeaf(type) && NUMBER_TYPES.has(type.text)) {
      for (const item of group.items.slice(0, colon)) if (isLeaf(item)) variables.push(item.text);
    }
  }
  return variables;
}

/** Changes the identifiers in place. Binder names are kept. */
function translateNames(items: readonly Item[], translation: Translation): void {
  items.forEach((item, i) => {
    if (!isLeaf(item)) {
      const keeps = item.open === '[' && mentions(item.items, translation.dontTranslate);
      if (!keeps) translateNames(item.items, translation);
      return;
    }
    if (item.kind !== 'identifier') return;
    if (!item.spaced && isText(items[i - 1], '.')) {
      // `(f x).mul_left`
      item.text = guessAll(item.text, translation.guesser);
      return;
    }
    const constant = fromNamespaces(item.text, translation);
    item.isTranslated = constant !== null;
    item.text = constant ?? translateAccess(item.text, translation);
  });
}

function mentions(items: readonly Item[], names: readonly string[]): boolean {
  return (
    names.length > 0 && items.some((item) => (isLeaf(item) ? names.includes(item.text) : mentions(item.items, names)))
  );
}

/** Translates the words after the dot in `x.mul_left` (x a variable) and in names below a translated constant. */
function translateAccess(written: string, translation: Translation): string {
  const dot = written.indexOf('.');
  if (dot < 0) return written;
  const first = written.slice(0, dot);
  const head = fromNamespaces(first, translation);
  // Another namespace: its translated names would be in the table.
  const stays = head === null && (translation.fixed.has(first) || /^\p{Lu}\p{L}/u.test(first));
  return stays ? written : `${head ?? first}.${guessAll(written.slice(dot + 1), translation.guesser)}`;
}

const guessAll = (name: string, guesser: NameGuesser): string =>
  name.includes('.')
    ? name
        .split('.')
        .map((part) => guesser.guess(part))
        .join('.')
    : guesser.guess(name);

/** The constant that a name refers to, translated and shortened again; null if it has no translation. */
function fromNamespaces(written: string, { table, namespace, opens }: Translation): string | null {
  if (!table.hasLastComponent(written.slice(written.lastIndexOf('.') + 1))) return null;
  for (let end = namespace.length; end > 0; end = namespace.lastIndexOf('.', end - 1)) {
    const outer = namespace.slice(0, end);
    const target = table.get(`${outer}.${written}`);
    if (target !== undefined) return shorten(target, table.get(outer) ?? outer);
  }
  const atRoot = table.get(written);
  if (atRoot !== undefined) return atRoot;
  for (const opened of opens) {
    const target = table.get(`${opened}.${written}`);
    if (target !== undefined) return shorten(target, table.get(opened) ?? opened);
  }
  return null;
}

function shorten(name: string, namespace: string): string {
  return name.startsWith(`${namespace}.`) ? name.slice(namespace.length + 1) : name;
}
