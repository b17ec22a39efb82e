/** Cache of usable model answers, keyed by request. A cached request is not paid for again. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../base/hash.ts';
import { writeAtomically } from '../base/atomic-write.ts';
import { readJsonOrNull } from '../base/read-or-null.ts';
import type { ChatMessage, ChatModel } from './chat.ts';
import { promptHash } from './prompt-hash.ts';
import { toolCallSchema } from './tool-schemas.ts';
import type { ChatTool, ToolCall } from './chat-tools.ts';

const SCHEMA = 'lemmahead/kept-answer@1';
/** Names of models on the user's own servers. */
const LOCAL = 'local/';

const answerSchema = z.object({
  schema: z.literal(SCHEMA),
  /** This field and `template` are for people; lookups do not use them. */
  model: z.string(),
  snapshot: z.string(),
  template: z.string(),
  text: z.string(),
  calls: z.array(toolCallSchema).exactOptional(),
});

/** A model by its name, its server and its sampling. */
export type AnsweringModel = Pick<ChatModel, 'name' | 'endpoint' | 'topP'>;

/** The cache key of an answer: model, template, texts, images and sample. The output limit is not part of it. */
export interface AnswerKey {
  model: AnsweringModel;
  /** Name and version. */
  template: string;
  messages: readonly ChatMessage[];
  /** Absent for none. */
  tools?: readonly ChatTool[] | undefined;
  /** 0-based number of the answer among several to the same question. */
  sample: number;
  /** Only where the question asks for varied answers; otherwise an answer of any temperature is usable. */
  temperature?: number | null;
}

export interface KeptAnswer {
  text: string;
  calls?: readonly ToolCall[];
  /** The provider's name for the model that answered. */
  snapshot: string;
}

/** One file per answer, written atomically: any number of processes may read and write. */
export class AnswerCache {
  readonly #folder: string;

  /** `folder` need not exist. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns null if no readable answer exists. */
  find(key: AnswerKey): KeptAnswer | null {
    return answerSchema.safeParse(readJsonOrNull(this.#pathOf(key).file)).data ?? null;
  }

  store(key: AnswerKey, { text, snapshot, calls }: KeptAnswer): void {
    const { folder, file } = this.#pathOf(key);
    const { model, template } = key;
    mkdirSync(folder, { recursive: true });
    writeAtomically(
      file,
      `${JSON.stringify({ schema: SCHEMA, model: model.name, snapshot, template, text, calls })}\n`,
    );
  }

  #pathOf({ model, template, messages, tools, sample, temperature = null }: AnswerKey): {
    folder: string;
    file: string;
  } {
    const { topP } = model;
    const optional = { ...(topP === undefined ? {} : { topP }), ...(tools === undefined ? {} : { tools }) };
    const prompt = promptHash({ messages, maxOutputTokens: 0, temperature, ...optional });
    // Another server may have another model under the same name.
    const server = model.name.startsWith(LOCAL) ? [model.endpoint] : [];
    // Files of earlier versions have no sample number: they hold sample 0.
    const samples = sample === 0 ? [] : [sample];
    const hash = sha256(JSON.stringify([model.name, template, prompt, ...samples, ...server]));
    const folder = join(this.#folder, hash.slice(0, 2));
    return { folder, file: join(folder, `${hash}.json`) };
  }
}
