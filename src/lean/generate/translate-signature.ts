/** The statement of a translated declaration, from the text of its source's: names by the table, notation by rules. */
import { additiveSymbols, toAdditiveStatement } from './additive-statement.ts';
import { dualSymbols, toDualStatement } from './dual-statement.ts';
import type { NameGuesser } from './guess-name.ts';
import { type Item, isLeaf, readStatement, writeStatement } from './statement-tree.ts';

export interface Translation {
  name: 'to_additive' | 'to_dual';
  table: ReadonlyMap<string, string>;
  guesser: NameGuesser;
  /** Where the text stands, to resolve the names in it. */
  namespace: string;
  opens: readonly string[];
  /** Variables of number types: what is done with them is not translated. */
  fixed: ReadonlySet<string>;
  /** Type variables after `dont_translate`: their instance binders stay. */
  dontTranslate: readonly string[];
}

/**
 * A best effort on text: right for the patterns that a search asks for, not guaranteed to be what Lean elaborates.
 * What depends on types is told from the binders in `fixed` alone.
 */
export function translateSignature(text: string, translation: Translation): string {
  if (text === '') return text;
  const isAdditive = translation.name === 'to_additive';
  const items = readStatement(text, isAdditive ? additiveSymbols : dualSymbols);
  const scope = { ...translation, fixed: new Set([...translation.fixed, ...fixedVariables(items)]) };
  translateNames(items, scope);
  return writeStatement(isAdditive ? toAdditiveStatement(items, scope) : toDualStatement(items));
}

const NUMBER_TYPES = new Set(['ℕ', 'ℤ', 'ℚ', 'ℝ', 'ℂ', 'Nat', 'Int', 'ℕ+', 'ENat', 'ℕ∞', 'Bool']);

/** Variables of number types among the binders `(m n : ℕ)`, `[Monoid M]`, … */
export function fixedVariablesOf(binders: readonly string[]): Set<string> {
  const fixed = new Set<string>();
  for (const binder of binders) {
    const match = /^[({⦃]([^:]*):\s*(\S+)[)}⦄]$/.exec(binder);
    if (match !== null && NUMBER_TYPES.has(match[2]!)) for (const name of match[1]!.trim().split(/\s+/)) fixed.add(name);
  }
  return fixed;
}

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

/** Changes the identifiers in place. Binder names stay as they are. */
function translateNames(items: readonly Item[], translation: Translation): void {
  for (const item of items) {
    if (!isLeaf(item)) {
      const keeps = item.open === '[' && mentions(item.items, translation.dontTranslate);
      if (!keeps) translateNames(item.items, translation);
    } else if (item.kind === 'identifier') item.text = translateName(item.text, translation);
  }
}

function mentions(items: readonly Item[], names: readonly string[]): boolean {
  return names.length > 0 && items.some((item) => (isLeaf(item) ? names.includes(item.text) : mentions(item.items, names)));
}

/** The constant a name means, translated and shortened again; `x.mul_left` of a variable by the words after the dot. */
export function translateName(written: string, translation: Translation): string {
  const { table, guesser } = translation;
  const found = fromNamespaces(written, translation);
  if (found !== null) return found;
  const dot = written.indexOf('.');
  if (dot < 0) return written;
  const first = written.slice(0, dot);
  const head = fromNamespaces(first, translation);
  if (head !== null || table.has(first)) return `${head ?? table.get(first)!}.${guessAll(written.slice(dot + 1), guesser)}`;
  // A namespace starts with a capital; what it holds is in the table or is not translated.
  if (translation.fixed.has(first) || /^\p{Lu}\p{L}/u.test(first)) return written;
  return `${first}.${guessAll(written.slice(dot + 1), guesser)}`;
}

const guessAll = (name: string, guesser: NameGuesser): string =>
  name.includes('.') ? name.split('.').map((part) => guesser.guess(part)).join('.') : guesser.guess(name);

function fromNamespaces(written: string, { table, namespace, opens }: Translation): string | null {
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
