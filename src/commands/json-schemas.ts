/** All JSON shapes, in the order of `docs/reference/json.md`. Loads zod. */
import type { z } from 'zod';
import { baselineSchema } from '../bench/experiment/baseline.ts';
import { comparisonSchema } from '../bench/experiment/compare.ts';
import { conceptsBenchSchema } from '../bench/concepts/concepts-bench-schema.ts';
import { benchGraphFolderSchema, benchGraphSchema } from '../bench/graph/bench-graph-schema.ts';
import { benchFormalizeSchema, formalizeLabelsSchema } from '../bench/formalize/bench-formalize-schema.ts';
import { formalizeFolderSchema } from '../bench/formalize/formalize-result.ts';
import { benchAnswersSchema } from '../bench/answers/answers-schema.ts';
import { goalsSchema } from '../bench/goals/goals-schema.ts';
import { benchCountSchema } from '../bench/prove/count-text.ts';
import { benchFolderSchema } from '../bench/prove/folder.ts';
import { benchProveSchema } from '../bench/prove/report.ts';
import { libraryRetrievalSchema, retrievalSchema } from '../bench/retrieval-schema.ts';
import { STREAMED_EVENTS } from '../prove/events.ts';
import { checkSchema, holesSchema } from '../report/check-schema.ts';
import { conceptsExportSchema } from '../report/concepts-export-schema.ts';
import * as concepts from '../report/concepts-schema.ts';
import * as entityGraph from '../report/entity-graph-schema.ts';
import * as entity from '../report/entity-schema.ts';
import { entrySearchSchema } from '../report/entry-search-schema.ts';
import { errorSchema } from '../report/error-schema.ts';
import { listeningSchema, readySchema, resultSchema, templateUnitSchema } from '../report/stream-schema.ts';
import { formalizeBatchDryRunSchema, formalizeBatchSchema } from '../report/formalize-batch-schema.ts';
import { graphDecisionSchema, graphLinkSchema } from '../report/graph-link-schema.ts';
import { graphDependsSchema, graphPathSchema, graphStatsSchema, graphStatusSchema } from '../report/graph-schema.ts';
import { graphAugmentSchema, graphCompleteSchema, graphQuestionsSchema } from '../report/graph-model-schema.ts';
import { graphEmbedSchema, graphMergeSchema, graphSearchSchema } from '../report/knowledge-schema.ts';
import { graphExportSchema, graphPictureSchema, graphViewSchema } from '../report/picture-schema.ts';
import { formalizeDryRunSchema, formalizeSchema } from '../report/formalize-schema.ts';
import { libraryExportSchema } from '../report/export-schema.ts';
import * as index from '../report/index-schema.ts';
import * as library from '../report/library-schema.ts';
import { dryRunSchema, proveSchema, runExportSchema, runSchema, runsSchema } from '../report/prove-schema.ts';
import * as source from '../report/outline-schema.ts';
import * as editor from '../report/editor-schema.ts';
import { searchEverywhereSchema } from '../report/search-everywhere-schema.ts';
import { openSchema, searchSchema, showSchema, unknownSchema } from '../report/search-schema.ts';
import {
  healthSchema,
  jobSchema,
  jobsSchema,
  modulesSchema,
  serveSchema,
  statsSchema,
} from '../report/server-schema.ts';
import { problemsBenchSchema, titlesBenchSchema } from '../bench/templates/theorems-bench-schema.ts';
import { templatesBenchSchema } from '../bench/templates/templates-bench-schema.ts';
import * as templateGraph from '../report/template-graph-schema.ts';
import { templatesSearchSchema } from '../report/templates-schema.ts';
import { solveDryRunSchema, solveSchema } from '../report/solve-schema.ts';
import { benchSolveDryRunSchema, benchSolveSchema, solveFolderSchema } from '../bench/solve/bench-solve-schema.ts';
import * as queue from '../report/queue-schema.ts';
import * as settings from '../report/settings-schema.ts';
import { statementCompareSchema, statementDryRunSchema, statementSchema } from '../report/statement-schema.ts';

