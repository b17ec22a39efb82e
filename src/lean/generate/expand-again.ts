/** Expands again, of a library that was expanded before, the modules for which something has changed. */
import type { FileOutline, Notation } from '../declaration.ts';
import { changedStructures, readStructures } from './declared-structures.ts';
import { readDictionaries } from './dictionaries.ts';
import { Expander } from './expander.ts';
import { Expansion, type LookUp, type Made, type MadeEarlier, type ModuleExpansion } from './expansion.ts';
import { type Left, type ModuleTrace, type Pairs, type Question, questionHash } from './trace.ts';
import type { TranslationTable } from './translation-table.ts';

/** One module as it was expanded last, or as new. */
export interface EarlierModule {
  module: string;
  asked: Int32Array;
  /** Read when it is needed. */
  left: () => Left | null;
  /** What of its files concerns every other, as it is now. */
  shared: readonly FileOutline[];
  /** To be expanded in any case. */
  isChanged: boolean;
}

export interface EarlierLibrary {
  /** In the order of the expansion. */
  modules: readonly EarlierModule[];
  /** Of all modules in their order, before what has changed. */
  sharedBefore: readonly FileOutline[];
  /** Names whose literal declarations have changed. */
  changedNames: Iterable<string>;
  outlines: (module: string) => FileOutline[];
  lookUp: LookUp;
  /** What attributes had made of a name, in the order of the modules. */
  made: (name: string) => readonly Made[];
  /** Given what a module makes now: the names of which it makes something else than before. */
  changedMakings: (module: string, now: ModuleExpansion) => Iterable<string>;
  notations: readonly Notation[];
}

export interface ExpandedAgain extends ModuleExpansion {
  trace: ModuleTrace;
}

/** The modules that had to be expanded again, in their order, with what they make now. */
export function expandAgain(library: EarlierLibrary): Map<string, ExpandedAgain> {
  const shared = library.modules.flatMap((module) => module.shared);
  const structures = readStructures(shared);
  const { lookUp, notations, modules, made } = library;
  const guessers = readDictionaries(shared);
  // Whoever guesses a name asks the dictionaries: no module is kept.
  const isAll = dictionariesOf(shared) !== dictionariesOf(library.sharedBefore);
  const again = new Map<string, ExpandedAgain>();
  // What a module made that is expanded again counts no more.
  const madeEarlier: MadeEarlier = (name, before) =>
    made(name).find(({ place }) => place < before && !again.has(modules[place]!.module)) ?? null;
  const expansion = new Expansion({ structures, guessers, lookUp, notations, madeEarlier });
  const expander = new Expander(expansion);
  const changes = new ChangedAnswers();
  for (const name of library.changedNames) changes.add('declaration', name);
  for (const name of changedStructures(readStructures(library.sharedBefore), structures))
    changes.add('structure', name);
  modules.forEach(({ module, asked, left, isChanged }, place) => {
    const before = left();
    if (!isAll && !isChanged && !changes.concern(asked)) {
      if (before !== null) expansion.resume(module, before);
      return;
    }
    const { trace, newWords } = expander.expand(module, place, library.outlines(module));
    const now = expansion.modules.get(module) ?? { declarations: [], problems: [] };
    again.set(module, { ...now, trace });
    changes.addLeft(before, trace.left);
    for (const name of ['to_additive', 'to_dual'] as const)
      changes.addWords(`${name} word`, expansion.tables[name], before?.[name] ?? [], newWords[name]);
    for (const name of library.changedMakings(module, now)) changes.add('declaration', name);
  });
  return again;
}

const dictionariesOf = (outlines: readonly FileOutline[]): string =>
  JSON.stringify(outlines.flatMap(({ module, dictionaries }) => dictionaries.map((one) => [module, one])));

/** Questions that are now answered differently, from some module on. */
class ChangedAnswers {
  readonly #hashes = new Set<number>();

  add(question: Question, name: string): void {
    this.#hashes.add(questionHash(question, name));
  }

  concern(asked: Int32Array): boolean {
    return this.#hashes.size > 0 && asked.some((hash) => this.#hashes.has(hash));
  }

  /** What a module left before and leaves now. */
  addLeft(before: Left | null, now: Left): void {
    this.#addPairs('to_additive', before?.to_additive, now.to_additive);
    this.#addPairs('to_dual', before?.to_dual, now.to_dual);
    const sources = (left: Left | null): [string, string][] =>
      (left?.simpsSources ?? []).map((source) => [source.name, JSON.stringify(source)]);
    this.#addPairs('simps source', sources(before), sources(now));
    const defaults = (left: Left | null): [string, string][] =>
      (left?.defaults ?? []).map(([structure, projections]) => [structure, String(projections)]);
    this.#addPairs('default projections', defaults(before), defaults(now));
    const same = (names: readonly string[] = []): [string, string][] => names.map((name) => [name, name]);
    this.#addPairs('hidden dual', same(before?.hiddenDuals), same(now.hiddenDuals));
    this.#addPairs('declaration', same(before?.settled), same(now.settled));
  }

  /** Last components that a table has from this module on in only one of the two cases. */
  addWords(question: Question, table: TranslationTable, before: Pairs, newWords: ReadonlySet<string>): void {
    const words = table.firstWords(before, newWords);
    for (const word of words) if (!newWords.has(word)) this.add(question, word);
    for (const word of newWords) if (!words.has(word)) this.add(question, word);
  }

  #addPairs(question: Question, before: Pairs = [], now: Pairs): void {
    const [old, last] = [new Map(before), new Map(now)];
    for (const name of new Set([...old.keys(), ...last.keys()]))
      if (old.get(name) !== last.get(name)) this.add(question, name);
  }
}
