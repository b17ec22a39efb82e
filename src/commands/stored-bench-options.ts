/** The options that the folder of a benchmark stores, for `bench prove --resume`. */
import { z } from 'zod';
import { BENCH_OPTIONS } from '../bench/bench-options.ts';
import { damagedFolder, readManifest } from '../bench/experiment/folder.ts';
import { PROVING_BENCHMARK } from '../bench/prove/folder.ts';
import { optionsOf } from '../config/option-table.ts';
import { recordSchema } from '../options/schemas.ts';
import { STRATEGY_OPTIONS } from '../prove/strategies.ts';
import { isRecord } from '../base/read-or-null.ts';

/** Benchmarks recorded before a strategy existed lack its options. */
function withStrategyOptions(asked: unknown): unknown {
  if (!isRecord(asked) || !isRecord(asked['defaults'])) return asked;
  return { ...asked, defaults: { ...optionsOf(STRATEGY_OPTIONS), ...asked['defaults'] } };
}

/** The file can be edited, so it is validated as strictly as the command line. */
const storedOptions = z.object({
  asked: z.preprocess(withStrategyOptions, recordSchema(BENCH_OPTIONS)),
  cwd: z.string(),
  indexPath: z.string().nullable(),
  /** Absent in benchmarks recorded before the library existed. */
  libraryPath: z.string().nullable().default(null),
  /** Absent in benchmarks recorded before strategies used a graph of templates. */
  templateGraph: z.string().nullable().default(null),
  /** Absent: as `libraryPath`. */
  vectors: z
    .object({
      libraryStore: z.string(),
      embedder: z.object({ name: z.string().nullable(), baseUrl: z.string().nullable() }),
    })
    .optional(),
  /** The settings that influence a model's answers. */
  model: z.object({
    baseUrl: z.string().nullable(),
    temperature: z.number().nullable(),
    // Absent in older benchmarks.
    topP: z.number().nullable().default(null),
    maxOutputTokens: z.int().min(1),
  }),
});

export type StoredBenchOptions = z.infer<typeof storedOptions>;

/** @throws {Failure} exit `usage` if `folder` is not a benchmark's, or the command line would not accept its options */
export function readStoredBenchOptions(folder: string): StoredBenchOptions {
  const stored = storedOptions.safeParse(readManifest(PROVING_BENCHMARK, folder).options);
  if (stored.success) return stored.data;
  throw damagedFolder(folder, `Its stored options are invalid: ${z.prettifyError(stored.error)}`);
}