export const COMMAND_SCHEMAS = [
  errorSchema,
  ...[searchSchema, showSchema, unknownSchema, openSchema, entrySearchSchema, searchEverywhereSchema],
  ...[source.outlineSchema, source.referencesSchema],
  templatesSearchSchema,
  ...[
    templateGraph.templatesNearestSchema,
    templateGraph.templatesBuildSchema,
    templateGraph.templatesDryRunSchema,
    templateGraph.templatesCalibrateSchema,
    templateGraph.templatesListSchema,
    templateGraph.templatesShowSchema,
    templateGraph.templatesStatsSchema,
    templateGraph.templatesCheckSchema,
    templateGraph.templatesEmbedSchema,
    templateGraph.templatesExportSchema,
    templateGraph.templatesImportSchema,
    templateGraph.templatesRemoveSchema,
  ],
  ...[index.indexBuildSchema, index.indexStatsSchema, index.indexVerifySchema, index.indexPathSchema],
  index.indexDownloadSchema,
  ...[
    concepts.conceptsBuildSchema,
    concepts.conceptsDryRunSchema,
    concepts.conceptsSearchSchema,
    concepts.conceptsShowSchema,
  ],
  ...[
    concepts.conceptsPackSchema,
    concepts.conceptsStatsSchema,
    concepts.conceptsVerifySchema,
    concepts.conceptsLinkSchema,
    concepts.conceptsNameSchema,
    concepts.conceptsImportSchema,
    conceptsExportSchema,
  ],
  ...[
    graphDependsSchema,
    graphPathSchema,
    graphStatsSchema,
    graphStatusSchema,
    graphMergeSchema,
    graphLinkSchema,
    graphDecisionSchema,
    graphPictureSchema,
    graphExportSchema,
    graphSearchSchema,
    graphEmbedSchema,
    graphAugmentSchema,
    graphCompleteSchema,
    graphQuestionsSchema,
  ],
  ...[entityGraph.entityDependsSchema, entityGraph.entityPathSchema, entityGraph.entityStatsSchema],
  ...[entity.graphBuildSchema, entity.graphShowSchema, entity.graphRunsSchema, entity.graphUndoSchema],
  ...[index.indexEmbedSchema, library.libraryAddSchema, library.libraryListSchema, library.libraryShowSchema],
  ...[library.unknownEntrySchema, library.libraryRemoveSchema, library.libraryStatsSchema],
  ...[library.libraryEmbedSchema, libraryExportSchema, library.libraryImportSchema],
  ...[
    checkSchema,
    statementSchema,
    statementCompareSchema,
    statementDryRunSchema,
    holesSchema,
    proveSchema,
    dryRunSchema,
    runsSchema,
    runSchema,
    runExportSchema,
  ],
  ...[solveSchema, solveDryRunSchema],
  ...[formalizeSchema, formalizeDryRunSchema, formalizeBatchSchema, formalizeBatchDryRunSchema],
  ...[
    retrievalSchema,
    libraryRetrievalSchema,
    goalsSchema,
    templatesBenchSchema,
    problemsBenchSchema,
    titlesBenchSchema,
    benchAnswersSchema,
    conceptsBenchSchema,
    benchGraphSchema,
    benchFormalizeSchema,
    benchSolveSchema,
    benchSolveDryRunSchema,
    formalizeLabelsSchema,
    benchProveSchema,
    benchCountSchema,
    comparisonSchema,
  ],
  ...[
    baselineSchema,
    benchFolderSchema,
    formalizeFolderSchema,
    solveFolderSchema,
    benchGraphFolderSchema,
    settings.modelsSchema,
    settings.configSchema,
    settings.configFileSchema,
  ],
  ...[settings.configTrustSchema, settings.doctorSchema, settings.completionSchema, settings.completionsSchema],
  ...[queue.queueStatusSchema, queue.queueWorkersSchema, queue.queueChangeSchema, queue.queueGrantSchema],
  ...[serveSchema, queue.workerSchema],
];

/** Responses of `lemmahead serve` that no command prints. */
export const RESPONSE_SCHEMAS = [
  entityGraph.neighboursSchema,
  jobSchema,
  jobsSchema,
  statsSchema,
  modulesSchema,
  graphViewSchema,
  ...[editor.goalSchema, editor.trySchema, editor.runSchema, editor.diagnosticsSchema, editor.hoverSchema],
  healthSchema,
] as const;

/** The lines of `--json-stream`. */
export const EVENT_SCHEMAS = [...STREAMED_EVENTS, templateUnitSchema, listeningSchema, readySchema, resultSchema];

/** What a command prints with `--json`. */
export type CommandReport = z.infer<(typeof COMMAND_SCHEMAS)[number]>;
