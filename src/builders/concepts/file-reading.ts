/**
 * What the concept base needs of one source file. It depends on nothing but the rows of the file, its text and the
 * notations and glossary, so it is kept until one of them changes: see `file-readings.ts`.
 */
import type { Annotation, CrossReference, NamedPhrase } from '../../concepts/definition.ts';
import { getOrAdd, memoizeByValue } from '../../base/memoize.ts';
import { wordSet } from '../../base/words.ts';
import { glossaryText } from '../../index/words/glossary.ts';
import { definitionWords } from '../../search/concepts/definition-words.ts';
import { wordsOfName } from '../../search/concepts/name-words.ts';
import { stemsOfText } from '../../search/concepts/normal-form.ts';
import { DEFINITION_KINDS } from '../../search/concepts/rank-meanings.ts';
import { contextWithin } from '../../search/resolve-at-place.ts';
import { definitionPhrases, phrasesByKey } from './definition-phrases.ts';

/** A row of the index, with its scope. */
export interface FileRow {
  id: number;
  name: string;
  kind: string;
  doc: string | null;
  line: number;
  /** The signature after the name. */
  type: string;
  namespace: string;
  scopeId: number;
  variables: string;
  opens: string;
  attributes: string;
  isPrivate: number;
  isDeprecated: number;
  isInstance: number;
  origin: string;
  generatedFrom: string | null;
}

/** A declaration that can be a meaning of concepts. */
export interface ReadDefinition {
  name: string;
  kind: string;
  line: number;
  /** The definition from which an attribute generated it; null if it is written. */
  generatedFrom: string | null;
  type: string;
  annotation: Annotation;
  /** See `definition-words.ts`. */
  words: string;
  /** The phrases under which people know it, with their keys. */
  phrases: [key: string, phrase: string, origin: NamedPhrase['origin'], weight: number][];
}

/** The place of statements: the namespace, and what is open. */
export type ReadScope = [namespace: string, opens: string[]];

/**
 * Declarations that texts may describe, each with the stems of its docstring without code; '' if there is none. Those in
 * the glossary come once more, with the stems of its text.
 */
export interface DescribedStatements {
  /** Numbers of their statements. */
  statements: number[];
  names: string[];
  stems: string[];
}

export interface FileReading {
  definitions: ReadDefinition[];
  scopes: ReadScope[];
  /** Constants of its statements, as written, in order. */
  constants: string[];
  /** For each statement, -1 minus the number of its scope, then the numbers of the constants that it names itself. */
  statements: number[];
  described: DescribedStatements;
  /** Bullets of module docs, with their stems. */
  bullets: [text: string, stems: string][];
  references: CrossReference[];
}

/** Kinds whose docstrings say in words what their statements say in Lean. Those of fields and instances are fragments. */
const DESCRIBED = wordSet('theorem lemma def abbrev structure class inductive');
const DEFINED = wordSet(DEFINITION_KINDS.join(' '));
const DEFINED_ORIGINS = wordSet('written to_additive to_dual');
/** Names and modules of tactics, linters and other programs: they are no mathematics. */
const PROGRAMS =
  /^(?:Lean|Aesop|Qq|Plausible|ProofWidgets|ImportGraph|Lake|LibraryNote|Mathlib)\.|(?:^|\.)Linter\b|\bLibraryNote\b/;
const PROGRAM_MODULES =
  /^(?:Mathlib\.(?:Tactic|Lean|Util)|Batteries\.(?:Tactic|Lean|Util|Linter)|Aesop|Qq|ProofWidgets|Plausible|ImportGraph|LeanSearchClient|Lake)(?:\.|$)/;
