/** Reads the options of a recorded run, to resume or replay it. */
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import { SETTINGS } from '../config/settings-table.ts';
import { PROBLEMS_FILE } from '../prove/run/folder.ts';
import { originalOf, type RunSummary } from '../prove/run/summary.ts';
import { FORMALIZE_OPTIONS, type FormalizeRunRequest } from '../options/formalize-options.ts';
import { PROVE_OPTIONS, type ProveRequest } from '../options/prove-options.ts';
import { recordSchema } from '../options/schemas.ts';
import { problemsInBatch } from '../session/batch-problems.ts';
import type { FormalizeSource } from './run-formalize.ts';

const recordedModel = z.object({
  name: z.string().nullable(),
  baseUrl: z.string().nullable(),
  temperature: z.number().nullable(),
  // Absent in older runs.
  topP: z.number().nullable().default(null),
  maxOutputTokens: z.int().min(1),
});

const recordedServer = z.object({ name: z.string().nullable(), baseUrl: z.string().nullable() });

/** A record can be edited, so it is validated as strictly as the command line. */
const recordedOptions = z.object({
  prove: z.intersection(
    recordSchema(PROVE_OPTIONS),
    z.object({
      output: z.union([
        z.object({ to: z.enum(['show', 'diff', 'file']) }),
        z.object({ to: z.literal('other'), path: z.string() }),
      ]),
    }),
  ),
  model: recordedModel,
  index: z.string().nullable(),
  library: z.string().nullable().default(null),
  /** Absent in runs recorded before strategies used a graph of templates. */
  graph: z.string().optional(),
  vectors: z
    .object({
      store: z.string(),
      embedder: recordedServer,
    })
    .nullable()
    .default(null),
});

const recordedRetrieval = z.object({
  top: z.int().min(1),
  keep: z.int().min(1),
  embedder: recordedServer,
  reranker: recordedServer,
});
const NO_RETRIEVAL = {
  top: SETTINGS['concepts.top'].default,
  keep: SETTINGS['concepts.keep'].default,
  ...{ embedder: { name: null, baseUrl: null }, reranker: { name: null, baseUrl: null } },
};

/** Options that a run of `formalize` records. */
const recordedFormalize = z.object({
  formalize: recordSchema(FORMALIZE_OPTIONS),
  header: z.string().nullable(),
  template: z.string().nullable().default(null),
  batch: z.boolean(),
  model: recordedModel,
  index: z.string().nullable(),
  concepts: z.string().nullable(),
  // Absent in runs that were recorded before they existed.
  retrieval: recordedRetrieval.default(NO_RETRIEVAL),
  temperature: z.number().nullable().default(null),
});

export interface RecordedFormalize extends Pick<FormalizeSource, 'problems' | 'file' | 'fileHeader' | 'userTemplate'> {
  request: FormalizeRunRequest;
  settings: Settings;
}

/** As `readRecordedOptions`, with the problems. @throws {Failure} `run-damaged` */
export function readRecordedFormalize(summary: RunSummary, settings: Settings): RecordedFormalize {
  const recorded = recordedFormalize.safeParse(summary.request.asked);
  if (!recorded.success) throw damaged(summary.id, z.prettifyError(recorded.error));
  const { formalize, header, template, batch, model, index, concepts, retrieval, temperature } = recorded.data;
  return {
    request: formalize,
    problems: problemsInBatch(originalOf(summary), PROBLEMS_FILE),
    file: batch ? summary.request.file : null,
    fileHeader: header,
    userTemplate: template,
    settings: {
      ...settings,
      indexPath: index ?? settings.indexPath,
      conceptsPath: concepts ?? settings.conceptsPath,
      model: { ...settings.model, ...model },
      ...{ conceptsTop: retrieval.top, conceptsKeep: retrieval.keep },
      ...{ embedder: retrieval.embedder, reranker: retrieval.reranker },
      formalize: { ...settings.formalize, temperature },
    },
  };
}

/**
 * Keys and timeouts come from the present settings, other options from the record.
 * @throws {Failure} `run-damaged` if the record has options that the command line would not accept
 */
export function readRecordedOptions(
  { request, id }: Pick<RunSummary, 'request' | 'id'>,
  settings: Settings,
): { request: ProveRequest; settings: Settings } {
  const recorded = recordedOptions.safeParse(request.asked);
  if (!recorded.success) throw damaged(id, z.prettifyError(recorded.error));
  const { prove, model, index, library, graph, vectors } = recorded.data;
  return {
    request: prove,
    settings: {
      ...settings,
      indexPath: index ?? settings.indexPath,
      libraryPath: library ?? settings.libraryPath,
      templateGraph: graph ?? settings.templateGraph,
      libraryStore: vectors?.store ?? settings.libraryStore,
      embedder: vectors?.embedder ?? settings.embedder,
      model: { ...settings.model, ...model },
    },
  };
}

function damaged(id: string, reason: string): Failure {
  return new Failure('missing', 'run-damaged', {
    message: `The recorded options of run ${id} are invalid.`,
    reason,
    next: 'lemmahead runs list',
  });
}
