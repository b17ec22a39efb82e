/** What every measure of `bench graph` gets and returns. */
import type { Library } from '../../library/library.ts';
import type { EntitySpace } from '../../builders/knowledge/entity-spaces.ts';
import { bootstrapInterval, mean } from '../metrics.ts';
import type { CommandContext } from '../../session/command-context.ts';
import type { BenchGraphOptions } from '../bench-options.ts';
import type { Figure, MeasureResult } from './bench-graph-schema.ts';
import type { DataFolders, DataKindName } from './data-folders.ts';
import type { MeasureName } from './measure-names.ts';

export interface MeasureInput {
  options: BenchGraphOptions;
  context: CommandContext;
  /** @throws {Failure} without one: a measure that needs it says so */
  readonly library: Library;
  folders: DataFolders;
  /** The built-in embedder, or the name of the configured one. */
  embedder: string;
  isLsa: boolean;
  /** Writes a file into the folder of the benchmark. */
  write: (name: string, text: string) => void;
  /** Reads a file of that folder; null if there is none. */
  written: (name: string) => string | null;
  onProgress: (done: number, total: number) => void;
  signal: AbortSignal;
}

export type Measured = Pick<MeasureResult, 'figures'> & Partial<Pick<MeasureResult, 'details' | 'plots' | 'notes'>>;

export type Need = DataKindName | 'library' | 'index' | 'editions' | 'model';

export interface Measure {
  name: MeasureName;
  /** What it cannot do without. */
  needs: readonly Need[];
  /** The vectors of the library's entities that it reads. */
  spaces?: readonly EntitySpace[];
  /** Only with `--only`: it costs money. */
  isExplicit?: boolean;
  run: (input: MeasureInput) => Measured | Promise<Measured>;
}

/** A mean with its bootstrap interval. */
export function meanFigure(
  values: readonly number[],
  {
    bar = null,
    most = null,
    scripted = false,
    ...facts
  }: Pick<Figure, 'row' | 'column' | 'set' | 'by'> & Partial<Figure>,
): Figure {
  return { ...facts, scripted, bar, most, n: values.length, value: mean(values), interval: bootstrapInterval(values) };
}

/** A number without an interval. */
export function countFigure(
  value: number,
  {
    bar = null,
    most = null,
    scripted = false,
    ...facts
  }: Pick<Figure, 'row' | 'column' | 'set' | 'by' | 'n'> & Partial<Figure>,
): Figure {
  return { ...facts, scripted, bar, most, value, interval: null };
}
