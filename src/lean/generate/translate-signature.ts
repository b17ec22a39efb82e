/** Translates the statement of a declaration from its text: names by the table, notation by rules. */
import { getOrAdd } from '../../base/memoize.ts';
import { splitName } from '../full-name.ts';
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

interface Translation extends StatementScope, Variables {
  table: TranslationTable;
}

/** What binders say about variables. */
interface Variables {
  /** Variables of number types: operations on them are not translated. */
  fixed: ReadonlySet<string>;
  /** Variables that are functions of numbers: their arguments are not translated. */
  sequences: ReadonlySet<string>;
  /** Heads of the variables' types, as written before the translation. */
  types: ReadonlyMap<string, string>;
}

export interface TranslatedStatement {
  type: string;
  variables: string[];
  instanceOf: string | null;
}

const NUMBER_TYPES = new Set(['ℕ', 'ℤ', 'ℚ', 'ℝ', 'ℂ', 'Nat', 'Int', 'ℕ+', 'ENat', 'ℕ∞', 'Bool']);
const NO_VARIABLES: Variables = { fixed: new Set(), sequences: new Set(), types: new Map() };

/** Names that a binder binds, and the head of their type. */
interface TypedNames {
  names: readonly string[];
  head: string;
  /** Whether the type is only its head; whether it is a function of numbers, as `ℕ → M` and `Fin n → M` are. */
  isPlain: boolean;
  isSequence: boolean;
}

interface KnownBinder {
  translated: string;
  bound: TypedNames | null;
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
    const bound = binders.flatMap((binder) => binder.bound ?? []);
    const translation: Translation = { ...scope, table: this.#table, ...variablesOf(bound) };
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
    const own = boundIn(items);
    const scope = own.length === 0 ? translation : { ...translation, ...variablesOf(own, translation) };
    translateNames(items, scope);
    return writeStatement(this.#isAdditive ? toAdditiveStatement(items, scope) : toDualStatement(items, scope.fixed));
  }

  #binder(text: string, scope: StatementScope): KnownBinder {
    if (scope.dontTranslate.length > 0) return this.#readBinder(text, scope);
    const known = getOrAdd(this.#binders, scope.namespace, () => new Map<string, KnownBinder>());
    return getOrAdd(known, text, () => this.#readBinder(text, scope));
  }

  #readBinder(text: string, scope: StatementScope): KnownBinder {
    const [, names = '', head = '', rest = ''] = /^[({⦃]([^:]*):\s*([^\s)}⦄]+)(.*)[)}⦄]$/u.exec(text) ?? [];
    const bound =
      head === ''
        ? null
        : {
            names: names.trim().split(/\s+/u),
            head,
            isPlain: rest.trim() === '',
            isSequence: isSequence(head, /^\s→/u.test(rest), /^\s(?:\([^→]*\)|[^\s()]+)\s→/u.test(rest)),
          };
    const translation = { ...scope, table: this.#table, ...NO_VARIABLES };
    return { translated: this.#text(text, translation), bound };
  }
}

/** Bound in the statement itself, such as `(m n : ℕ)`. */
function boundIn(items: readonly Item[]): TypedNames[] {
  return items.flatMap((group): TypedNames[] => {
    if (isLeaf(group)) return [];
    const colon = group.items.findIndex((item) => isLeaf(item) && item.text === ':');
    const type = group.items[colon + 1];
    if (colon <= 0 || !isLeaf(type)) return [];
    const names = group.items.slice(0, colon).flatMap((item) => (isLeaf(item) ? item.text : []));
    const [second, third] = group.items.slice(colon + 2);
    const sequence = isSequence(type.text, isText(second, '→'), isText(third, '→'));
    return [{ names, head: type.text, isPlain: second === undefined, isSequence: sequence }];
  });
}

/** Whether a type is `ℕ → …` or `Fin n → …`: an arrow directly after the head, or after one argument. */
function isSequence(head: string, isArrow: boolean, isArrowNext: boolean): boolean {
  return head === 'Fin' ? isArrowNext : isArrow && NUMBER_TYPES.has(head);
}

function variablesOf(bound: readonly TypedNames[], outer: Variables = NO_VARIABLES): Variables {
  const named = (isOne: (one: TypedNames) => boolean): string[] =>
    bound.flatMap((one) => (isOne(one) ? one.names : []));
  return {
    fixed: new Set([...outer.fixed, ...named(({ head, isPlain }) => isPlain && NUMBER_TYPES.has(head))]),
    sequences: new Set([...outer.sequences, ...named((one) => one.isSequence)]),
    types: new Map([...outer.types, ...bound.flatMap(({ names, head }) => names.map((name) => [name, head] as const))]),
  };
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
  if (stays) return written;
  const [field = '', ...fields] = written.slice(dot + 1).split('.');
  const type = head === null ? translation.types.get(first) : undefined;
  // A field of a known type has its translation in the table.
  const known = type === undefined ? null : fromNamespaces(`${type}.${field}`, translation);
  const last = known === null ? translation.guesser.guess(field) : splitName(known)[1];
  return [head ?? first, last, ...fields.map((one) => translation.guesser.guess(one))].join('.');
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
