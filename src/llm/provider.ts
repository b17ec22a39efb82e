/** The interface of a model provider. */
import type { KeyVariable } from '../config/env.ts';
import type { Price } from './chat.ts';
import type { Wire, WireTarget } from './wire.ts';

export interface Provider {
  /** How the user names its models, for messages; absent to leave it out. */
  usage?: string;
  /** The environment variable of its key. */
  keyVariable: KeyVariable;
  /** The address of its own server, without a trailing slash; null if the user must give one. */
  server: string | null;
  /** Its server imitates a model: the answers are marked as scripted. */
  isScripted?: true;
  /** It has OpenAI's embeddings API. */
  embeds?: true;
  /** Its servers may have rerankers. */
  reranks?: true;
  /**
   * US dollars per million tokens on the provider's own API, standard tier, by model. Later price changes are not
   * included: the provider's bill decides.
   */
  prices?: Readonly<Record<string, Price>>;
  /** Loads its SDK. */
  openWire: (target: WireTarget) => Promise<Wire>;
}
