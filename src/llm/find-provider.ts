/** Finds the provider of a model by the model's name. */
import type { Provider } from './provider.ts';
import * as providers from './providers.ts';

export const PROVIDERS: Readonly<Record<string, Provider>> = providers;

/** Names and providers for messages and help, those with a server of their own first. */
export const LISTED_PROVIDERS = Object.entries(PROVIDERS)
  .filter(([, { usage }]) => usage !== undefined)
  .toSorted(([, a], [, b]) => Number(a.server === null) - Number(b.server === null));

/** `name`: `provider/model`. `model`: the provider's name for it. Returns null if there is no such provider. */
export function providerOf(name: string): { provider: Provider; model: string } | null {
  const [, label = '', model = ''] = /^([^/]*)\/(.+)$/.exec(name) ?? [];
  const provider = Object.hasOwn(PROVIDERS, label) ? PROVIDERS[label] : undefined;
  return provider === undefined ? null : { provider, model };
}
