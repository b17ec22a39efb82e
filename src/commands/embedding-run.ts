/** One run of embedding, for entries or declarations: what it may cost first, then within the limits as far as it comes. */
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { embedAll, mostTokens, withoutVector, type Embeddable } from '../builders/vectors/embed-all.ts';
import { Budget, BudgetSpent, type Limits } from '../llm/budget.ts';
import type { EmbeddingModel } from '../llm/embedding.ts';
import { costOf } from '../llm/prices.ts';
import type { EmbedReport } from '../report/embed.ts';
import type { VectorStore } from '../vectors/vector-store.ts';
import type { CommandContext } from './command.ts';
import { EMBEDDING_PRICE, requirePrice } from './require-price.ts';

export interface EmbedJob {
  /** In words: `entries`. */
  what: string;
  all: readonly Embeddable[];
  model: EmbeddingModel;
  store: VectorStore;
  limits: Limits;
  dryRun: boolean;
  again: boolean;
  /** What is typed to have another embedder's vectors made anew, and to go on. */
  startAgain: string;
  command: string;
}

/** @throws {Failure} `embedder-differs`, `price-unknown`, and what model and store say */
export async function embedWithin(
  job: EmbedJob,
  context: CommandContext,
): Promise<{ exit: Exit; report: EmbedReport }> {
  const { what, all, model, store, limits, dryRun, again, startAgain } = job;
  requirePrice(model, limits.cost, EMBEDDING_PRICE);
  if (!again) await requireSameName(job);
  const missing = again ? unique(all) : await withoutVector(all, store);
  const tokens = mostTokens(missing.map(({ text }) => text()));
  const cost = model.price === null ? null : costOf({ inputTokens: tokens, outputTokens: 0 }, model.price);
  const report: EmbedReport = {
    what,
    embedder: { name: model.name, snapshot: null, dimension: null },
    endpoint: model.endpoint,
    store: store.place,
    dry_run: dryRun,
    missing: missing.length,
    most_tokens: tokens,
    most_cost: cost,
    embedded: 0,
    without: 0,
    stopped_by: null,
    next: null,
  };
  if (dryRun) return { exit: 'done', report };
  if (again) await store.clear();
  const budget = new Budget(limits);
  const before = await store.count();
  const progress = context.startProgress('Embedding');
  try {
    const outcome = await embedAll(missing, {
      model,
      store,
      budget,
      signal: context.signal,
      startAgain,
      onProgress: (done, total) => progress.update(done, total, `${done} of ${total} ${what}`),
    });
    return { exit: 'done', report: { ...report, ...outcomeOf(outcome) } };
  } catch (error) {
    const kept = (await countOrNull(store)) ?? before;
    if (!(error instanceof BudgetSpent)) {
      context.log.info(
        `${kept - before} of ${missing.length} ${what} were embedded, and are kept: ${job.command} goes on.`,
      );
      throw error;
    }
    return {
      exit: 'budget',
      report: { ...report, embedded: kept - before, stopped_by: error.stop.limit, next: job.command },
    };
  } finally {
    progress.stop();
  }
}

function outcomeOf({ embedded, without, embedder }: Awaited<ReturnType<typeof embedAll>>): Partial<EmbedReport> {
  return { embedded, without, ...(embedder === null ? {} : { embedder }) };
}

/** What failed before may fail here as well; the count is for a line of words. */
async function countOrNull(store: VectorStore): Promise<number | null> {
  return store.count().catch(() => null);
}

function unique(all: readonly Embeddable[]): Embeddable[] {
  return [...new Map(all.map((each) => [each.contentHash, each])).values()];
}

/** Before anything is sent: of what stands in the name alone, it can be told at once. */
async function requireSameName({ model, store, startAgain }: EmbedJob): Promise<void> {
  const known = await store.embedder();
  if (known === null || known.name === model.name) return;
  throw new Failure({
    exit: 'usage',
    code: 'embedder-differs',
    message: `The vectors that are stored are of ${known.name}, not of ${model.name}.`,
    reason: 'Vectors of two embedders cannot be compared. What was stored is as it was.',
    next: `--embedder ${known.name}, or to make all of them anew: ${startAgain}`,
  });
}
