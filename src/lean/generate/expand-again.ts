/** Expands the modules of an already expanded library again if their inputs have changed. */
import type { FileOutline, Notation } from '../declaration.ts';
import { changedStructures, readStructures } from './declared-structures.ts';
import { readDictionaries } from './dictionaries.ts';
import { Expander } from './expander.ts';
import {
  Expansion,
  type LookUp,
  type GeneratedDeclaration,
  type FindEarlier,
  type ModuleExpansion,
} from './expansion.ts';
import { type ModuleEffects, type ModuleTrace, type Pairs, type QueryKind, queryHash } from './trace.ts';
import type { TranslationTable } from './translation-table.ts';

/** One module with its previous expansion, or a new module. */
export interface EarlierModule {
  module: string;
  queries: Int32Array;
  /** Loaded on demand. */
  effects: () => ModuleEffects | null;
  /** The current outlines of its files, reduced to what other modules need. */
  shared: readonly FileOutline[];
  /** True if it must be expanded in any case. */
  isChanged: boolean;
}

export interface EarlierLibrary {
  /** In expansion order. */
  modules: readonly EarlierModule[];
  /** The shared outlines of all modules, in order, before the change. */
  sharedBefore: readonly FileOutline[];
  /** Names whose literal declarations have changed. */
  changedNames: Iterable<string>;
  outlines: (module: string) => FileOutline[];
  lookUp: LookUp;
  /** The declarations that attributes generated under a name before, in module order. */
  generated: (name: string) => readonly GeneratedDeclaration[];
  /** The names for which the module's new expansion differs from the previous one. */
  changedExpansions: (module: string, now: ModuleExpansion) => Iterable<string>;
  notations: readonly Notation[];
}

export interface ExpandedAgain extends ModuleExpansion {
  trace: ModuleTrace;
}

/** The modules that were expanded again, in order, with their new expansion. */
export function expandAgain(library: EarlierLibrary): Map<string, ExpandedAgain> {
  const shared = library.modules.flatMap((module) => module.shared);
  const structures = readStructures(shared);
  const { lookUp, notations, modules, generated } = library;
  const guessers = readDictionaries(shared);
  // Every guessed name depends on the dictionaries: if they changed, all modules are expanded.
  const isAll = dictionariesOf(shared) !== dictionariesOf(library.sharedBefore);
  const expanded = new Map<string, ExpandedAgain>();
  // Earlier declarations of a module that is expanded again no longer count.
  const findEarlier: FindEarlier = (name, before) =>
    generated(name).find(({ place }) => place < before && !expanded.has(modules[place]!.module)) ?? null;
  const expansion = new Expansion({ structures, guessers, lookUp, notations, findEarlier });
  const expander = new Expander(expansion);
  const changes = new ChangedAnswers();
  for (const name of library.changedNames) changes.add('declaration', name);
  for (const name of changedStructures(readStructures(library.sharedBefore), structures))
    changes.add('structure', name);
  modules.forEach(({ module, queries, effects, isChanged }, place) => {
    const before = effects();
    if (!isAll && !isChanged && !changes.affects(queries)) {
      if (before !== null) expansion.restore(module, before);
      return;
    }
    const { trace, newWords } = expander.expand(module, place, library.outlines(module));
    const now = expansion.modules.get(module) ?? { declarations: [], problems: [] };
    expanded.set(module, { ...now, trace });
    changes.addEffects(before, trace.effects);
    for (const name of ['to_additive', 'to_dual'] as const)
      changes.addWords(`${name} word`, expansion.tables[name], before?.[name] ?? [], newWords[name]);
    for (const name of library.changedExpansions(module, now)) changes.add('declaration', name);
  });
  return expanded;
}

const dictionariesOf = (outlines: readonly FileOutline[]): string =>
  JSON.stringify(outlines.flatMap(({ module, dictionaries }) => dictionaries.map((one) => [module, one])));

/** Queries whose answer has changed, from some module on. */
class ChangedAnswers {
  readonly #hashes = new Set<number>();

  add(kind: QueryKind, name: string): void {
    this.#hashes.add(queryHash(kind, name));
  }

  affects(queries: Int32Array): boolean {
    return this.#hashes.size > 0 && queries.some((hash) => this.#hashes.has(hash));
  }

  /** Compares the effects of a module before and now. */
  addEffects(before: ModuleEffects | null, now: ModuleEffects): void {
    this.#addPairs('to_additive', before?.to_additive, now.to_additive);
    this.#addPairs('to_dual', before?.to_dual, now.to_dual);
    const sources = (effects: ModuleEffects | null): [string, string][] =>
      (effects?.simpsSources ?? []).map((source) => [source.name, JSON.stringify(source)]);
    this.#addPairs('simps source', sources(before), sources(now));
    const defaults = (effects: ModuleEffects | null): [string, string][] =>
      (effects?.defaults ?? []).map(([structure, projections]) => [structure, String(projections)]);
    this.#addPairs('default projections', defaults(before), defaults(now));
    const same = (names: readonly string[] = []): [string, string][] => names.map((name) => [name, name]);
    this.#addPairs('hidden dual', same(before?.hiddenDuals), same(now.hiddenDuals));
    this.#addPairs('declaration', same(before?.settled), same(now.settled));
  }

  /** Last components that a table has, from this module on, in only one of the two cases. */
  addWords(kind: QueryKind, table: TranslationTable, before: Pairs, newWords: ReadonlySet<string>): void {
    const words = table.newComponents(before, newWords);
    for (const word of words) if (!newWords.has(word)) this.add(kind, word);
    for (const word of newWords) if (!words.has(word)) this.add(kind, word);
  }

  #addPairs(kind: QueryKind, before: Pairs = [], now: Pairs): void {
    const [old, last] = [new Map(before), new Map(now)];
    for (const name of new Set([...old.keys(), ...last.keys()]))
      if (old.get(name) !== last.get(name)) this.add(kind, name);
  }
}
