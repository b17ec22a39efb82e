/** The folder of a benchmark of proofs: an experiment with one result for each run. */
import { join } from 'node:path';
import { z } from 'zod';
import { manifestSchema, type ExperimentFolder, type ExperimentKind } from '../experiment/folder.ts';
import { fileName } from './problem.ts';
import { NO_PASSAGES, resultKey, type ResultId, type RunResult } from './result.ts';

export const benchFolderSchema = manifestSchema
  .extend({ schema: z.literal('lemmahead/bench-folder@1') })
  .describe("`bench.json` in a benchmark's folder, for `--resume`. No command prints it.");

/** Fields that results written before the library or queues existed do not have. */
const LATER_FIELDS = { statement_from: null, passages: NO_PASSAGES, worker: null, confirmed_by: null };

export const PROVING_BENCHMARK: ExperimentKind<RunResult> = {
  manifest: 'bench.json',
  schema: benchFolderSchema.shape.schema.value,
  keyOf: resultKey,
  read: (value) => {
    const result = value as Partial<RunResult> | null;
    if (typeof result?.system !== 'string' || typeof result.state !== 'string') return null;
    return { ...LATER_FIELDS, ...(result as RunResult) };
  },
  commands: {
    start: 'lemmahead bench prove --dataset PATH --strategy portfolio --out FOLDER',
    resume: 'lemmahead bench prove --resume',
  },
};

/** Folder of the record of one run. */
export function runFolder({ path }: Pick<ExperimentFolder<RunResult>, 'path'>, id: ResultId): string {
  return join(path, 'runs', fileName(id.system), fileName(id.problem), String(id.run + 1));
}
