/** Embeds entries or declarations within the limits; a dry run only estimates the cost. */
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { embedAll, withoutVector, type Embeddable } from '../builders/vectors/embed-all.ts';
import { Budget, BudgetSpent, type Limits } from '../llm/budget.ts';
import type { EmbeddingModel } from '../llm/embedding.ts';
import { ModelClient } from '../llm/model-client.ts';
import { maxEmbeddingAmount } from '../llm/within-budget.ts';
import type { VectorStore } from '../vectors/vector-store.ts';
import type { CommandContext } from './command-context.ts';
import type { EmbedReport } from './embed-schema.ts';
import { sharedBudgetOf } from './model-workers.ts';
import { EMBEDDING_PRICE, requirePrice } from './require-price.ts';

export interface EmbedJob {
  /** Plural noun for messages: `entries`. */
  what: EmbedReport['what'];
  all: readonly Embeddable[];
  model: EmbeddingModel;
  store: VectorStore;
  limits: Omit<Limits, 'attempts'>;
  dryRun: boolean;
  again: boolean;
  /** The command that creates all vectors again. */
  startAgain: string;
  /** The command that continues. */
  command: string;
}

/** @throws {Failure} `embedder-differs`, `price-unknown`, and the failures of model and store */
export async function embedWithin(
  job: EmbedJob,
  context: CommandContext,
): Promise<{ exit: Exit; report: EmbedReport }> {
  const { what, all, model, store, limits, dryRun, again, startAgain } = job;
  requirePrice(model, limits.cost, EMBEDDING_PRICE);
  if (!again) await requireSameName(job);
  const missing = again ? unique(all) : await withoutVector(all, store);
  const maximum = maxEmbeddingAmount(
    missing.map(({ text }) => text()),
    model.price,
  );
  const report: EmbedReport = {
    what,
    embedder: { name: model.name, snapshot: null, dimension: null },
    endpoint: model.endpoint,
    store: store.place,
    dry_run: dryRun,
    missing: missing.length,
    most_tokens: maximum.tokens,
    most_cost: model.price === null ? null : maximum.cost,
    embedded: 0,
    without: 0,
    stopped_by: null,
    next: null,
  };
  if (dryRun) return { exit: 'done', report };
  if (again) await store.clear();
  const before = await store.count();
  const budget = new Budget({ ...limits, attempts: null }, sharedBudgetOf(limits, context));
  const progress = context.startProgress('Embedding');
  try {
    const outcome = await embedAll(missing, {
      client: new ModelClient({ model, budget, signal: context.signal }),
      store,
      remedy: startAgain,
      onProgress: (done, total) => progress.update(done, total, `${done} of ${total} ${what}`),
    });
    return { exit: 'done', report: { ...report, ...outcomeOf(outcome) } };
  } catch (error) {
    const stored = (await countOrNull(store)) ?? before;
    if (!(error instanceof BudgetSpent)) {
      context.log.info(
        `${stored - before} of ${missing.length} ${what} were embedded and stored. To continue: ${job.command}`,
      );
      throw error;
    }
    return {
      exit: 'budget',
      report: { ...report, embedded: stored - before, stopped_by: error.stop.limit, next: job.command },
    };
  } finally {
    progress.stop();
  }
}

function outcomeOf({ embedded, without, embedder }: Awaited<ReturnType<typeof embedAll>>): Partial<EmbedReport> {
  return { embedded, without, ...(embedder === null ? {} : { embedder }) };
}

/** The store may be the part that failed; the count is only for a message. */
async function countOrNull(store: VectorStore): Promise<number | null> {
  return store.count().catch(() => null);
}

function unique(all: readonly Embeddable[]): Embeddable[] {
  return [...new Map(all.map((each) => [each.contentHash, each])).values()];
}

/** Compares the names of the embedders before anything is sent. */
async function requireSameName({ model, store, startAgain }: EmbedJob): Promise<void> {
  const existing = await store.embedder();
  if (existing === null || existing.name === model.name) return;
  throw new Failure('usage', 'embedder-differs', {
    message: `The stored vectors were created by ${existing.name}, not by ${model.name}.`,
    reason: 'Vectors of different embedders cannot be compared. The stored vectors are unchanged.',
    next: `--embedder ${existing.name}, or to create all of them again: ${startAgain}`,
  });
}