const MAX_ANNOTATION = 600;
/** How much of a signature `definitionWords` reads, and a little more. */
const MAX_TYPE = 400;
const MAX_DOC = 800;
const MAX_BULLET = 400;
const WORD = /[\p{L}\p{N}_'.!?]+/gu;

/**
 * `rows`: of a file, in an order that does not depend on their ids. `constantsOf`: the constants of a row's statement,
 * as the lists of the index have them.
 */
export function readFileRows(
  module: string,
  rows: readonly FileRow[],
  constantsOf: (row: FileRow) => Iterable<string>,
): Omit<FileReading, 'bullets' | 'references'> {
  const definitions: ReadDefinition[] = [];
  const named: { scope: number; names: string[] }[] = [];
  const described: DescribedStatements = { statements: [], names: [], stems: [] };
  const scopes = new ScopesOfFile();
  for (const row of rows) {
    if (row.isPrivate === 1) continue;
    const scope = scopes.of(row);
    const names = ownConstants(row, scope, constantsOf(row));
    const isUsual = row.isDeprecated === 0;
    const isDescribed = isUsual && row.origin === 'written' && DESCRIBED.has(row.kind);
    if (isDescribed) {
      const doc = row.doc === null ? '' : withoutCode(row.doc.slice(0, MAX_DOC));
      const glossary = glossaryText(row.name);
      for (const text of glossary === undefined ? [doc] : [doc, glossary]) {
        described.statements.push(named.length);
        described.names.push(row.name);
        described.stems.push(stemsOfText(text));
      }
    }
    if (isDescribed || names.length > 0) named.push({ scope: scope.number, names });
    if (isUsual && isDefinition(row) && !PROGRAM_MODULES.test(module)) definitions.push(definitionOf(row, module));
  }
  const constants = [...new Set(named.flatMap(({ names }) => names))].sort();
  const numbers = new Map(constants.map((name, number) => [name, number]));
  const statements = named.flatMap(({ scope, names }) => [
    -1 - scope,
    ...names.map((name) => numbers.get(name)!).sort((a, b) => a - b),
  ]);
  return { definitions, scopes: scopes.read, constants, statements, described };
}

/** The stems of a bullet of a module doc, or of a title of a list. */
export function bulletStems(text: string): string {
  return stemsOfText(withoutCode(text.slice(0, MAX_BULLET)));
}

/** Code in a docstring names Lean, not mathematics. */
function withoutCode(doc: string): string {
  return doc.replaceAll(/```.*?```|`[^`]*`/gs, ' ; ');
}

function isDefinition({ kind, name, origin, isInstance }: FileRow): boolean {
  return DEFINED.has(kind) && isInstance === 0 && DEFINED_ORIGINS.has(origin) && !PROGRAMS.test(name);
}

function definitionOf(row: FileRow, module: string): ReadDefinition {
  const { name, kind, line } = row;
  const annotation = annotationOf(row);
  const type = row.type.slice(0, MAX_TYPE);
  return {
    name,
    kind,
    line,
    generatedFrom: row.origin === 'written' ? null : row.generatedFrom,
    type,
    annotation,
    words: definitionWords(name, module, [annotation.text, type]),
    phrases: Array.from(phrasesByKey(definitionPhrases(row)), ([key, { phrase, origin, weight }]) => [
      key,
      phrase,
      origin,
      weight,
    ]),
  };
}

/** The docstring, else the glossary, else what the name says. */
function annotationOf({ name, kind, doc }: FileRow): Annotation {
  if (doc !== null && doc.trim() !== '') return { text: shorten(doc), origin: 'docstring' };
  const glossary = glossaryText(name);
  if (glossary !== undefined) return { text: shorten(glossary), origin: 'glossary' };
  return { text: `${kind}: ${name.split('.').flatMap(wordsOfName).join(' ')}`, origin: 'rule' };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MAX_ANNOTATION ? line : `${line.slice(0, MAX_ANNOTATION)}…`;
}

interface Scope {
  number: number;
  /** All words of the binders of its variables, and those of the binders with a word. */
  words: ReadonlySet<string>;
  bindersWith: (word: string) => ReadonlySet<string>[];
}

class ScopesOfFile {
  readonly read: ReadScope[] = [];
  readonly #scopes = new Map<string, Scope>();

  of({ name, namespace, opens, variables, scopeId }: FileRow): Scope {
    const { namespace: inner } = contextWithin({ name, namespace, opens: [] });
    return getOrAdd(this.#scopes, `${inner} ${scopeId}`, () => {
      const binders = variables.split('\n').map((binder) => new Set(binder.match(WORD)));
      this.read.push([inner, opens.split('\n').filter((open) => open !== '' && !open.startsWith('scoped '))]);
      return {
        number: this.read.length - 1,
        words: new Set(binders.flatMap((binder) => [...binder])),
        bindersWith: memoizeByValue((word: string) => binders.filter((binder) => binder.has(word))),
      };
    });
  }
}

/**
 * The constants that the statement itself names. A class of a variable counts only if the statement names the variable:
 * `TopologicalSpace` is in thousands of statements that are about something else. Those whose type is not known (`.sum`)
 * name nothing.
 */
function ownConstants({ type }: FileRow, { words, bindersWith }: Scope, constants: Iterable<string>): string[] {
  let own: ReadonlySet<string> | null = null;
  const found: string[] = [];
  for (const name of constants) {
    if (name.startsWith('.')) continue;
    if (words.has(name)) {
      own ??= new Set(type.match(WORD));
      if (!own.has(name) && !bindersWith(name).some((binder) => hasAny(own!, binder))) continue;
    }
    found.push(name);
  }
  return found;
}

function hasAny(words: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  for (const word of wanted) if (words.has(word)) return true;
  return false;
}
