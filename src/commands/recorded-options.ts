/** What a run on record was asked for, to go on with it or to do it again. */
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import { IPA_STARTS, DEFAULT_INFORMAL_OPTIONS } from '../prove/informal/informal-options.ts';
import { STRATEGY_NAMES } from '../prove/strategy-names.ts';
import type { RunSummary } from '../prove/run/summary.ts';
import type { ProveRequest } from './prove-options.ts';

const limit = z.number().min(0).nullable();
const count = z.int().min(0);

/** A record can be edited, and what is asked for may be no less here than on the command line. */
const askedThen = z.object({
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
    // Runs from before there were strategies in words do not name what is of them.
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
    // What only compiles is never written.
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
 * Keys and patience with the model are those of now, the rest is that of then.
 * @throws {Failure} `run-damaged` where the record asks for what no command could ask for
 */
export function readRecordedOptions(
  { asked: begun, id }: Pick<RunSummary, 'asked' | 'id'>,
  settings: Settings,
): { asked: ProveRequest; settings: Settings } {
  const then = askedThen.safeParse(begun.asked);
  if (!then.success) throw damaged(id, z.prettifyError(then.error));
  const { prove, model, index, library, vectors } = then.data;
  return {
    asked: prove,
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
  return new Failure({
    exit: 'missing',
    code: 'run-damaged',
    message: `What run ${id} was asked for cannot be read.`,
    reason,
    next: 'lemmahead runs list',
  });
}
