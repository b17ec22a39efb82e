/** From a name to a model: `anthropic/…`, `openai/…`, `local/…`, `replay:FILE`, `dummy`. An SDK is loaded when it is needed. */
import { Failure } from '../base/errors.ts';
import type { KeyVariable } from '../config/env.ts';
import type { ModelSettings } from '../config/settings.ts';
import { checkedBaseUrl } from './base-url.ts';
import type { ChatModel } from './chat.ts';
import { dummyModel } from './dummy.ts';
import { findKey } from './keys.ts';
import { priceOf } from './prices.ts';
import type { Limits } from './request-timeout.ts';
import { remoteModel } from './remote.ts';
import { markedAsScripted } from './scripted.ts';
import { DEFAULT_RETRIES } from './retry.ts';
import type { Wire, WireTarget } from './wire.ts';

/** Servers on the user's own machine or network that speak OpenAI's language are `local/`. */
const PROVIDERS = {
  anthropic: { variable: 'ANTHROPIC_API_KEY' },
  openai: { variable: 'OPENAI_API_KEY' },
  local: { variable: 'LEMMAHEAD_API_KEY' },
  // A server that only plays a model: what it says is marked as scripted for good.
  scripted: { variable: 'LEMMAHEAD_API_KEY' },
} as const satisfies Record<string, { variable: KeyVariable }>;

type Provider = keyof typeof PROVIDERS;

export interface OpenOptions {
  /** Every answer is appended to this file; null for no recording. */
  record: string | null;
}

/**
 * The model that the settings name, ready to be asked. Nothing is sent.
 * @throws {Failure} if there is no such provider, no key, or a file that cannot be used
 */
export async function openModelFrom(settings: ModelSettings, { record }: OpenOptions): Promise<ChatModel> {
  const model = await openModel(settings);
  if (record === null) return model;
  const { recorded } = await import('./record-answers.ts');
  return recorded(model, record);
}

async function openModel(settings: ModelSettings): Promise<ChatModel> {
  const { name } = settings;
  if (name === null) throw unknownName('No model is named.');
  if (name === 'dummy') return dummyModel();
  if (name.startsWith('replay:')) {
    const { replayModel } = await import('./replay.ts');
    return replayModel(name.slice('replay:'.length));
  }
  const connection = await connect(name, settings);
  const model = remoteModel({
    ...connection,
    name,
    price: priceOf(name, settings.prices, connection.server !== null),
    limits: limitsOf(settings),
    retry: { ...DEFAULT_RETRIES, retries: settings.retries },
    concurrency: settings.concurrency,
  });
  return name.startsWith('scripted/') ? markedAsScripted(model) : model;
}

export function limitsOf({ timeoutSeconds, idleSeconds }: ModelSettings): Limits {
  return { wholeMs: timeoutSeconds * 1000, idleMs: idleSeconds * 1000 };
}

/** A server, ready to be asked. */
export interface Connection {
  wire: Wire;
  /** As the server knows it: without the provider. */
  model: string;
  /** Null: the provider's own. */
  server: string | null;
  key: string | null;
  /** The variable that the key is looked for in. */
  keyVariable: KeyVariable;
}

/**
 * Finds the server's address and the key. Nothing is sent.
 * @throws {Failure} as `openModelFrom`
 */
export async function connect(name: string, { baseUrl, keyFile }: ModelSettings): Promise<Connection> {
  const [, provider = '', model = ''] = /^([^/]*)\/(.+)$/.exec(name) ?? [];
  if (!isProvider(provider)) throw unknownName(`"${name}" names no provider.`);
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

/** A provider's key is not sent to a server that the user put in its place. */
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
    message: 'It is not clear which model to ask.',
    reason: `${reason} There are anthropic/NAME, openai/NAME, local/NAME with --base-url, replay:FILE and dummy.`,
    next: '--model anthropic/claude-opus-5-5',
  });
}

function noServer(name: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'model-no-server',
    message: `${name} needs to know its server.`,
    reason:
      'The usual addresses end in /v1; the ports are 11434 (Ollama), 8080 (llama.cpp), 8000 (vLLM), 1234 (LM Studio).',
    next: `--model ${name} --base-url http://127.0.0.1:11434/v1`,
  });
}
