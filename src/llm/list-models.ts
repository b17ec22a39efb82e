/** Lists the models of a server. The request is free. */
import type { ModelSettings } from '../config/settings.ts';
import type { Price } from './chat.ts';
import { connect, timeoutLimits } from './open-model.ts';
import { priceOf } from './prices.ts';
import { sendOnce } from './send-once.ts';

export interface ListedModel {
  /** `provider/model`, as `--model` takes it. */
  name: string;
  /** Null if unknown. */
  price: Price | null;
}

export interface ModelList {
  /** Where chat requests would go. */
  endpoint: string;
  models: ListedModel[];
}

/**
 * Returns the models sorted by name.
 * @throws {ModelError} if the server does not answer
 * @throws {Failure} if the provider is unknown or the key is missing
 */
export async function listModels(provider: string, settings: ModelSettings, signal: AbortSignal): Promise<ModelList> {
  const { wire, server, key, keyVariable } = await connect(`${provider}/NAME`, settings);
  const context = { name: `${provider}/NAME`, endpoint: wire.endpoint, key, keyVariable, hasAnswered: false };
  const ids = await sendOnce(context, timeoutLimits(settings), signal, (inner) => wire.listModels(inner));
  const models = ids.map((id) => {
    const name = `${provider}/${id}`;
    return { name, price: priceOf(name, settings.prices, server !== null) };
  });
  return { endpoint: wire.endpoint, models: models.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}
