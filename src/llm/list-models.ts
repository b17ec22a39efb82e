/** What a server can be asked for: its own list, which costs nothing. */
import type { ModelSettings } from '../config/settings.ts';
import type { Price } from './chat.ts';
import { connect, limitsOf } from './open-model.ts';
import { priceOf } from './prices.ts';
import { sendOnce } from './send-once.ts';

export interface ListedModel {
  /** `provider/model`, as `--model` takes it. */
  name: string;
  /** Null: not known. */
  price: Price | null;
}

export interface ModelList {
  /** Where requests for answers would go. */
  endpoint: string;
  models: ListedModel[];
}

/**
 * By name.
 * @throws {ModelError} if the server does not say
 * @throws {Failure} if there is no such provider, or no key
 */
export async function listModels(provider: string, settings: ModelSettings, signal: AbortSignal): Promise<ModelList> {
  const { wire, server, key, keyVariable } = await connect(`${provider}/NAME`, settings);
  const asked = { name: `${provider}/NAME`, endpoint: wire.endpoint, key, keyVariable, hasAnswered: false };
  const ids = await sendOnce(asked, limitsOf(settings), signal, (inner) => wire.listModels(inner));
  const models = ids.map((id) => {
    const name = `${provider}/${id}`;
    return { name, price: priceOf(name, settings.prices, server !== null) };
  });
  return { endpoint: wire.endpoint, models: models.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}
