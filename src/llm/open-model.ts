/** Opens a model by name: `anthropic/…`, `openai/…`, `local/…`, `replay:FILE`, `dummy`. SDKs are loaded on demand. */
import { Failure } from '../base/errors.ts';
import type { KeyVariable } from '../config/env.ts';
import type { ModelSettings } from '../config/settings.ts';
import { checkedBaseUrl } from './base-url.ts';
import type { ChatModel } from './chat.ts';
import { dummyModel } from './dummy.ts';
import { LISTED_PROVIDERS, providerOf } from './find-provider.ts';
import { findKey } from './keys.ts';
import { priceOf } from './prices.ts';
import type { TimeoutLimits } from './request-timeout.ts';
import { remoteModel } from './remote.ts';
import { DEFAULT_RETRIES } from './retry.ts';
import type { Provider } from './provider.ts';
import type { Wire } from './wire.ts';

export interface OpenOptions {
  /** File to which every answer is appended; null to record nothing. */
  record: string | null;
  /** Nothing will be sent, so a missing key is no error. */
  isDryRun?: boolean;
  /** Makes a model on a server one that others ask, who have the key. */
  elsewhere?: (model: ChatModel) => ChatModel;
}

/**
 * Opens the model named in the settings. Sends nothing.
 * @throws {Failure} if the provider is unknown, the key is missing, or a file cannot be used
 */
export async function openModelFrom(
  settings: ModelSettings,
  { record, isDryRun = false, elsewhere }: OpenOptions,
): Promise<ChatModel> {
  const opened = await openModel(settings, !isDryRun && elsewhere === undefined);
  const asked = elsewhere === undefined || !isOnServer(settings) ? opened : elsewhere(opened);
  const model = withSampling(asked, settings);
  if (record === null) return model;
  const { recordingModel } = await import('./record-answers.ts');
  return recordingModel(model, record);
}

/** The model with the settings that count for every request. */
export function withSampling(model: ChatModel, { topP }: Pick<ModelSettings, 'topP'>): ChatModel {
  return topP === null ? model : { ...model, topP };
}

/** Neither a recording nor a fixed list. */
export function isOnServer({ name }: Pick<ModelSettings, 'name'>): boolean {
  return name !== null && name !== 'dummy' && !name.startsWith('replay:');
}

async function openModel(settings: ModelSettings, isKeyNeeded: boolean): Promise<ChatModel> {
  const { name } = settings;
  if (name === null) throw unknownName('No model is given.');
  if (name === 'dummy') return dummyModel();
  if (name.startsWith('replay:')) {
    const { replayModel } = await import('./replay.ts');
    return replayModel(name.slice('replay:'.length));
  }
  const connection = await connect(name, settings, isKeyNeeded);
  return remoteModel({
    ...connection,
    name,
    price: priceOf(name, settings.prices, connection.server !== null),
    limits: timeoutLimits(settings),
    retry: { ...DEFAULT_RETRIES, retries: settings.retries },
    concurrency: settings.concurrency,
    hasTextTools: settings.tools === 'text',
    isScripted: connection.provider.isScripted ?? false,
  });
}

export function timeoutLimits({ timeoutSeconds, idleSeconds }: ModelSettings): TimeoutLimits {
  return { totalMs: timeoutSeconds * 1000, idleMs: idleSeconds * 1000 };
}

/** A server connection, ready for requests. */
export interface Connection {
  provider: Provider;
  wire: Wire;
  /** The server's name for the model: without the provider. */
  model: string;
  /** Null for the provider's own server. */
  server: string | null;
  /** The server's address, without a trailing slash. */
  address: string;
  key: string | null;
  /** The environment variable of the key. */
  keyVariable: KeyVariable;
}

/**
 * Resolves the server's address and the key. Sends nothing.
 * @throws {Failure} as `openModelFrom`
 */
export async function connect(
  name: string,
  { baseUrl, keyFile }: ModelSettings,
  isKeyNeeded = true,
): Promise<Connection> {
  const found = providerOf(name);
  if (found === null) throw unknownName(`"${name}" does not start with a known provider.`);
  const { provider, model } = found;
  const server = baseUrl === null ? null : checkedBaseUrl(baseUrl);
  const address = server ?? provider.server;
  if (address === null) throw noServer(name);
  // A provider's key is never sent to a server that the user chose instead.
  const variable = server === null ? provider.keyVariable : 'LEMMAHEAD_API_KEY';
  const key = findKey(name, keyFile, variable, isKeyNeeded && server === null);
  const wire = await provider.openWire({ model, baseUrl: address, key });
  return { provider, wire, model, server, address, key, keyVariable: variable };
}

function unknownName(reason: string): Failure {
  const usages = LISTED_PROVIDERS.map(([, { usage }]) => usage);
  return new Failure('usage', 'model-name', {
    message: 'No valid model is selected.',
    reason: `${reason} Available are ${usages.join(', ')}, replay:FILE and dummy.`,
    next: '--model anthropic/claude-opus-5-5',
  });
}

function noServer(name: string): Failure {
  return new Failure('usage', 'model-no-server', {
    message: `${name} needs a server address.`,
    reason:
      'The usual addresses end in /v1; the ports are 11434 (Ollama), 8080 (llama.cpp), 8000 (vLLM), 1234 (LM Studio).',
    next: `--model ${name} --base-url http://127.0.0.1:11434/v1`,
  });
}
