/** The dictionaries of `to_additive`, `to_dual` and `to_set_notation`, collected from the indexed library's sources. */
import type { FileOutline } from '../declaration.ts';
import { type NameDictionaries, NameGuesser } from './guess-name.ts';

export type DictionaryOwner = 'to_additive' | 'to_dual' | 'to_set_notation';

const OWNERS: readonly (readonly [RegExp, DictionaryOwner])[] = [
  [/to_?additive/i, 'to_additive'],
  [/to_?dual/i, 'to_dual'],
  [/set_?notation/i, 'to_set_notation'],
];

/** The dictionary's full name (`Mathlib.Tactic.ToDual.nameDict`) determines the attribute, otherwise its module. */
function ownerOf(dictionary: string, module: string): DictionaryOwner | null {
  for (const text of [dictionary, module]) {
    for (const [pattern, owner] of OWNERS) if (pattern.test(text)) return owner;
  }
  return null;
}

/** Without dictionaries in the library, a guesser changes nothing, so only explicit names are generated. */
export function readDictionaries(outlines: readonly FileOutline[]): Record<DictionaryOwner, NameGuesser> {
  const byOwner: Record<DictionaryOwner, { words: Map<string, string[]>; abbreviations: Map<string, string> }> = {
    to_additive: { words: new Map(), abbreviations: new Map() },
    to_dual: { words: new Map(), abbreviations: new Map() },
    to_set_notation: { words: new Map(), abbreviations: new Map() },
  };
  for (const outline of outlines) {
    for (const dictionary of outline.dictionaries) {
      const owner = ownerOf(dictionary.name, outline.module);
      if (owner === null) continue;
      const isAbbreviations = /abbreviation/i.test(dictionary.name);
      for (const [key, value] of dictionary.entries) {
        if (isAbbreviations) byOwner[owner].abbreviations.set(key, value.join(''));
        else byOwner[owner].words.set(key, value);
      }
    }
  }
  const guesser = (dictionaries: NameDictionaries): NameGuesser => new NameGuesser(dictionaries);
  return {
    to_additive: guesser(byOwner.to_additive),
    to_dual: guesser(byOwner.to_dual),
    to_set_notation: guesser(byOwner.to_set_notation),
  };
}
