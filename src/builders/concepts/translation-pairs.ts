/** Texts of an index beside the definitions that their statements name: what the translation table learns from. */
import type { LibraryIndex } from '../../index/library-index.ts';
import { glossaryText } from '../../index/words/glossary.ts';
import { keysOf, MAX_TRANSLATED_WORDS } from '../../search/concepts/normal-form.ts';
import type { SourceDefinition } from './definitions.ts';

/** Phrases of a text, as numbers, and the definitions that its statement names. */
export interface TranslationPair {
  phrases: Int32Array;
  definitions: readonly number[];
}

export interface TranslationPairs {
  pairs: TranslationPair[];
  /** Keys of the phrases by number. */
  keys: string[];
  /** Number of texts with each phrase, also of rare ones. */
  counts: ReadonlyMap<string, number>;
}

/** A title, and the declarations that it names. */
export interface TitledNames {
  title: string;
  names: readonly string[];
}

/** Kinds whose docstrings say in words what their statements say in Lean. Those of fields and instances are fragments. */
const DESCRIBED = "'theorem', 'lemma', 'def', 'abbrev', 'structure', 'class', 'inductive'";
/** A phrase of fewer texts says nothing reliable. */
const MIN_TEXTS = 3;
const MAX_DOC = 800;
const MAX_BULLET = 400;

/** `named`: definitions by row, see `namedDefinitions`. `lists`: titles of curated lists. */
export function translationPairs(
  index: LibraryIndex,
  definitions: readonly SourceDefinition[],
  named: readonly (readonly number[])[],
  lists: readonly TitledNames[],
): TranslationPairs {
  const numbers = new Map(definitions.map(({ name }, number) => [name, number]));
  const rowOf = new Map<string, number>();
  const counter = new PhraseCounter();
  const texts: { phrases: string[]; definitions: number[] }[] = [];
  const add = (text: string, name: string, id: number) => {
    const own = numbers.get(name);
    const found = named[id] ?? [];
    const targets = own === undefined || found.includes(own) ? [...found] : [...found, own];
    if (targets.length === 0) return;
    const phrases = counter.read(text);
    if (phrases.length > 0) texts.push({ phrases, definitions: targets });
  };

  const rows = index.all<{ id: number; name: string; doc: string | null }>(
    `SELECT id, name, doc FROM decls WHERE is_private = 0 AND is_deprecated = 0 AND origin = 'written' AND kind IN (${DESCRIBED}) ORDER BY name, id`,
  );
  for (const { id, name, doc } of rows) {
    if (!rowOf.has(name)) rowOf.set(name, id);
    if (doc !== null && doc !== '') add(withoutCode(doc.slice(0, MAX_DOC)), name, id);
    const glossary = glossaryText(name);
    if (glossary !== undefined) add(glossary, name, id);
  }
  const bullets = index.all<{ text: string; name: string }>(
    `SELECT text, decl_name AS name FROM mentions WHERE kind = 'bullet' AND decl_name IS NOT NULL ORDER BY decl_name, text`,
  );
  const titles = lists.flatMap(({ title, names }) => names.map((name) => ({ text: title, name })));
  for (const { text, name } of [...bullets, ...titles]) {
    const id = rowOf.get(name);
    if (id !== undefined) add(withoutCode(text.slice(0, MAX_BULLET)), name, id);
  }
  return numbered(texts, counter.counts);
}

/** Code in a docstring names Lean, not mathematics. */
function withoutCode(doc: string): string {
  return doc.replaceAll(/```.*?```|`[^`]*`/gs, ' ; ');
}

class PhraseCounter {
  /** Number of texts with each phrase. */
  readonly counts = new Map<string, number>();

  read(text: string): string[] {
    const keys = [...keysOf(text, MAX_TRANSLATED_WORDS)];
    for (const key of keys) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    return keys;
  }
}

function numbered(
  texts: readonly { phrases: string[]; definitions: number[] }[],
  counts: ReadonlyMap<string, number>,
): TranslationPairs {
  const keys = [...counts]
    .filter(([, count]) => count >= MIN_TEXTS)
    .map(([key]) => key)
    .sort();
  const numbers = new Map(keys.map((key, number) => [key, number]));
  const pairs = texts.map(({ phrases, definitions }) => ({
    phrases: Int32Array.from(phrases.flatMap((key) => numbers.get(key) ?? [])),
    definitions,
  }));
  return { pairs, keys, counts };
}
