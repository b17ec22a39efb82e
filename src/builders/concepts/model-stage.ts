/** What the stages share that ask a model about definitions. Each answered question gives rows at once. */
import { LocalWork, runUnits } from '../../base/work.ts';
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { ModelRow, Provenance } from '../../concepts/model-rows.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { requestFailure } from '../../llm/fatal-model-errors.ts';
import type { AskFor } from '../../prompt/ask-for.ts';
import { currentDefinition, definitionHashes } from './definition-source.ts';

export type AskModel = AskFor<Provenance>;

export interface ModelStage {
  index: LibraryIndex;
  base: ConceptBase;
  ask: AskModel;
  /** Only definitions of this module and those below it; null for all. */
  module: string | null;
  /** Maximum number of definitions, or of concepts, that are asked about; null for all. */
  limit: number | null;
  /** Questions at once. */
  concurrency: number;
  signal: AbortSignal;
  onRows: (rows: readonly ModelRow[]) => void;
  /** An unusable answer: its question gives no row. */
  onProblem: (problem: string) => void;
  onProgress: (done: number, total: number) => void;
}

/** A definition of the base that the index still has. */
export interface StageDefinition {
  number: number;
  name: string;
}

/** Those that statements name most first. */
export function selectedDefinitions({ base, module }: Pick<ModelStage, 'base' | 'module'>): StageDefinition[] {
  const sql = 'SELECT number, name FROM definitions ORDER BY statements DESC, number';
  const all = base.all<StageDefinition>(sql);
  if (module === null) return all;
  const within = new Set(base.definitionsIn(module).map(({ name }) => name));
  return all.filter(({ name }) => within.has(name));
}

export function upToLimit<T>(items: readonly T[], { limit }: Pick<ModelStage, 'limit'>): readonly T[] {
  return limit === null ? items : items.slice(0, limit);
}

/** The part of a row that says what it is about; null if the index has the definition no longer. */
export function rowAbout(
  index: LibraryIndex,
  name: string,
): Pick<ModelRow, 'definition' | 'contentHash' | 'shapeHash'> | null {
  const row = currentDefinition(index, name);
  return row === null ? null : { definition: name, ...definitionHashes(row) };
}

/** Asks about each item. `about`: the item in words, for problems. @throws {BudgetSpent} {ModelError} that end the work */
export async function askAboutEach<T>(
  items: readonly T[],
  about: (item: T) => string,
  run: (item: T) => Promise<ModelRow[]>,
  { concurrency, signal, onRows, onProblem, onProgress }: ModelStage,
): Promise<void> {
  const failed = (item: T, error: unknown): ModelRow[] | null => {
    const failure = requestFailure(error);
    if (failure === null) return null;
    onProblem(`${about(item)}: ${failure.message.replace(/\.$/u, '')}.`);
    return [];
  };
  onProgress(0, items.length);
  await runUnits({
    work: new LocalWork<{ id: number; item: T }, ModelRow[]>(
      items.map((item, id) => ({ id, item })),
      (_, rows) => onRows(rows),
    ),
    ...{ concurrency, signal },
    run: ([unit]) => run(unit!.item),
    failed: ([unit], error) => failed(unit!.item, error),
    onDone: (_, done) => onProgress(done, items.length),
  });
}
