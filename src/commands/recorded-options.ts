/** Reads the options of a recorded run, to resume or replay it. */
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import { IPA_STARTS, DEFAULT_INFORMAL_OPTIONS } from '../prove/informal/informal-options.ts';
import { STRATEGY_NAMES } from '../prove/strategies.ts';
import type { RunSummary } from '../prove/run/summary.ts';
import type { ProveRequest } from '../options/prove-options.ts';

const limit = z.number().min(0).nullable();
const count = z.int().min(0);

/** A record can be edited, so it is validated as strictly as the command line. */
const recordedOptions = z.object({
  prove: z.object({
    decl: z.string().nullable(),
    hole: count.nullable(),
    strategy: z.enum(STRATEGY_NAMES).nullable(),
    samples: z.int().min(1),
    rounds: count,
    jobs: z.int().min(1).max(64),
    output: z.union([
      z.object({ to: z.enum(['show', 'diff', 'file']) }),
      z.object({ to: z.literal('other'), path: z.string() }),
    ]),
    addImports: z.boolean(),
    k: count,
    contextChars: count,
    // Runs recorded before the informal strategies existed lack their options.
    informal: z.string().nullable().default(null),
    informalProof: z.string().nullable().default(null),
    words: z
      .object({
        passages: count,
        contextTokens: count,
        iterations: count,
        ipaStart: z.enum(IPA_STARTS),
        stopsEarly: z.boolean(),
        withDeclarations: z.boolean(),
        relevanceFloor: z.number().min(0).max(1).nullable(),
      })
      .default(DEFAULT_INFORMAL_OPTIONS),
    mode: z.enum(['cold', 'batch', 'server']),
    limits: z.object({ cost: limit, tokens: limit, attempts: limit }),
    maxTime: limit,
    retrieves: z.boolean(),
    hasPortfolio: z.boolean(),
    caches: z.boolean(),
    allowAxioms: z.array(z.string()),
    // Not `compile`: a file that was only compiled is never written.
    level: z.enum(['audit', 'kernel', 'challenge']),
    requireSandbox: z.enum(['limits', 'namespaces', 'bubblewrap']).nullable(),
  }) satisfies z.ZodType<ProveRequest>,
  model: z.object({
    name: z.string().nullable(),
    baseUrl: z.string().nullable(),
    temperature: z.number().nullable(),
    maxOutputTokens: z.int().min(1),
  }),
  index: z.string().nullable(),
  library: z.string().nullable().default(null),
  vectors: z
    .object({
      store: z.string(),
      embedder: z.object({ name: z.string().nullable(), baseUrl: z.string().nullable() }),
    })
    .nullable()
    .default(null),
});

/**
 * Keys and timeouts come from the present settings, everything else from the record.
 * @throws {Failure} `run-damaged` if the record has options that the command line would not accept
 */
export function readRecordedOptions(
  { request, id }: Pick<RunSummary, 'request' | 'id'>,
  settings: Settings,
): { request: ProveRequest; settings: Settings } {
  const recorded = recordedOptions.safeParse(request.asked);
  if (!recorded.success) throw damaged(id, z.prettifyError(recorded.error));
  const { prove, model, index, library, vectors } = recorded.data;
  return {
    request: prove,
    settings: {
      ...settings,
      indexPath: index ?? settings.indexPath,
      libraryPath: library ?? settings.libraryPath,
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
