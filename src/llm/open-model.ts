/** Opens a model by name: `anthropic/…`, `openai/…`, `local/…`, `replay:FILE`, `dummy`. SDKs are loaded on demand. */
import { Failure } from '../base/errors.ts';
import type { KeyVariable } from '../config/env.ts';
import type { ModelSettings } from '../config/settings.ts';
import { checkedBaseUrl } from './base-url.ts';
import type { ChatModel } from './chat.ts';
import { dummyModel } from './dummy.ts';
import { findKey } from './keys.ts';
import { priceOf } from './prices.ts';
import type { TimeoutLimits } from './request-timeout.ts';
import { remoteModel } from './remote.ts';
import { DEFAULT_RETRIES } from './retry.ts';
import type { Wire, WireTarget } from './wire.ts';

/** `local/`: servers with OpenAI's API on the user's machine or network. */
const PROVIDERS = {
  anthropic: { variable: 'ANTHROPIC_API_KEY' },
  openai: { variable: 'OPENAI_API_KEY' },
  local: { variable: 'LEMMAHEAD_API_KEY' },
  // A server that imitates a model: its answers are marked as scripted.
  scripted: { variable: 'LEMMAHEAD_API_KEY' },
} as const satisfies Record<string, { variable: KeyVariable }>;

type Provider = keyof typeof PROVIDERS;

export interface OpenOptions {
  /** File to which every answer is appended; null to record nothing. */
  record: string | null;
}

/**
 * Opens the model named in the settings. Sends nothing.
 * @throws {Failure} if the provider is unknown, the key is missing, or a file cannot be used
 */
export async function openModelFrom(settings: ModelSettings, { record }: OpenOptions): Promise<ChatModel> {
  const model = await openModel(settings);
  if (record === null) return model;
  const { recordingModel } = await import('./record-answers.ts');
  return recordingModel(model, record);
}

async function openModel(settings: ModelSettings): Promise<ChatModel> {
  const { name } = settings;
  if (name === null) throw unknownName('No model is given.');
  if (name === 'dummy') return dummyModel();
  if (name.startsWith('replay:')) {
    const { replayModel } = await import('./replay.ts');
    return replayModel(name.slice('replay:'.length));
  }
  const connection = await connect(name, settings);
  return remoteModel({
    ...connection,
    name,
    price: priceOf(name, settings.prices, connection.server !== null),
    limits: timeoutLimits(settings),
    retry: { ...DEFAULT_RETRIES, retries: settings.retries },
    concurrency: settings.concurrency,
    isScripted: name.startsWith('scripted/'),
  });
}

export function timeoutLimits({ timeoutSeconds, idleSeconds }: ModelSettings): TimeoutLimits {
  return { totalMs: timeoutSeconds * 1000, idleMs: idleSeconds * 1000 };
}

/** A server connection, ready for requests. */
export interface Connection {
  wire: Wire;
  /** The server's name for the model: without the provider. */
  model: string;
  /** Null for the provider's own server. */
  server: string | null;
  key: string | null;
  /** The environment variable of the key. */
  keyVariable: KeyVariable;
}

/**
 * Resolves the server's address and the key. Sends nothing.
 * @throws {Failure} as `openModelFrom`
 */
export async function connect(name: string, { baseUrl, keyFile }: ModelSettings): Promise<Connection> {
  const [, provider = '', model = ''] = /^([^/]*)\/(.+)$/.exec(name) ?? [];
  if (!isProvider(provider)) throw unknownName(`"${name}" does not start with a known provider.`);
  const server = baseUrl === null ? null : checkedBaseUrl(baseUrl);
  if ((provider === 'local' || provider === 'scripted') && server === null) throw noServer(name);
  const variable = keyVariable(provider, server);
  const key = findKey(name, keyFile, variable, server === null);
  const wire = await wireFor(provider, { model, baseUrl: server, key });
  return { wire, model, server, key, keyVariable: variable };
}

function isProvider(text: string): text is Provider {
  return Object.hasOwn(PROVIDERS, text);
}

/** A provider's key is never sent to a server that the user chose instead. */
function keyVariable(provider: Provider, baseUrl: string | null): KeyVariable {
  return baseUrl === null ? PROVIDERS[provider].variable : 'LEMMAHEAD_API_KEY';
}

async function wireFor(provider: Provider, target: WireTarget): Promise<Wire> {
  if (provider === 'anthropic') return (await import('./anthropic.ts')).anthropicWire(target);
  return (await import('./openai.ts')).openAiWire(target, provider === 'openai');
}

function unknownName(reason: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'model-name',
    message: 'No valid model is selected.',
    reason: `${reason} Available are anthropic/NAME, openai/NAME, local/NAME with --base-url, replay:FILE and dummy.`,
    next: '--model anthropic/claude-opus-5-5',
  });
}

function noServer(name: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'model-no-server',
    message: `${name} needs a server address.`,
    reason:
      'The usual addresses end in /v1; the ports are 11434 (Ollama), 8080 (llama.cpp), 8000 (vLLM), 1234 (LM Studio).',
    next: `--model ${name} --base-url http://127.0.0.1:11434/v1`,
  });
}
