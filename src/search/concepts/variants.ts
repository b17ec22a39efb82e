/** When to use which: what tells apart the definitions that one term may mean. */
import { FLAG } from '../../index/row-columns.ts';
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';
import { ORIGINS } from '../../lean/declaration.ts';
import { shortStatement } from '../../lean/whole-statement.ts';
import { parentOf } from '../card.ts';
import { contextWithin } from '../resolve-at-place.ts';
import { rowStatement } from '../row-statement.ts';
import { shapeLibrary } from '../shape-library.ts';
import { definitionForm, marksOf, type DefinitionForm } from './definition-form.ts';
import { distinguishingWords } from './distinguishing-words.ts';
import { namingSample, type NamingStatement } from './naming-statements.ts';

export interface VariantUse extends DefinitionForm {
  /** Words that the texts about it have more often than those about the other variants. */
  words: string[];
  /** Definitions that need less, such as a parent of a structure or `ContinuousOn` for `Continuous`. */
  general: string[];
  /** Definitions that need more. */
  special: string[];
  /** A short theorem whose statement names it; null if the index has none. */
  example: { name: string; statement: string } | null;
  /** What to use instead: the replacement of a deprecated name, or what its docstring advises. */
  preferred: string | null;
}

const MAX_WORDS = 4;
const MAX_RELATED = 4;
const MAX_EXAMPLE = 160;
const STATEMENTS = 12;
const TEXTS = 40;

/** For each of the variants, in the same order. Reads some dozens of rows per variant. */
export function variantUses(index: LibraryIndex, variants: readonly DeclarationRow[]): VariantUse[] {
  const samples = variants.map(({ name }) => namingSample(index, name, STATEMENTS, TEXTS));
  const texts = variants.map(({ doc }, at) => [...(doc === null ? [] : [doc]), ...samples[at]!.docs]);
  const words = distinguishingWords(texts, MAX_WORDS);
  return variants.map((row, at) => {
    const used = samples[at]!.statements;
    const family = localVersions(index, row.name);
    return {
      ...definitionForm(index, row, used),
      words: words[at]!,
      general: [...parentsOf(index, row), ...family.general].slice(0, MAX_RELATED),
      special: [...family.special, ...childrenOf(index, row)].slice(0, MAX_RELATED),
      example: exampleOf(index, row.name, used),
      preferred: preferredTo(index, row),
    };
  });
}

/** The most used of the short ones that show the definition; if there is none, the most used one. */
function exampleOf(index: LibraryIndex, name: string, used: readonly NamingStatement[]): VariantUse['example'] {
  const marks = marksOf(index, name);
  const examples = used.map(({ row }) => {
    const statement = shortStatement(rowStatement(index, row), MAX_EXAMPLE).replace(/^: /u, '');
    const isGood = statement.length <= MAX_EXAMPLE && marks.some((mark) => statement.includes(mark));
    return { name: row.name, statement, isGood, uses: row.uses };
  });
  const [best] = examples.toSorted((a, b) => Number(b.isGood) - Number(a.isGood) || b.uses - a.uses);
  return best === undefined ? null : { name: best.name, statement: best.statement };
}

const PARENT = ORIGINS.findIndex((origin) => origin === 'parent');

function parentsOf(index: LibraryIndex, { name }: DeclarationRow): string[] {
  const sql = "SELECT id FROM decls WHERE generated_from = ? AND origin = 'parent' ORDER BY id";
  const members = index.rows(index.all<{ id: number }>(sql, name).map(({ id }) => id));
  return members.flatMap((member) => parentOf(index, member)?.name ?? []);
}

/** Structures that extend it, the most used first. */
function childrenOf(index: LibraryIndex, { name }: DeclarationRow): string[] {
  const { origin, flags } = index.columns;
  const children = new Map<string, number>();
  for (const written of new Set([name, name.slice(name.lastIndexOf('.') + 1)])) {
    const members: number[] = [];
    index.postings(`s:c:${written}`)?.ids.forEach((id) => {
      if (origin[id] === PARENT && (flags[id]! & FLAG.private) === 0) members.push(id);
    });
    for (const member of index.rows(members)) {
      const [child] = member.generatedFrom === null ? [] : index.idsByName(member.generatedFrom);
      if (child === undefined || parentOf(index, member)?.name !== name) continue;
      children.set(member.generatedFrom!, index.columns.uses[child]!);
    }
  }
  return [...children].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([child]) => child);
}

/** Suffixes of names of local versions, by how local they are: `ContinuousOn` is weaker than `Continuous`. */
const LOCAL_SUFFIXES = [[''], ['On', 'At'], ['WithinAt', 'Within']];

function localVersions(index: LibraryIndex, name: string): { general: string[]; special: string[] } {
  const suffix = LOCAL_SUFFIXES.flat().findLast((one) => name.endsWith(one))!;
  const base = name.slice(0, name.length - suffix.length);
  const own = LOCAL_SUFFIXES.findIndex((suffixes) => suffixes.includes(suffix));
  const existing = LOCAL_SUFFIXES.map((suffixes) =>
    suffixes.map((one) => base + one).filter((one) => index.idsByName(one).length > 0),
  );
  return { general: existing.slice(own + 1).flat(), special: existing.slice(0, own).flat() };
}

/** `use X instead`, `prefer X`, `consider using X` */
const ADVICE = /(?:\buse `([^`\s]+)` instead\b|\b(?:prefer|consider using|superseded by) `([^`\s]+)`)/iu;

function preferredTo(
  index: LibraryIndex,
  { name, isDeprecated, replacement, doc, namespace, opens = [] }: DeclarationRow,
): string | null {
  if (isDeprecated) return replacement;
  const advice = ADVICE.exec(doc ?? '');
  const written = advice?.[1] ?? advice?.[2];
  if (written === undefined) return null;
  const resolved = shapeLibrary(index).meanings.resolve(written, contextWithin({ name, namespace, opens }));
  return resolved === name ? null : resolved;
}
