/** Texts of an index beside the definitions that their statements name: what the translation table learns from. */
import type { LibraryIndex } from '../../index/library-index.ts';
import { keysOfStems, MAX_TRANSLATED_WORDS } from '../../search/concepts/normal-form.ts';
import type { SourceDefinition } from './definitions.ts';
import { bulletStems, type FileReading } from './file-reading.ts';
import type { NamedInFile } from './named-definitions.ts';

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
  textsWith: (key: string) => number;
}

/** A title, and the declarations that it names. */
export interface TitledNames {
  title: string;
  names: readonly string[];
}

/** A phrase of fewer texts says nothing reliable. */
const MIN_TEXTS = 3;

/** `named`: see `namedDefinitions`. `lists`: titles of curated lists. */
export function translationPairs(
  index: LibraryIndex,
  definitions: readonly SourceDefinition[],
  files: readonly FileReading[],
  named: readonly NamedInFile[],
  lists: readonly TitledNames[],
): TranslationPairs {
  const numbers = new Map(definitions.map(({ name }, number) => [name, number]));
  const counter = new PhraseCounter();
  const texts: PhrasesOfText[] = [];
  const add = (stems: string, { name, statement }: Described) => {
    const own = numbers.get(name);
    const targets = own === undefined || statement.includes(own) ? statement : [...statement, own];
    if (targets.length === 0) return;
    const phrases = counter.read(stems);
    if (phrases.length > 0) texts.push({ phrases, definitions: targets });
  };

  const described = files.flatMap(({ described: { names, statements, stems } }, at) =>
    names.map((name, i): Described => ({ name, stems: stems[i]!, statement: named[at]![statements[i]!]! })),
  );
  const documented = described.filter(({ stems }) => stems !== '');
  for (const each of documented.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))) add(each.stems, each);
  const byName = new Map(described.toReversed().map((each) => [each.name, each]));
  const bullets = index.all<{ text: string; name: string }>(
    `SELECT text, decl_name AS name FROM mentions WHERE kind = 'bullet' AND decl_name IS NOT NULL ORDER BY decl_name, text`,
  );
  const titles = lists.flatMap(({ title, names }) => names.map((name) => ({ text: title, name })));
  const read = new Map(files.flatMap((file) => file.bullets));
  for (const { text, name } of [...bullets, ...titles]) {
    const each = byName.get(name);
    if (each !== undefined) add(read.get(text) ?? bulletStems(text), each);
  }
  return numbered(texts, counter);
}

interface PhrasesOfText {
  phrases: number[];
  definitions: readonly number[];
}

/** A declaration with the stems of its docstring, and the definitions that its statement names. */
interface Described {
  name: string;
  stems: string;
  statement: readonly number[];
}

/** Numbers phrases as they come, and counts their texts. */
class PhraseCounter {
  readonly numbers = new Map<string, number>();
  readonly counts: number[] = [];

  read(stems: string): number[] {
    return Array.from(keysOfStems(stems, MAX_TRANSLATED_WORDS), (key) => {
      let number = this.numbers.get(key);
      if (number === undefined) {
        number = this.counts.push(0) - 1;
        this.numbers.set(key, number);
      }
      this.counts[number]!++;
      return number;
    });
  }
}

/** Numbers frequent phrases in the order of their keys. */
function numbered(texts: readonly PhrasesOfText[], { numbers, counts }: PhraseCounter): TranslationPairs {
  const keys: string[] = [];
  for (const [key, number] of numbers) if (counts[number]! >= MIN_TEXTS) keys.push(key);
  keys.sort();
  const places = new Int32Array(counts.length).fill(-1);
  for (const [place, key] of keys.entries()) places[numbers.get(key)!] = place;
  const pairs = texts.map(({ phrases, definitions }) => ({
    phrases: Int32Array.from(phrases, (number) => places[number]!).filter((place) => place >= 0),
    definitions,
  }));
  return { pairs, keys, textsWith: (key) => counts[numbers.get(key) ?? -1] ?? 0 };
}
